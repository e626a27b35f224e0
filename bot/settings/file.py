"""The settings file: found, parsed, kept free of secrets; and where in it something stands."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]

LARGEST_BYTES = 1_000_000
"""A settings file has some kilobytes; what is larger was named by mistake."""
DEEPEST = 20
"""Tables and lists in each other; the settings need four."""

_SECRET_KEY = re.compile(
    r"(?:^|[^a-z])(?:tokens?|secrets?|passw(?:or)?d|password|keys?|pat|credentials?)(?:$|[^a-z])"
)
# https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
# and https://docs.slack.dev/authentication/tokens; the last ones stand in addresses: a user name
# with a password, a token alone, and a token in the query. Limits keep the search linear.
SECRET_VALUE = re.compile(
    r"(?:gh[oprsu]_\w|github_pat_\w|xox[a-z]-\w|xapp-\w)\S*"
    r"|-----BEGIN [\s\S]*"
    r"|://[^/\s:@]{0,500}:\S{1,500}@|(?i:https?|wss?)://[^/\s@]{1,500}@"
    r"|[?&](?i:[\w.-]{0,40}(?:token|secret|passw(?:or)?d|key|ticket))=[^\s&#]+"
)
# Tokens of GitHub before 2021 have no prefix:
# https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
_OLD_TOKEN = re.compile(r"\s*[0-9a-f]{40}\s*")
_SHOWN_AT_MOST = 40
"""Characters of a wrong value in a message: a login of github.com has at most 39."""
_LONGEST = 400
"""Characters of a sentence about the file; ours are shorter."""
_RANDOM_FROM = 20
"""So many characters without white space and with a digit may be a secret of whatever kind."""
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
    lines: Mapping[KeyPath, int] = field(default_factory=dict)

    def mistake(self, keys: KeyPath, what: str) -> Mistake:
        """What is wrong where these keys, or the nearest ones above them, stand."""
        name = self.path.name if self.path else "the settings file"
        sentence = _plain(what if what.endswith(("?", ".")) else f"{what}.")
        for length in range(len(keys), 0, -1):
            line = self.lines.get(keys[:length])
            if line is not None:
                return Mistake(line, f"{name}, line {line}: {sentence}")
        return Mistake(NO_LINE, f"{name}: {sentence}")


def read_file(path: Path | None) -> SettingsFile:
    """The file at this path; what cannot be read or may not stand there is a mistake."""
    if path is None:
        return SettingsFile(None)
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_BYTES + 1)
        if len(content) > LARGEST_BYTES:
            return _unread(path, f"{path} is larger than a settings file may be (1 MB).")
        text = content.decode("utf-8-sig")
    except FileNotFoundError:
        return _unread(path, f"There is no settings file {path}.")
    except UnicodeDecodeError:
        return _unread(path, f"{path} is not a text in UTF-8.")
    except OSError as error:
        reason = (error.strerror or "it fails").lower()
        return _unread(path, f"{path} cannot be read: {reason}.")
    return _parsed(path, text)


def _parsed(path: Path, text: str) -> SettingsFile:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _unread(path, f"{path.name} is not valid TOML{_position(error)}: {_TOML}.")
    except ValueError:  # https://docs.python.org/3/library/stdtypes.html#int-max-str-digits
        return _unread(path, f"{path.name} has a number that is too long.")
    except RecursionError:
        return _unread(path, f"{path.name} is nested too deep.")
    if _is_deep(tables):
        return _unread(path, f"{path.name} is nested too deep.")
    return _without_secrets(SettingsFile(path, tables, lines=line_numbers(text)))


def _position(error: tomllib.TOMLDecodeError) -> str:
    """Only where it is: the parser's own words repeat keys, and a key may be a secret."""
    found = re.search(r" \((?:at )?(line \d+, column \d+|end of document)\)$", str(error))
    return "" if found is None else f" ({found[1]})"


_TOML = "text stands in quotes, brackets in pairs, and nothing is named twice (https://toml.io)"


def _is_deep(tables: Mapping[str, Any]) -> bool:
    """Too deep for what follows, which goes down by recursion."""
    level: list[Any] = [tables]
    for _ in range(DEEPEST):
        level = [inner for value in level for inner in _inside(value)]
    return bool(level)


