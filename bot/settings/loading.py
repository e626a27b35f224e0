"""Settings from the file and the environment, or every mistake in them at once."""

import difflib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from bot import PROGRAM
from bot.errors import SettingsError
from bot.github_status.facts.pulls import Login
from bot.people.people import Link, PersonName, SlackId, each_checked
from bot.settings.digests import DigestSettings, RemindSettings, digest_mistakes
from bot.settings.env_file import ENV_NAME, EnvFile, read_env_file
from bot.settings.environment import (
    CONFIG_VARIABLE,
    api_url_of,
    beside,
    environment_mistakes,
    secrets_from_files,
    variable,
)
from bot.settings.fields import (
    FILE_TABLES,
    PersonSettings,
    RefreshSettings,
    Settings,
    StaleSettings,
    TrackerSettings,
)
from bot.settings.file import NO_LINE, KeyPath, Mistake, SettingsFile, read_file, shown
from bot.settings.parts import listed
from bot.settings.repair import RepairSettings, repair_mistakes
from bot.settings.repositories import RepositorySettings, repository_mistakes
from bot.settings.salvage import right_part
from bot.settings.slack import ServerSettings, SlackSettings, serving_mistakes
from bot.settings.trackers import is_elsewhere, issue_ref

FILE_NAME = "nemorl-status.toml"

_TABLES: Mapping[str, type[BaseModel]] = {
    "tracker": TrackerSettings,
    "refresh": RefreshSettings,
    "stale": StaleSettings,
    "people": PersonSettings,
    "slack": SlackSettings,
    "server": ServerSettings,
    "digest": DigestSettings,
    "remind": RemindSettings,
    "repair": RepairSettings,
    "repository": RepositorySettings,
}
_ARRAYS = frozenset({"tracker", "digest", "repository"})
"""Tables of which there may be several."""
_ENVIRONMENT_FIELDS = frozenset(Settings.model_fields) - FILE_TABLES


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was found, and everything that is wrong with it."""

    path: Path | None
    """The settings file; `None`: there is none."""
    env_file: EnvFile | None
    """`.env`, which stands beside it or, without one, in the working folder; `None`: there is
    none."""
    settings: Settings | None
    """What is right of it; `None`: nothing that holds together."""
    mistakes: tuple[str, ...]


def load_settings(config: Path | None = None) -> Settings:
    """The settings of this file, else of the usual places, and of the environment.

    Raises `SettingsError` that names every mistake. Without any file there is nothing wrong.
    """
    return _right(found_settings(config))


def load_serving_settings(config: Path | None = None) -> Settings:
    """The same for a running bot, which needs more of them.

    Raises `SettingsError` that names every mistake and whatever is missing.
    """
    return _right(found_settings(config, serving=True))


def found_settings(config: Path | None = None, *, serving: bool = False) -> Found:
    """The same, whatever is wrong; `serving`: what a running bot needs and is missing is wrong."""
    path = _config_path(config)
    env_file = read_env_file((path.parent if path else Path()) / ENV_NAME)
    with beside(env_file.values if env_file else {}):
        settings, mistakes = _read(read_file(path), serving=serving)
    wrong = (*(env_file.mistakes if env_file else ()), *mistakes)
    return Found(path=path, env_file=env_file, settings=settings, mistakes=wrong)


def _right(found: Found) -> Settings:
    if found.mistakes or found.settings is None:
        raise SettingsError(
            found.mistakes, advice="Mend them and ask again; docs/settings.md lists every setting."
        )
    return found.settings


def _read(file: SettingsFile, *, serving: bool) -> tuple[Settings | None, tuple[str, ...]]:
    """What is right, and every mistake in a sentence."""
    secrets = secrets_from_files()
    found = [*file.mistakes, *(_missing(file) if serving else ()), *_unknown_tables(file)]
    found += [*_tracker_mistakes(file), *_people_mistakes(file)]
    found += [file.mistake(keys, what) for keys, what in digest_mistakes(file.tables, file.lines)]
    found += [file.mistake(keys, what) for keys, what in repository_mistakes(file.tables)]
    found += [Mistake(NO_LINE, text) for text in environment_mistakes(secrets)]
    values: dict[str, Any] = {k: v for k, v in secrets.items() if v is not None}
    values |= {key: table for key, table in file.tables.items() if key in FILE_TABLES}
    settings: Settings | None
    try:
        settings = Settings(**values)
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        found += [_mistake(details, file) for details in wrong]
        settings = right_part(values, wrong)
    return settings, tuple(mistake.text for mistake in sorted(found))


def _missing(file: SettingsFile) -> Iterator[Mistake]:
    """What a running bot cannot do without."""
    for text in serving_mistakes():
        yield Mistake(NO_LINE, text)
    if not file.mistakes and not file.tables.get("tracker"):
        name = file.path.name if file.path else f"{FILE_NAME} (there is none)"
        yield Mistake(NO_LINE, f"No [[tracker]] is named in {name}.")
    for text in repair_mistakes(file.tables.get("repair")):
        yield Mistake(NO_LINE, text)


def _config_path(config: Path | None) -> Path | None:
    """The file that was named, else the first of the usual ones that exists."""
    named = variable(CONFIG_VARIABLE)
    if config is not None or named is not None:
        return config or _expanded(Path(named or ""))
    usual = (Path(FILE_NAME), platformdirs.user_config_path(PROGRAM, appauthor=False) / FILE_NAME)
    return next((path for path in usual if path.exists()), None)


def _expanded(path: Path) -> Path:
    """With the user's folder for `~`; of a user who is not there, a file that is not there."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


