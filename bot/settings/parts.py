"""What several tables and variables of the settings are made of."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, SecretStr, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Texts = tuple[Text, ...]


class Table(BaseModel):
    """A table of the settings file."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


def one_line(value: object) -> str | None:
    """A credential goes into a header: no white space around it, none in it."""
    text = value.strip() if isinstance(value, str) else ""
    if not text.isascii() or any(c.isspace() for c in text):
        raise ValueError("has white space or unusual characters in it")
    return text or None


def stripped(value: object) -> object:
    """Without white space around it; nothing else is nothing."""
    return (value.strip() or None) if isinstance(value, str) else value


def listed(tables: Any) -> list[Mapping[str, Any]]:
    """The tables of an array at their places; what is none is an empty one."""
    if not isinstance(tables, list):
        return []
    return [table if isinstance(table, Mapping) else {} for table in tables]


OptionalSecret = Annotated[SecretStr | None, BeforeValidator(one_line)]
