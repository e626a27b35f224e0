"""Names in a question → workstreams and people of the scene.

A name that fits nothing is told with the nearest names and an example; a tie with what to type for
each. How names are compared is told in `people.names`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from bot.answers import PersonAsked, redacted
from bot.commands.command import Scene
from bot.commands.words import listed, one_line, shortened, shown
from bot.errors import MOST_CHOICES_IN_A_SENTENCE, Ambiguous, Choice, NoMatch
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.verdicts import JudgedWorkstream
from bot.people.candidates import Somebody, known_people
from bot.people.names import Matched, Named, match, nearest

Workstreams: TypeAlias = tuple[JudgedWorkstream, ...]
"""One workstream, or all that have the same path: no name could tell those apart."""

WordsFor: TypeAlias = Callable[[str], str]
"""A workstream's name → what to type to ask the same question about it."""


def show_words(name: str) -> str:
    """What to type to see a workstream, whatever it is called."""
    return f"show {name}"


def named_workstreams(scene: Scene) -> tuple[Named[Workstreams], ...]:
    """Every workstream that has a name, in the order of the index."""
    by_path: dict[tuple[str, ...], list[JudgedWorkstream]] = {}
    for judged in scene.tracker.walk():
        if judged.workstream.path:
            by_path.setdefault(judged.workstream.path, []).append(judged)
    return tuple(
        Named(value=tuple(same), path=path, aliases=_aliases(path, scene.aliases))
        for path, same in by_path.items()
    )


def named_people(scene: Scene) -> tuple[Named[Somebody], ...]:
    """Everybody of the tracker whom this audience may see."""
    return known_people(redacted(scene.tracker, scene.audience), scene.people)


def workstreams_called(scene: Scene, asked: str, *, words_for: WordsFor) -> Workstreams:
    """The workstream of this name. Raises `NoMatch`, or `Ambiguous` when several fit equally."""
    names = named_workstreams(scene)
    found = match(asked, names)
    if not found.winners:
        raise no_workstream(scene, asked, names, words_for=words_for)
    return the_workstream(asked, found, names, words_for=words_for)


def the_workstream(
    asked: str,
    found: Matched[Workstreams],
    names: Sequence[Named[Workstreams]],
    *,
    words_for: WordsFor,
) -> Workstreams:
    """What was found among `names`, if it is only one; else raises `Ambiguous`."""
    if len(found.winners) == 1:
        return found.winners[0].value
    choices = [
        Choice(label=one_line(" › ".join(w.path)), words=words_for(path_to_type(w, names)))
        for w in found.winners
    ]
    raise _tie(asked, "workstreams", choices)


def the_person(asked: str, found: Matched[Somebody]) -> PersonAsked:
    """Who was found, if it is only one; else raises `Ambiguous`."""
    if len(found.winners) == 1:
        return person_asked(found.winners[0].value)
    people = [w.value for w in found.winners]
    raise _tie(asked, "people", [Choice(label=_label(p), words=person_words(p)) for p in people])


def person_asked(somebody: Somebody) -> PersonAsked:
    """The person, as an answer takes them."""
    return PersonAsked(shown=somebody.name, names=somebody.names, logins=somebody.logins)


def path_to_type(wanted: Named[Workstreams], names: Sequence[Named[Workstreams]]) -> str:
    """The shortest name that finds this workstream; where it can be, one that no shell minds."""
    for text in (fold_name(wanted.name), fold_name(" ".join(wanted.path))):
        if [found.path for found in match(text, names).winners] == [wanted.path]:
            return text
    return one_line(" ".join(wanted.path))


def person_words(somebody: Somebody) -> str:
    """What to type for this person and nobody else: a login where one is known."""
    return f"gh:{somebody.logins[0]}" if somebody.logins else f"@{one_line(somebody.name)}"


def no_workstream(
    scene: Scene, asked: str, names: Sequence[Named[Workstreams]], *, words_for: WordsFor
) -> NoMatch:
    """No workstream has this name; with the nearest ones."""
    near = nearest(asked, names)
    example = words_for(path_to_type(near[0], names)) if near else ""
    return no_match(
        f"No workstream of {scene.name} is called {shown(asked)}.", asked, near, example
    )


def no_match(what: str, asked: str, near: Sequence[Named[object]], example: str) -> NoMatch:
    """Nothing has this name; `example`: what to type for the nearest one."""
    names = [one_line(named.name) for named in near]
    advice = "Ask without any words for the overview."
    if names:
        advice = f"The nearest: {listed(map(shown, names))}. For example “{example}”."
    return NoMatch(what, asked=asked, nearest=names, advice=advice)


def _aliases(path: tuple[str, ...], aliases: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    names = {fold_name(path[-1]), fold_name(" ".join(path))}
    return tuple(alias for alias, target in aliases if fold_name(target) in names)


def _label(somebody: Somebody) -> str:
    logins = [str(login) for login in somebody.logins if str(login) != str(somebody.name)]
    name = one_line(somebody.name)
    return f"{name} ({', '.join(logins)})" if logins else name


def _tie(asked: str, kind: str, choices: Sequence[Choice]) -> Ambiguous:
    labels = [shortened(choice.label) for choice in choices[:MOST_CHOICES_IN_A_SENTENCE]]
    more = ", …" if len(choices) > len(labels) else ""
    what = f"{shown(asked)} fits {len(choices)} {kind} equally well: {', '.join(labels)}{more}."
    return Ambiguous(what, asked=asked, choices=choices)
