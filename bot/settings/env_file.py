"""`.env`, beside the settings file: variables for whoever starts the program by hand.

One `NAME=value` in a line, as systemd, Docker and shells read it: nothing is worked out in a value,
and none goes on in the next line.
"""

import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

ENV_NAME: Final = ".env"
LARGEST_BYTES: Final = 100_000
"""A private key has some kilobytes; what is larger is no such file."""

_LINE = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)", re.ASCII)
_FOR_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True)
class EnvFile:
    """What the file says, and what is wrong with it as a file."""

    path: Path
    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    mistakes: tuple[str, ...] = ()
    """Sentences, never with a value."""
    is_open: bool = False
    """Others on this machine may read it, or change it."""


def read_env_file(path: Path) -> EnvFile | None:
    """The file at this path; `None`: there is none."""
    try:
        with path.open("rb") as file:
            mode = stat.S_IMODE(path.stat().st_mode)
            content = file.read(LARGEST_BYTES + 1)
        if len(content) > LARGEST_BYTES:
            return EnvFile(path, mistakes=(f"{path} is larger than such a file may be (100 kB).",))
        text = content.decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError:
        return EnvFile(path, mistakes=(f"{path} is not a text in UTF-8.",))
    except OSError as error:
        reason = (error.strerror or "it fails").lower()
        return EnvFile(path, mistakes=(f"{path} cannot be read: {reason}.",))
    values, mistakes = _parsed(text, path.name)
    return EnvFile(path, MappingProxyType(values), mistakes, is_open=bool(mode & _FOR_OTHERS))


def _parsed(text: str, name: str) -> tuple[dict[str, str], tuple[str, ...]]:
    values: dict[str, str] = {}
    mistakes = []
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        found = _LINE.fullmatch(stripped)
        if found is None or (value := _value(found[2].strip())) is None:
            mistakes.append(f"{name}, line {number}: write NAME=value, with quotes in pairs.")
        else:
            values[found[1]] = value
    return values, tuple(mistakes)


def _value(written: str) -> str | None:
    """Without its quotes, or the comment after it; `None`: a quote has no end."""
    if written[:1] in {"'", '"'}:
        inner, quote, rest = written[1:].partition(written[0])
        is_whole = bool(quote) and (not rest.strip() or rest.lstrip().startswith("#"))
        return inner if is_whole else None
    return "" if written.startswith("#") else re.split(r"\s+#", written, maxsplit=1)[0]
