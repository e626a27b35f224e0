"""The environment: secrets that stand in files, and what is wrong across variables.

A single variable is read and checked by the field of its name. What is set goes before what `.env`
says, which holds while the settings are read (`beside`), and only for them.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType

from bot.errors import UserError
from bot.github_status.github.endpoints import GITHUB_COM, endpoints
from bot.store.engine import database_url

CONFIG_VARIABLE = "NEMORL_STATUS_CONFIG"
SECRETS = (
    "github_token",
    "github_write_token",
    "github_app_private_key",
    "database_url",
    "slack_bot_token",
    "slack_app_token",
    "slack_signing_secret",
    "github_webhook_secret",
)
"""Fields whose value may stand in a file that `…_FILE` names."""


_SENT_NOWHERE = ("database_url", "github_webhook_secret")

ADDRESSES = ("GITHUB_API_URL", "GITHUB_GRAPHQL_URL", "SLACK_API_URL")
"""Where credentials are sent."""

_NOTHING: Mapping[str, str] = MappingProxyType({})
_beside: ContextVar[Mapping[str, str]] = ContextVar("_beside", default=_NOTHING)


@contextmanager
def beside(values: Mapping[str, str]) -> Iterator[None]:
    """Within this, these hold too where the environment sets nothing."""
    token = _beside.set(values)
    try:
        yield
    finally:
        _beside.reset(token)


def variables_beside() -> Mapping[str, str]:
    """What `.env` says, where the environment does not say it."""
    return {k: v for k, v in _beside.get().items() if v.strip() and not _is_set_outside(k)}


def variable(name: str) -> str | None:
    """What is set; an empty one counts as unset."""
    return os.environ.get(name, "").strip() or _beside.get().get(name, "").strip() or None


def is_set(name: str) -> bool:
    """Whether this field has a variable, or a file that one names."""
    return any(variable(f"{name.upper()}{tail}") is not None for tail in ("", "_FILE"))


def secrets_from_files() -> Mapping[str, str | None]:
    """By field, the secrets that `…_FILE` variables lead to; `None` where the file is no text."""
    paths = {name: variable(f"{name.upper()}_FILE") for name in SECRETS}
    return {name: _content(Path(path)) for name, path in paths.items() if path is not None}


def environment_mistakes(secrets: Mapping[str, str | None]) -> Iterator[str]:
    """What is wrong, never with a value: it may be what nobody should see."""
    for name, text in secrets.items():
        upper = name.upper()
        if variable(upper) is not None:
            yield f"{upper} and {upper}_FILE are both set: keep one of them."
        elif text is None:
            yield f"{upper}_FILE names a file that cannot be read."
        elif not text:
            yield f"{upper}_FILE names an empty file."
    yield from _mixed_mistakes()
    yield from _app_mistakes()
    yield from _same_token_mistakes(secrets)
    yield from _address_mistakes(secrets.get("database_url") or variable("DATABASE_URL"))


def api_url_of() -> str | None:
    """GitHub's address; `None` when what is set is none."""
    try:
        return endpoints(variable("GITHUB_API_URL") or GITHUB_COM).rest
    except UserError:
        return None


def _content(path: Path) -> str | None:
    try:
        return path.expanduser().read_text(encoding="utf-8").strip()
    except (OSError, RuntimeError, UnicodeDecodeError):
        return None


def _is_set_outside(name: str) -> bool:
    return bool(os.environ.get(name, "").strip())


def _mixed_mistakes() -> Iterator[str]:
    """A file in the folder where somebody happens to stand does not say where their credentials go.

    Credentials that stand beside the address are its own.
    """
    secrets = [name.upper() for name in SECRETS if name not in _SENT_NOWHERE]
    set_outside = [n for n in secrets if _is_set_outside(n) or _is_set_outside(f"{n}_FILE")]
    kinds = {name.split("_", maxsplit=1)[0] for name in set_outside}
    for address in ADDRESSES:
        if address in variables_beside() and address.split("_", maxsplit=1)[0] in kinds:
            yield (
                f"{address} stands in .env, and what would be sent there in the environment:"
                " set both in one place."
            )


def _app_mistakes() -> Iterator[str]:
    """An App needs its id and its key."""
    has_id = variable("GITHUB_APP_ID") is not None
    has_key = is_set("github_app_private_key")
    if has_id and not has_key:
        yield "GITHUB_APP_ID is set, and GITHUB_APP_PRIVATE_KEY is missing."
    if has_key and not has_id:
        yield "GITHUB_APP_PRIVATE_KEY is set, and GITHUB_APP_ID is missing."


def _same_token_mistakes(secrets: Mapping[str, str | None]) -> Iterator[str]:
    """What reads all day is not what may write."""
    reads, writes = (
        secrets.get(name) or variable(name.upper())
        for name in ("github_token", "github_write_token")
    )
    if reads is not None and reads == writes:
        yield "GITHUB_WRITE_TOKEN is the same as GITHUB_TOKEN: make another one for writing."


def _address_mistakes(database: str | None) -> Iterator[str]:
    if api_url_of() is None:
        yield f"GITHUB_API_URL is no address such as {GITHUB_COM}, without a user name or a query."
    try:
        endpoints(GITHUB_COM, variable("GITHUB_GRAPHQL_URL"))
    except UserError:
        yield f"GITHUB_GRAPHQL_URL is no address such as {GITHUB_COM}/graphql."
    try:
        if database is not None:
            database_url(database)
    except UserError as error:
        yield f"{error} {error.advice}"
