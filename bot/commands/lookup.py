"""Names in a question → workstreams and people of the scene.

A name that fits nothing is told with the nearest names, if some are near, and an example; a tie
with what to type for each. How names are compared is told in `people.names`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from bot.answers.parts import listed
from bot.answers.private import redacted
from bot.commands.command import Scene
from bot.commands.words import one_line, shortened, shown
from bot.errors import MOST_CHOICES_IN_A_SENTENCE, Ambiguous, Choice, NoMatch
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.verdicts import JudgedWorkstream
from bot.people.candidates import Somebody, known_people
from bot.people.names import Matched, Named, Rank, match, nearest

Workstreams: TypeAlias = tuple[JudgedWorkstream, ...]
"""One workstream, or all that have the same path: no name could tell those apart."""

MOST_SHORT_NAMES = 25
"""Of a tie, the first ones for which the shortest name is looked for among all others: more than
any medium offers. The others are named by their whole path."""

WordsFor: TypeAlias = Callable[[str], str]
"""A workstream's name → what to type to ask the same question about it."""


def show_words(name: str) -> str:
    """What to type to see a workstream, whatever it is called."""
    return f"show {name}"


def named_workstreams(scene: Scene) -> tuple[Named[Workstreams], ...]:
    """Every workstream that has a name and something to show, in the order of the index."""
    by_path: dict[tuple[str, ...], list[JudgedWorkstream]] = {}
    for judged in scene.tracker.walk():
        if judged.workstream.path and _shows_something(judged):
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
    found = matched_workstreams(scene, asked, names)
    if not found.winners:
        raise no_workstream(scene, asked, names, words_for=words_for)
    return the_workstream(asked, found, names, words_for=words_for)


def matched_workstreams(
    scene: Scene, asked: str, names: Sequence[Named[Workstreams]]
) -> Matched[Workstreams]:
    """What fits best. Raises `NoMatch` for an alias of the settings that leads to nothing."""
    found = match(asked, names)
    if found.rank is None or found.rank > Rank.ALIAS:
        _refuse_dangling(scene, asked, names)
    return found


def _refuse_dangling(scene: Scene, asked: str, names: Sequence[Named[Workstreams]]) -> None:
    dangling = (target for alias, target in scene.aliases if fold_name(alias) == fold_name(asked))
    target = next(dangling, None)
    if target is None:
        return
    near = nearest(target, names)
    what = (
        f"{shown(asked)} stands for {shown(target)} in the settings, and no workstream of"
        f" {scene.name} is called that."
    )
    raise no_match(what, asked, near, show_words(example_name(near, names)))


def scope_called(scene: Scene, asked: str | None, *, words_for: WordsFor) -> Workstreams | None:
    """The same where a name may be left out; `None`, without one: everywhere."""
    return None if asked is None else workstreams_called(scene, asked, words_for=words_for)


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
        Choice(
            label=one_line(" › ".join(w.path)),
            words=words_for(path_to_type(w, names) if n < MOST_SHORT_NAMES else _whole_path(w)),
        )
        for n, w in enumerate(found.winners)
    ]
    raise _tie(asked, "workstreams", choices)


def the_person(asked: str, found: Matched[Somebody]) -> Somebody:
    """Who was found, if it is only one; else raises `Ambiguous`."""
    if len(found.winners) == 1:
        return found.winners[0].value
    people = [w.value for w in found.winners]
    raise _tie(asked, "people", [Choice(label=_label(p), words=person_words(p)) for p in people])


def path_to_type(wanted: Named[Workstreams], names: Sequence[Named[Workstreams]]) -> str:
    """The shortest name that finds this workstream; where it can be, one that no shell minds."""
    path = fold_name(" ".join(wanted.path))
    for text in dict.fromkeys((wanted.forms.bare, fold_name(wanted.name), path)):
        if [found.path for found in match(text, names).winners] == [wanted.path]:
            return text
    return _whole_path(wanted)


def _whole_path(wanted: Named[Workstreams]) -> str:
    return one_line(" ".join(wanted.path))


def person_words(somebody: Somebody) -> str:
    """What to type for this person and nobody else: a login where one is known."""
    return f"gh:{somebody.logins[0]}" if somebody.logins else f"@{one_line(somebody.name)}"


def no_workstream(
    scene: Scene, asked: str, names: Sequence[Named[Workstreams]], *, words_for: WordsFor
) -> NoMatch:
    """No workstream has this name; with the nearest ones."""
    near = nearest(asked, names)
    example = words_for(example_name(near, names)) if names else ""
    return no_match(
        f"No workstream of {scene.name} is called {shown(asked)}.", asked, near, example
    )


def example_name(near: Sequence[Named[Workstreams]], names: Sequence[Named[Workstreams]]) -> str:
    """What to type for the nearest workstream, or for the shortest one; empty without any."""
    wanted = next(iter(near), None) or min(names, key=lambda n: len(n.name), default=None)
    return "" if wanted is None else path_to_type(wanted, names)


def no_match(what: str, asked: str, near: Sequence[Named[object]], example: str) -> NoMatch:
    """Nothing has this name; `example`: what to type for one that exists, empty without any."""
    names = [one_line(named.name) for named in near]
    hints = [
        *([f"The nearest: {listed(map(shown, names))}."] if names else []),
        *([f"For example “{example}”."] if example else []),
        *([] if names else ["Ask “overview” for all of it."]),
    ]
    return NoMatch(what, asked=asked, nearest=names, advice=" ".join(hints))


def _shows_something(judged: JudgedWorkstream) -> bool:
    """A heading without rows, and with none below, is no workstream to ask for."""
    return any(w.rows or w.also_here or w.problems for w in judged.walk())


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
