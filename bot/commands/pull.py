"""One pull request or issue in depth.

    QUESTION ::= NUMBER | "#" NUMBER | [OWNER "/"] REPOSITORY [" "] "#" NUMBER | URL

A bare number is the tracker's own repository's where that lists it, else whichever one does. What
no row names is told too, where it was read (`PullQuestion.unlisted`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from rapidfuzz.distance import DamerauLevenshtein

from bot.answers.answer import Answer
from bot.answers.audience import Audience
from bot.answers.parts import listed, stopped, unstopped
from bot.answers.private import private_refs, redacted
from bot.answers.pull import may_be_shown, pull_answer
from bot.answers.pull_places import belongs_words
from bot.commands.command import Command, Scene
from bot.commands.words import is_quoted, joined, shown
from bot.errors import Ambiguous, Choice, NoMatch, WrongUsage
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot
from bot.github_status.judge.verdicts import DriftKind, Finding
from bot.people.names import NEAREST

_USAGE = "2467, RL#2467, OWNER/REPOSITORY#2467 or a URL"
_NAME = r"[A-Za-z0-9._-]+"
_NUMBER = re.compile(r"#?([0-9]+)", re.ASCII)
_REF = re.compile(rf"((?:{_NAME}/)?{_NAME}) ?#([0-9]+)", re.ASCII)
_ADDRESS = re.compile(
    rf"(?:https?://)?([A-Za-z0-9.:-]+)/({_NAME}/{_NAME})/(?:pulls?|issues?)/([0-9]+)(?:[/?#].*)?",
    re.ASCII | re.IGNORECASE,
)
# Slack writes an address as <https://…|what is shown>.
_IN_SLACK = re.compile(r"<([^<>|]+)(?:\|[^<>]*)?>")
_BETWEEN = re.compile(r"[\s,;]+")
_MOST_DIGITS = 9
"""GitHub's numbers are 32-bit integers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PullQuestion:
    """What of this pull request or issue?"""

    number: int
    repository: str | None = None
    """`owner/name` or only `name`, as typed; `None`: not said."""
    host: str | None = None
    """Of the address that was typed; `None`: it was none."""

    def answer(self, scene: Scene) -> Answer:
        """Everything known of it, and where it is listed."""
        return pull_answer(
            scene.tracker,
            ref=self._ref(scene),
            audience=scene.audience,
            people=scene.people,
            name=scene.name,
            unlisted=scene.unlisted,
            elsewhere=scene.elsewhere,
        )

    def unlisted(self, snapshot: Snapshot, audience: Audience) -> Ref | None:
        """What has to be read from GitHub for an answer, since the tracker does not show it to this
        audience; `None`: nothing has, or it is on another server.

        A bare number is of the tracker's repository, a repository's name alone is of its owner.
        """
        hidden = frozenset[Ref]() if audience.sees_private else private_refs(snapshot)
        seen = [r for r in snapshot.readings if hidden is not None and r.ref not in hidden]
        is_listed = any(_is_asked(ref, self) for reading in seen for ref in _both(reading))
        repository = self._repository(snapshot.tracker.repository)
        if is_listed or repository is None or self._is_elsewhere(snapshot):
            return None
        ref = Ref(repository, self.number)
        return None if ref in (snapshot.tracker, snapshot.issue.ref) else ref

    def _repository(self, home: Repository) -> Repository | None:
        if self.repository is None or self.repository.casefold() == home.name.casefold():
            return home
        written = self.repository if "/" in self.repository else f"{home.owner}/{self.repository}"
        return Repository.parse(written)

    def _is_elsewhere(self, snapshot: Snapshot) -> bool:
        """It is the address of another server than the tracker's."""
        return self.host is not None and _bare(self.host) != _host_of(snapshot.issue.url)

    def _ref(self, scene: Scene) -> Ref:
        """The one listed ref that fits. For this audience, what it may not see is not listed."""
        seen = _visible(scene)
        fits = [ref for ref in _refs(scene, self) if ref in seen]
        home = scene.tracker.snapshot.tracker.repository
        at_home = [ref for ref in fits if ref.repository == home]
        if len(at_home or fits) > 1:
            choices = [Choice(label=str(ref), words=str(ref)) for ref in fits]
            what = f"{self._written()} is listed in {len(fits)} repositories."
            raise Ambiguous(what, asked=self._written(), choices=choices)
        if not fits and scene.unlisted and may_be_shown(scene.unlisted, scene.audience):
            return scene.unlisted.reading.ref
        if not fits:
            raise self._no_match(scene, sorted(filter(self._is_near, seen), key=self._distance))
        return (at_home or fits)[0]

    def _written(self) -> str:
        return f"{self.repository or ''}#{self.number}"

    def _distance(self, ref: Ref) -> tuple[int, int]:
        """A digit swapped or wrong is nearer than a number beside it."""
        typos = DamerauLevenshtein.distance(str(ref.number), str(self.number))
        return typos, abs(ref.number - self.number)

    def _is_near(self, ref: Ref) -> bool:
        """At most one digit in three is another."""
        typos, _ = self._distance(ref)
        return 3 * typos <= len(str(self.number))

    def _no_match(self, scene: Scene, near: Sequence[Ref]) -> NoMatch:
        tracker = scene.tracker.snapshot.tracker
        if tracker.number == self.number and _fits(tracker.repository, self.repository):
            what, advice = f"{tracker} is the tracker itself.", "Ask “overview” to see it."
            return NoMatch(what, asked=self._written(), advice=advice)
        missing, unread = _missing(scene, self), _unread_words(scene)
        if missing is not None:
            what = f"{self._written()} is not listed in {scene.name}, but {belongs_words(missing)}."
            advice = f"{unread} Ask “drift” to see why, and the line to paste.".strip()
            return NoMatch(what, asked=self._written(), advice=advice)
        words = [_words(ref, tracker.repository) for ref in near[:NEAREST]]
        advice = "Ask “overview” to see what it lists."
        if words:
            advice = f"The nearest that it lists: {listed(words)}."
        what = f"{self._written()} is not listed in {scene.name}. {unread}".strip()
        return NoMatch(what, asked=self._written(), nearest=words, advice=advice)


