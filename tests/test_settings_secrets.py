from pydantic import SecretStr

from bot.settings.environment import SECRETS
from bot.settings.fields import Settings
from bot.settings.secrets import secrets_of

KEY = "-----BEGIN PRIVATE KEY-----\nplanted\n-----END PRIVATE KEY-----"


def test_secrets_of__every_one_that_may_stand_in_a_file() -> None:
    given = {name: f"planted-{name}" for name in SECRETS}
    given |= {
        "github_app_private_key": KEY,
        "slack_bot_token": "xoxb-planted",
        "slack_app_token": "xapp-planted",
        "database_url": "postgresql+psycopg://bot:plan%2Fted@host/name",
    }

    found = secrets_of(Settings.model_validate(given))

    assert sorted(found) == sorted(
        {*(v for name, v in given.items() if name != "database_url"), "plan/ted"}
    )


def test_secrets_of__no_secret_field_is_forgotten() -> None:
    kinds = {name: str(f.annotation) for name, f in Settings.model_fields.items()}

    assert {name for name, kind in kinds.items() if SecretStr.__name__ in kind} == set(SECRETS)


def test_secrets_of__an_address_without_a_password() -> None:
    assert secrets_of(Settings(database_url=SecretStr("sqlite+aiosqlite:////tmp/x.db"))) == ()