# --- what the fields say --------------------------------------------------------------------------

_MESSAGES = {
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "string_type": "must be text, in quotes",
    "string_too_short": "must not be empty",
    "tuple_type": "must be a list",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "dict_type": "must be a table",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
}


def _mistake(found: ErrorDetails, file: SettingsFile) -> Mistake:
    keys: KeyPath = tuple(found["loc"])
    if keys[0] not in FILE_TABLES:
        return Mistake(NO_LINE, f"{str(keys[0]).upper()} {_message(found)}.")
    return file.mistake(keys, _said(found, keys))


def _said(found: ErrorDetails, keys: KeyPath) -> str:
    if found["type"] == "extra_forbidden":
        return _unknown_key(keys)
    if found["type"] == "missing":
        return f"“{_dotted(keys)}” is missing"
    if len(keys) == 1 and keys[0] in _ARRAYS:
        return f"write [[{keys[0]}]], with two brackets: there may be several"
    return f"“{_dotted(keys)}” {_message(found)}"


def _message(found: ErrorDetails) -> str:
    """What is wrong, without the value: it may be what nobody should see."""
    context = found.get("ctx", {})
    if found["type"] == "value_error":
        return str(context["error"]).rstrip(".")
    return _MESSAGES.get(found["type"], found["msg"]).format(**context)


def _unknown_tables(file: SettingsFile) -> Iterator[Mistake]:
    for key in file.tables.keys() - FILE_TABLES:
        yield file.mistake((key,), _unknown_key((key,)))


def _unknown_key(keys: KeyPath) -> str:
    key = str(keys[-1])
    if key.lower() in _ENVIRONMENT_FIELDS:
        return f"“{key}” is not set here but by the environment: {key.upper()}"
    known = sorted(_TABLES[str(keys[0])].model_fields if len(keys) > 1 else FILE_TABLES)
    nearest = difflib.get_close_matches(key.lower(), known, n=1)
    hint = f"did you mean “{nearest[0]}”?" if nearest else f"known are {', '.join(known)}"
    return f"“{_dotted(keys)}” is not a setting; {hint}"


def _dotted(keys: Sequence[str | int]) -> str:
    return ".".join(str(key) for key in keys if isinstance(key, str) and key != "[key]")


# --- what one field cannot know -------------------------------------------------------------------


def _tracker_mistakes(file: SettingsFile) -> Iterator[Mistake]:
    """What stands twice, and issues of another GitHub; wrong types are passed over."""
    names: dict[str, list[KeyPath]] = defaultdict(list)
    issues: dict[str, list[KeyPath]] = defaultdict(list)
    api_url = api_url_of()
    for number, tracker in enumerate(listed(file.tables.get("tracker"))):
        for name in _names(tracker):
            names[name.strip().casefold()].append(("tracker", number, "name"))
        try:
            issue = str(issue_ref(tracker.get("issue")))
        except ValueError:
            continue
        issues[issue.casefold()].append(("tracker", number, "issue"))
        if api_url is not None and is_elsewhere(tracker.get("issue"), api_url):
            yield file.mistake(
                ("tracker", number, "issue"), "the issue is not on the GitHub of GITHUB_API_URL"
            )
    for what, found in (("have the name", names), ("are the issue", issues)):
        for text, places in found.items():
            if len(places) > 1:
                yield file.mistake(places[-1], f"two trackers {what} “{text}”")


def _names(tracker: Mapping[str, Any]) -> Iterator[str]:
    other = tracker.get("aliases")
    for name in (tracker.get("name"), *(other if isinstance(other, list) else ())):
        if isinstance(name, str):
            yield name


def _people_mistakes(file: SettingsFile) -> Iterator[Mistake]:
    """Names, logins and Slack ids that cannot be, or stand twice."""
    people = file.tables.get("people")
    links = _links(people) if isinstance(people, Mapping) else ()
    for link, sentences in each_checked(links):
        for sentence in sentences:
            yield file.mistake(("people", link.name), _shown_values(sentence, link))


def _shown_values(sentence: str, link: Link) -> str:
    for value in filter(None, (link.github, link.slack, link.name)):
        sentence = sentence.replace(value, shown(value))
    return sentence


def _links(people: Mapping[str, Any]) -> Iterator[Link]:
    for name, fields in people.items():
        if isinstance(fields, Mapping):
            github, slack = _text(fields.get("github")), _text(fields.get("slack"))
            yield Link(
                name=PersonName(name),
                github=Login(github) if github else None,
                slack=SlackId(slack) if slack else None,
            )


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