def _inside(value: Any) -> Iterator[Any]:
    """The tables and lists in this one."""
    for inner in value.values() if isinstance(value, Mapping) else value:
        if isinstance(inner, Mapping | list):
            yield inner


def shown(value: str) -> str:
    """A wrong value as a message may repeat it: cut, and nothing that could be a secret."""
    words = value.split()
    if _is_secret(value) or any(len(w) >= _RANDOM_FROM and re.search(r"\d", w) for w in words):
        return "[secret]"
    return value if len(value) <= _SHOWN_AT_MOST else f"{value[: _SHOWN_AT_MOST - 1]}…"


def _is_secret(value: str) -> bool:
    return bool(SECRET_VALUE.search(value) or _OLD_TOKEN.fullmatch(value))


def _plain(sentence: str) -> str:
    """Without what a terminal would obey, and not endless: a key may be as long as the file."""
    start = sentence if len(sentence) <= _LONGEST else f"{sentence[:_LONGEST]}…"
    return "".join(c if c.isprintable() else "?" for c in start)


def _unread(path: Path, why: str) -> SettingsFile:
    return SettingsFile(path, mistakes=(Mistake(0, why),))


def _without_secrets(file: SettingsFile) -> SettingsFile:
    """The file without its secrets, each of which is a mistake that does not repeat it."""
    found = dict(_secrets(file.tables, ()))
    mistakes = (file.mistake(keys, f"{said}: {_ENVIRONMENT}") for keys, said in found.items())
    return replace(file, tables=_cut(file.tables, set(found)), mistakes=tuple(mistakes))


def _secrets(value: Any, keys: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Where secrets stand, and what may be said of each."""
    name = keys[-1] if keys else ""
    if isinstance(name, str) and _is_secret(name):
        yield keys, "a key looks like a secret"
    elif isinstance(name, str) and not _is_free(keys) and _SECRET_KEY.search(_words(name)):
        yield keys, f"“{name}” may not stand here"
    elif isinstance(value, str) and _is_secret(value):
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
    opened = Counter[KeyPath]()
    table: KeyPath = ()
    for number, statement, tables in _statements(text):
        if statement.lstrip().startswith("["):
            table = _opened(tables, opened)
            found.setdefault(table, number)
        for keys in _paths(tables, table) if not statement.lstrip().startswith("[") else ():
            found.setdefault(keys, number)
    return found


_TOML_TOKEN = re.compile(
    r'"""(?:[^\\]|\\[\s\S])*?"""+'
    r"|'''[\s\S]*?'''+"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'|#[^\n]*"
    r"|(?P<opens>[\[{])|(?P<closes>[\]}])|(?P<ends>\n)"
)


def _statements(text: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Each header or assignment with the line it begins on, and what it says when read alone."""
    line, begin, depth = 1, 0, 0
    for token in _TOML_TOKEN.finditer(f"{text}\n"):
        depth += (token["opens"] is not None) - (token["closes"] is not None)
        if token["ends"] is None or depth:
            continue
        statement = text[begin : token.end()]
        tables = tomllib.loads(statement)
        if tables:
            yield line, statement, tables
        line, begin = line + statement.count("\n"), token.end()


def _opened(tables: Mapping[str, Any], opened: Counter[KeyPath]) -> KeyPath:
    """The path of the table that a header opens: `[[tracker]]` the second time is `tracker`, 1.

    `opened` counts the tables of each array so far, and is counted up.
    """
    keys: KeyPath = ()
    value: Any = tables
    while value:
        if isinstance(value, list):
            opened[keys] += 1
            return (*keys, opened[keys] - 1)
        (key,) = value
        keys, value = (*keys, key), value[key]
        if opened[keys] and not isinstance(value, list):
            keys = (*keys, opened[keys] - 1)
    return keys


def _paths(value: Any, keys: KeyPath) -> Iterator[KeyPath]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield (*keys, key)
            yield from _paths(inner, (*keys, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield (*keys, number)
            yield from _paths(inner, (*keys, number))
