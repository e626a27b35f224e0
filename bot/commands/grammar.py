"""Words → the question that is meant.

    ASK      ::= QUESTION ["in" TRACKER]
    QUESTION ::= (no words) | SUBCOMMAND WORD* | PULL | PERSON | NAME

No words ask for the `overview`; a first word that is a subcommand's is the subcommand. What the
others look like is told in their files: `pull`, `person`, and `name` for whatever is left. `in` is
a part of a name, but where a known tracker follows it, up to the end; `show "NAME"` is for a name
that ends like that.
A shell may hand over the whole question as one word: see `phrase`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.answers.answer import Answer
from bot.answers.parts import listed
from bot.commands.command import Command, Question, Scene
from bot.commands.name import NAME, NameQuestion
from bot.commands.overview import OVERVIEW, OverviewQuestion
from bot.commands.person import PERSON
from bot.commands.phrase import PhraseQuestion
from bot.commands.pull import PULL
from bot.commands.registry import COMMANDS
from bot.commands.words import is_quoted, joined, one_line, shown, split
from bot.errors import Ambiguous, Choice, NoMatch, WrongUsage
from bot.github_status.judge.names import fold_name
from bot.people.names import NEAREST, Named, Rank, match, nearest

_WORDLESS = (PULL, PERSON, NAME)
"""In the order in which they are tried; the last takes everything."""

_BY_WORD = {command.name: command for command in COMMANDS if command.recognises is None}
_SHORTEST_BEGINNING_CHARACTERS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and of which tracker."""

    question: Question
    tracker_name: str | None = None
    """As the caller wrote it among `trackers`; `None`: the default one."""
    words: tuple[str, ...] = ()
    """What was typed, without the tracker."""
    no_tracker: str = ""
    """A sentence where `in` stands before something that is no tracker; else empty."""
    other_meant: str | None = None
    """The tracker whose name the words are, without an `in` before it; `None`: they are none's."""

    @property
    def lists_all(self) -> bool:
        """Nothing was typed at all: then every tracker is told of, and not only the default one."""
        is_overview = isinstance(self.question, OverviewQuestion)
        return is_overview and not self.words and self.tracker_name is None

    def answer(self, scene: Scene) -> Answer:
        """The question's answer; where it has none, what to type names the same tracker."""
        try:
            return self.question.answer(scene)
        except Ambiguous as error:
            choices = [
                Choice(label=c.label, words=self._in_tracker(c.words)) for c in error.choices
            ]
            raise Ambiguous(str(error), asked=error.asked, choices=choices) from None
        except NoMatch as error:
            raise self._with_hints(error) from None

    def _in_tracker(self, words: str) -> str:
        return words if self.tracker_name is None else f"{words} in {self.tracker_name}"

    def _with_hints(self, error: NoMatch) -> NoMatch:
        meant = _meant_words(self.words) if isinstance(self.question, NameQuestion) else None
        other = None if self.other_meant is None else f"in {self.other_meant}"
        hints = [
            *([f"“{other}” asks for the tracker of that name."] if other else []),
            *([f"Did you mean “{self._in_tracker(meant)}”?"] if meant else []),
            error.advice,
            *([f"End it with “in {self.tracker_name}” again."] if self.tracker_name else []),
            self.no_tracker,
        ]
        near = (*([meant] if meant else []), *error.nearest)
        advice = " ".join(filter(None, hints))
        return NoMatch(str(error), asked=error.asked, nearest=near, advice=advice, elsewhere=other)


def parse(words: Sequence[str], *, trackers: Iterable[str] = ()) -> Asked:
    """The question in these words. Raises `WrongUsage` and nothing else.

    `words` come from a shell, or from one line by `split`; one may hold several words. `trackers`:
    every name that may stand after `in`.
    """
    typed = tuple(word.strip() for word in words if word.strip())
    known = tuple(trackers)
    is_phrase = len(typed) == 1 and not is_quoted(typed[0])
    rest, tracker_name = _without_tracker(split(typed[0]) if is_phrase else typed, known)
    no_tracker = _tracker_hint(rest, known)
    try:
        question = _phrase(rest) if is_phrase else _question(rest)
    except WrongUsage as error:
        error.advice = f"{no_tracker} {error.advice}".strip()
        raise
    return Asked(
        question=question,
        tracker_name=tracker_name,
        words=rest,
        no_tracker=no_tracker,
        other_meant=_tracker_called(rest, known),
    )


def _question(words: tuple[str, ...]) -> Question:
    command = _subcommand(words) if words else OVERVIEW
    if command is not None:
        return command.parse(words[1:])
    recognised = (c for c in _WORDLESS if c.recognises is not None and c.recognises(words))
    return next(recognised).parse(words)


def _phrase(words: tuple[str, ...]) -> Question:
    """The question in one argument: its words may be a name that begins like a subcommand."""
    command = _subcommand(words) if len(words) > 1 else None
    if command is None:
        return _question(words)
    return PhraseQuestion(name=joined(words), command=command, words=words[1:])


def _subcommand(words: tuple[str, ...]) -> Command | None:
    return _BY_WORD.get(words[0].casefold())


def _without_tracker(
    words: tuple[str, ...], trackers: tuple[str, ...]
) -> tuple[tuple[str, ...], str | None]:
    at = _last_in(words)
    if at is None:
        return words, None
    name = _tracker_called(words[at + 1 :], trackers)
    return (words, None) if name is None else (words[:at], name)


def _tracker_called(words: tuple[str, ...], trackers: tuple[str, ...]) -> str | None:
    asked = fold_name(joined(words))
    return next((t for t in trackers if asked and fold_name(t) == asked), None)


def _last_in(words: tuple[str, ...]) -> int | None:
    return max((n for n, w in enumerate(words[:-1]) if w.casefold() == "in"), default=None)


def _tracker_hint(words: tuple[str, ...], trackers: tuple[str, ...]) -> str:
    at = _last_in(words)
    if at is None:
        return ""
    asked = joined(words[at + 1 :])
    near = nearest(asked, [Named(value=name, path=(name,)) for name in trackers])
    which = f"the nearest: {listed(named.name for named in near)}"
    if not near:
        which = f"there are: {listed(trackers[:NEAREST])}"
    return f"No tracker is called {shown(asked)}{f'; {which}' if trackers else ''}."


def _meant_words(words: tuple[str, ...]) -> str | None:
    """What to type instead of this name, if a subcommand was meant; `None`: none is near."""
    first, *rest = words
    last = _BY_WORD.get(words[-1].casefold())
    if rest and last is not None and "WORKSTREAM" in last.usage:
        return one_line(" ".join((last.name, *words[:-1])))
    found = match(first, [Named(value=name, path=(name,)) for name in _BY_WORD])
    is_beginning = found.rank is Rank.PREFIX and len(first) >= _SHORTEST_BEGINNING_CHARACTERS
    if len(found.winners) != 1 or not (is_beginning or found.rank is Rank.TYPO):
        return None
    return one_line(" ".join((found.winners[0].value, *rest)))
