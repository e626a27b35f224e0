"""The net below the rule that nobody logs a secret: what looks like one, and those of the settings.

It belongs to the process, as its logs do.
"""

import math
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote, quote_plus

from bot.settings.file import SECRET_VALUE

SHORTEST: Final = 8
"""Characters of a secret that is looked for: a shorter one would blot out ordinary words."""

_KEY_LINE: Final = 16
"""Characters of a line of a key in PEM form that is looked for by itself."""

_BLOT: Final = "[secret]"

Plain = str | int | float | bool | None | list[Any] | dict[str, Any]


class _Net:
    """The values that are held back."""

    values: re.Pattern[str] | None = None


def hold_back(secrets: Iterable[str]) -> None:
    """From now on blot these out wherever they stand, however they are written down; an earlier
    call's are forgotten."""
    forms = {form for secret in secrets for form in _forms(secret)}
    longest_first = sorted(forms, key=len, reverse=True)
    _Net.values = re.compile("|".join(map(re.escape, longest_first))) if forms else None


def without_secrets(text: str) -> str:
    """The text with what is a secret, or looks like one, blotted out."""
    if _Net.values is not None:
        text = _Net.values.sub(_BLOT, text)
    return SECRET_VALUE.sub(_BLOT, text)


def plain_without_secrets(value: object) -> Plain:
    """The same of whatever a field holds; what is neither a number nor a collection is a text."""
    match value:
        case float() if not math.isfinite(value):
            return str(value)  # JSON has no number for it
        case None | bool() | int() | float():
            return value
        case Mapping():
            return {without_secrets(str(k)): plain_without_secrets(v) for k, v in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain_without_secrets(each) for each in value]
        case bytes():
            return without_secrets(value.decode(errors="replace"))
        case _:
            return without_secrets(str(value))


def _forms(secret: str) -> Iterator[str]:
    """A secret as it stands in texts, addresses and headers."""
    for written in {secret, *(line for line in secret.splitlines() if len(line) >= _KEY_LINE)}:
        raw = written.encode()
        if len(raw) < SHORTEST:
            continue
        yield written
        for escaped in (quote(raw, safe=""), quote(raw), quote_plus(raw)):
            yield escaped
            yield re.sub(r"%[0-9A-F]{2}", lambda found: found[0].lower(), escaped)
        for before in range(3):
            yield _base64(raw, before=before)
            yield _base64(raw, before=before).translate(_URL_SAFE)


_URL_SAFE = str.maketrans("+/", "-_")


def _base64(raw: bytes, *, before: int) -> str:
    """What of it is the same in whatever it stands, where so many bytes (of three) precede it."""
    coded = b64encode(bytes(before) + raw).decode()
    return coded[(0, 2, 3)[before] : (before + len(raw)) * 8 // 6]
