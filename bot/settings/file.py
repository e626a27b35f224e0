"""The settings file: found, parsed, kept free of secrets; and where in it something stands."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]

_SECRET_KEY = re.compile(
    r"(?:^|[^a-z])(?:tokens?|secrets?|passw(?:or)?d|password|keys?|pat|credentials?)(?:$|[^a-z])"
)
# https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
# and https://docs.slack.dev/authentication/tokens; the last one is a user name with a password.
SECRET_VALUE = re.compile(
    r"(?:gh[oprsu]_\w|github_pat_\w|xox[a-z]-\w|xapp-\w)\S*"
    r"|-----BEGIN [\s\S]*|://[^/\s:@]*:[^/\s:@]+@"
)
_ENVIRONMENT = (
    "secrets come from the environment (GITHUB_TOKEN, or a file that GITHUB_TOKEN_FILE names)"
)


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """One thing that is wrong, in a sentence with its place; by line, those without one last."""

    line: float
    text: str


NO_LINE = float("inf")


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """What the file says, and what is wrong with it as a file."""

    path: Path | None
    """`None`: there is none, and that is no mistake."""
    tables: Mapping[str, Any] = field(default_factory=dict)
    mistakes: tuple[Mistake, ...] = ()
    text: str = ""

    def mistake(self, keys: KeyPath, what: str) -> Mistake:
        """What is wrong where these keys, or the nearest ones above them, stand."""
        name = self.path.name if self.path else "the settings file"
        lines = line_numbers(self.text)
        sentence = what if what.endswith(("?", ".")) else f"{what}."
        for length in range(len(keys), 0, -1):
            line = lines.get(keys[:length])
            if line is not None:
                return Mistake(line, f"{name}, line {line}: {sentence}")
        return Mistake(NO_LINE, f"{name}: {sentence}")


def read_file(path: Path | None) -> SettingsFile:
    """The file at this path; what cannot be read or may not stand there is a mistake."""
    if path is None:
        return SettingsFile(None)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return _unread(path, f"There is no settings file {path}.")
    except UnicodeDecodeError:
        return _unread(path, f"{path} is not a text in UTF-8.")
    except OSError as error:
        reason = (error.strerror or "it fails").lower()
        return _unread(path, f"{path} cannot be read: {reason}.")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _unread(path, f"{path.name} is not valid TOML: {error}.")
    except RecursionError:
        return _unread(path, f"{path.name} is nested too deep.")
    return _without_secrets(SettingsFile(path, tables, text=text))


def _unread(path: Path, why: str) -> SettingsFile:
    return SettingsFile(path, mistakes=(Mistake(0, why),))


def _without_secrets(file: SettingsFile) -> SettingsFile:
    """The file without its secrets, each of which is a mistake that does not repeat it."""
    found = dict(_secrets(file.tables, ()))
    mistakes = (file.mistake(keys, f"{said}: {_ENVIRONMENT}") for keys, said in found.items())
    return SettingsFile(file.path, _cut(file.tables, set(found)), tuple(mistakes), file.text)


def _secrets(value: Any, keys: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Where secrets stand, and what may be said of each."""
    name = keys[-1] if keys else ""
    if isinstance(name, str) and SECRET_VALUE.search(name):
        yield keys, "a key looks like a secret"
    elif isinstance(name, str) and not _is_free(keys) and _SECRET_KEY.search(_words(name)):
        yield keys, f"“{name}” may not stand here"
    elif isinstance(value, str) and SECRET_VALUE.search(value):
        yield keys, f"the value of “{_dotted(keys)}” looks like a secret"
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _secrets(inner, (*keys, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _secrets(inner, (*keys, number))


def _cut(value: Any, gone: set[KeyPath], keys: KeyPath = ()) -> Any:
    if isinstance(value, Mapping):
        kept = {k: v for k, v in value.items() if (*keys, k) not in gone}
        return {k: _cut(v, gone, (*keys, k)) for k, v in kept.items()}
    if isinstance(value, list):
        return [_cut(v, gone, (*keys, n)) for n, v in enumerate(value) if (*keys, n) not in gone]
    return value


def _is_free(keys: KeyPath) -> bool:
    """A key that people choose: a person's name, or an alias."""
    return (len(keys) == 2 and keys[0] == "people") or "aliases" in keys[:-1]


def _words(key: str) -> str:
    """`privateKey` and `private-key` → words that can be told apart."""
    return re.sub(r"([a-z])([A-Z])", r"\1 \2", key).lower()


def _dotted(keys: KeyPath) -> str:
    return ".".join(str(key) for key in keys if isinstance(key, str))


def line_numbers(text: str) -> Mapping[KeyPath, int]:
    """The 1-based line on which each key and table of a valid TOML text begins."""
    found: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, statement, tables in _statements(text):
        if statement.lstrip().startswith("["):
            table = _opened(tables, found)
            found.setdefault(table, number)
        for keys in _paths(tables, table) if not statement.lstrip().startswith("[") else ():
            found.setdefault(keys, number)
    return found


def _statements(text: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Each header or assignment with the line it begins on, and what it says when read alone."""
    begin, lines = 1, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        lines.append(line)
        try:
            tables = tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError:
            continue  # goes on in the next line
        if tables:
            yield begin, "\n".join(lines), tables
        begin, lines = number + 1, []


def _opened(tables: Mapping[str, Any], found: Mapping[KeyPath, int]) -> KeyPath:
    """The path of the table that a header opens: `[[tracker]]` the second time is `tracker`, 1."""
    keys: KeyPath = ()
    value: Any = tables
    while value:
        if isinstance(value, list):
            return (*keys, _count(keys, found))
        (key,) = value
        keys, value = (*keys, key), value[key]
        known = _count(keys, found)
        if known and not isinstance(value, list):
            keys = (*keys, known - 1)
    return keys


def _count(keys: KeyPath, found: Mapping[KeyPath, int]) -> int:
    """How many tables of this array have been opened."""
    count = 0
    while (*keys, count) in found:
        count += 1
    return count


def _paths(value: Any, keys: KeyPath) -> Iterator[KeyPath]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield (*keys, key)
            yield from _paths(inner, (*keys, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield (*keys, number)
            yield from _paths(inner, (*keys, number))
