from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.errors import UserError
from bot.github_status.facts.pulls import Login
from bot.github_status.github import GitHub
from bot.github_status.judge import Limits, Rules
from bot.people.people import Link, People, PersonName, SlackId
from bot.settings.fields import PersonSettings, Settings, StaleSettings
from bot.wiring import NoGitHub, credentials_of, open_live, people_of, rules_of
from tests.builders import NOW, a_ref


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_TOKEN", "GITHUB_APP_ID", "GITHUB_APP_PRIVATE_KEY"):
        monkeypatch.delenv(name, raising=False)


def _settings(tmp_path: Path, **fields: object) -> Settings:
    url = f"sqlite+aiosqlite:///{tmp_path}/data/x.db"
    return Settings.model_validate({"database_url": url, **fields})


def test_rules_of__the_defaults_are_the_judges(tmp_path: Path) -> None:
    assert rules_of(_settings(tmp_path)) == Rules()


def test_rules_of__every_setting_arrives(tmp_path: Path) -> None:
    stale = StaleSettings(
        approved=2,
        review=4,
        author=6,
        other=8,
        draft=12,
        calendar="US",
        exempt_labels=("a",),
        exempt_titles=("b",),
        bots=("c",),
        command_comments=("d",),
    )

    assert rules_of(_settings(tmp_path, stale=stale)) == Rules(
        limits=Limits(approved=2, review=4, author=6, other=8, draft=12),
        calendar="US",
        exempt_labels=("a",),
        exempt_titles=("b",),
        bots=("c",),
        command_comments=("d",),
    )


def test_people_of__links_of_the_file(tmp_path: Path) -> None:
    person = PersonSettings(github="ana", slack="U012ABCDEF", calendar="US")
    settings = _settings(tmp_path, people={"Ana Souza": person, "Bo": PersonSettings()})

    assert people_of(settings) == People(
        (
            Link(
                name=PersonName("Ana Souza"),
                github=Login("ana"),
                slack=SlackId("U012ABCDEF"),
                calendar="US",
            ),
            Link(name=PersonName("Bo")),
        )
    )


def test_credentials_of__a_token_and_an_app(tmp_path: Path) -> None:
    assert credentials_of(_settings(tmp_path)) is None

    both = credentials_of(
        _settings(
            tmp_path,
            github_token="ghp_hunter2",
            github_app_id="12",
            github_app_private_key="-----BEGIN KEY-----\nhunter2",
            github_app_installation_id=34,
        )
    )

    assert both is not None
    assert both.app is not None
    assert both.token == "ghp_hunter2"
    assert (both.app.app_id, both.app.installation_id) == ("12", 34)
    assert both.app.private_key.startswith("-----BEGIN KEY")
    assert "hunter2" not in repr(both)


async def test_open_live__opens_nothing_before_it_is_used(tmp_path: Path) -> None:
    async with open_live(_settings(tmp_path, github_token="x")) as live:
        assert isinstance(live.github, GitHub)
        assert not (tmp_path / "data").exists()
        assert await live.reader.latest(a_ref(), now=NOW) is None

    assert (tmp_path / "data/x.db").exists()


async def test_open_live__without_credentials_it_says_how_to_get_some(tmp_path: Path) -> None:
    async with open_live(_settings(tmp_path)) as live:
        assert isinstance(live.github, NoGitHub)
        assert await live.github.viewer() is None
        with pytest.raises(UserError) as caught:
            await live.github.readings([a_ref()], on_progress=lambda _done, _total: None)

    assert "GITHUB_TOKEN" in caught.value.advice


async def test_open_live__an_address_that_cannot_be(tmp_path: Path) -> None:
    settings = _settings(tmp_path).model_copy(update={"database_url": SecretStr("nonsense")})

    with pytest.raises(UserError):
        async with open_live(settings):
            pass