def _unread_words(scene: Scene) -> str:
    """Why it is not told either without being listed; empty where it was not asked for.

    Who may not see what is private is not told whether there is such a thing.
    """
    if scene.unlisted is None:
        return ""
    reading = scene.unlisted.reading
    if reading.outcome is not Outcome.FAILED and not scene.audience.sees_private:
        return "There is no such pull request or issue, or it may not be shown here."
    return stopped(unstopped(reading.reason)) if reading.reason else ""


def _refs(scene: Scene, asked: PullQuestion) -> list[Ref]:
    """Listed refs that fit, as the index writes them; if none does, those that moved to one."""

    readings = scene.tracker.snapshot.readings
    as_written = [r.ref for r in readings if _is_asked(r.ref, asked)]
    return as_written or [r.ref for r in readings if r.item and _is_asked(r.item.ref, asked)]


def _missing(scene: Scene, asked: PullQuestion) -> Finding | None:
    """That it should be listed, or perhaps should; for this audience."""
    found = redacted(scene.tracker, scene.audience).findings()
    missing = (finding for finding in found if finding.kind is DriftKind.MISSING_ROW)
    return next((f for f in missing if f.ref is not None and _is_asked(f.ref, asked)), None)


def _both(reading: Reading) -> tuple[Ref, ...]:
    """As the index writes it, and where it is now."""
    return (reading.ref,) if reading.item is None else (reading.ref, reading.item.ref)


def _is_asked(ref: Ref, asked: PullQuestion) -> bool:
    return ref.number == asked.number and _fits(ref.repository, asked.repository)


def _visible(scene: Scene) -> dict[Ref, None]:
    """Listed refs that this audience may see, in the order of the index."""
    shown_to_them = {r.ref for r in redacted(scene.tracker, scene.audience).snapshot.readings}
    listed_refs = (reading.ref for reading in scene.tracker.snapshot.readings)
    return {ref: None for ref in listed_refs if ref in shown_to_them}


def _fits(repository: Repository, asked: str | None) -> bool:
    if asked is None:
        return True
    return asked.casefold() in {repository.key, repository.name.casefold()}


def _host_of(address: str) -> str:
    """The host of a page; empty where it has none."""
    try:
        return _bare(urlsplit(address).netloc)
    except ValueError:
        return ""


def _bare(host: str) -> str:
    return host.casefold().removeprefix("www.")


def _words(ref: Ref, home: Repository) -> str:
    return f"#{ref.number}" if ref.repository == home else str(ref)


def _text(words: tuple[str, ...]) -> str:
    """What was typed, without Slack's angle brackets."""
    text = joined(words)
    wrapped = _IN_SLACK.fullmatch(text)
    return wrapped[1] if wrapped else text


def _found(text: str) -> tuple[str | None, str | None, str] | None:
    """Host, repository and number; `None` when it is no pointer to a pull request."""
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return None, None, number[1]
    pointer = _REF.fullmatch(text)
    if pointer is not None:
        return None, pointer[1], pointer[2]
    address = _ADDRESS.fullmatch(text)
    return (address[1], address[2], address[3]) if address else None


def _recognises(words: tuple[str, ...]) -> bool:
    if not words or is_quoted(words[0]):
        return False
    text = _text(words)
    is_address = text.casefold().startswith(("http://", "https://"))
    return is_address or _found(text) is not None or _are_several(text)


def _are_several(text: str) -> bool:
    """Several pointers stand beside each other."""
    pieces = [piece for piece in _BETWEEN.split(text) if piece]
    return len(pieces) > 1 and all(_found(piece) for piece in pieces)


def _parse(words: tuple[str, ...]) -> PullQuestion:
    found = _found(_text(words))
    if found is None and _are_several(_text(words)):
        raise WrongUsage("Ask for one pull request at a time.", usage=_USAGE)
    if found is None:
        what = f"{shown(_text(words))} is not the address of a pull request or an issue."
        raise WrongUsage(what, usage=_USAGE)
    host, repository, number = found
    digits = number.lstrip("0")
    if not 0 < len(digits) <= _MOST_DIGITS:
        raise WrongUsage(f"{shown(number)} is no number of a pull request.", usage=_USAGE)
    return PullQuestion(number=int(digits), repository=repository, host=host)


PULL = Command(
    name="pull",
    usage=_USAGE,
    help="one pull request or issue: whose turn and why, reviews, checks, where it is tracked",
    parse=_parse,
    recognises=_recognises,
)
