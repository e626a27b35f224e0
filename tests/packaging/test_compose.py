"""`docker/compose.yaml` against what the program can be told, and against the image."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.serving.run import DRAIN_SECONDS
from bot.settings.environment import SECRETS
from bot.settings.fields import FILE_TABLES, Settings
from bot.store.address import database_url
from tests.packaging.dockerfile import ROOT, read_dockerfile

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker/compose.yaml").read_text("utf-8"))
BOT, POSTGRES = COMPOSE["services"]["bot"], COMPOSE["services"]["postgres"]
DOCS = (ROOT / "docs/installation.md").read_text(encoding="utf-8")
IMAGE = read_dockerfile()[-1]


@pytest.mark.parametrize("name", sorted(BOT["environment"]))
def test_bot__every_variable_is_one_of_the_program(name: str) -> None:
    field = name.removesuffix("_FILE").lower()

    assert field in (SECRETS if name.endswith("_FILE") else Settings.model_fields)
    assert field not in FILE_TABLES


@pytest.mark.parametrize("service", [BOT, POSTGRES], ids=["bot", "postgres"])
def test_secrets__stand_in_files_that_the_service_is_given(service: dict[str, Any]) -> None:
    led_to = {v for name, v in service["environment"].items() if name.endswith("_FILE")}

    assert led_to == {f"/run/secrets/{name}" for name in service["secrets"]}
    assert not {name.upper() for name in SECRETS} & set(service["environment"])


def test_secrets__every_one_is_kept_out_of_the_repository_and_told_of() -> None:
    used = {*BOT["secrets"], *POSTGRES["secrets"]}

    assert set(COMPOSE["secrets"]) == used
    for name, secret in COMPOSE["secrets"].items():
        assert secret == {"file": f"./secrets/{name}"}
        assert name in DOCS
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"docker/secrets/", "docker/nemorl-status.toml"} <= set(ignored)


def test_bot__two_that_wait_for_the_database() -> None:
    assert BOT["deploy"]["replicas"] == 2
    assert BOT["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    assert POSTGRES["healthcheck"]["test"][1] == "pg_isready"
    assert "ports" not in BOT, "two cannot have the same one"


def test_bot__time_to_answer_what_was_asked() -> None:
    seconds = int(BOT["stop_grace_period"].removesuffix("s"))

    assert seconds > DRAIN_SECONDS + 5


def test_bot__can_do_nothing_but_its_work() -> None:
    assert BOT["read_only"] is True
    assert BOT["cap_drop"] == ["ALL"]
    assert BOT["tmpfs"] == ["/tmp"]  # noqa: S108 -- the container's
    for service in (BOT, POSTGRES):
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "privileged" not in service


def test_bot__its_settings_are_where_the_image_looks_and_cannot_be_written() -> None:
    [settings] = BOT["volumes"]
    folder = Path(IMAGE.environment["XDG_CONFIG_HOME"])

    assert settings["target"] == str(folder / "nemorl-status/nemorl-status.toml")
    assert settings["read_only"] is True
    assert settings["bind"]["create_host_path"] is False


def test_database__reached_by_the_bot_only_and_kept() -> None:
    assert POSTGRES["image"].split(":")[1].count(".") == 1, "an exact version"
    assert POSTGRES["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert set(BOT["networks"]) == {"inside", "outside"}
    assert POSTGRES["volumes"] == ["database:/var/lib/postgresql/data"]


def test_database__the_address_of_the_docs_fits() -> None:
    [line] = [line for line in DOCS.splitlines() if "postgresql+psycopg://" in line]
    written = line.split('"')[1].replace("$password", "0123abcd")
    url = database_url(written)

    assert url.host in COMPOSE["services"]
    assert url.username == POSTGRES["environment"]["POSTGRES_USER"]
    assert url.database == POSTGRES["environment"]["POSTGRES_DB"]
    assert url.password == "0123abcd"
