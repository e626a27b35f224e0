"""Words that a digest's summary and its replies share: its tracker, its owners, its questions."""

import hashlib

from bot.answers.parts import NAME_AT_MOST, shortened
from bot.answers.private import PRIVATE_TRACKER
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.verdicts import JudgedTracker

_KEY_CHARACTERS = 80


def tracker_label(name: str, *, asked: JudgedTracker, shown: JudgedTracker) -> str:
    """What the tracker is called in a title; `asked` is not redacted, `shown` is.

    A ref is no name of its own: where the tracker is hidden it would tell which one it is.
    """
    ref = asked.snapshot.tracker
    if name != str(ref):
        return shortened(name, at_most=NAME_AT_MOST)
    return str(ref) if shown.snapshot.tracker == ref else PRIVATE_TRACKER


def owners_label(owners: tuple[str, ...]) -> str:
    """Who answers for something, as written; "No owner" where nobody does."""
    return ", ".join(owners) or "No owner"


def owners_key(owners: tuple[str, ...]) -> str:
    """The same for the same people, in whatever order and spelling; empty without any.

    At most 80 characters: it is a part of keys that are stored and sent.
    """
    key = " + ".join(sorted({fold_name(name) or name.casefold() for name in owners}))
    if len(key) <= _KEY_CHARACTERS:
        return key
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{key[: _KEY_CHARACTERS - 17]}-{digest[:16]}"


def asking(words: str, name: str) -> str:
    """The question of a button about the tracker of this name, which may stand in any channel.

    `name` is empty where it must not be told: then the channel's own tracker is meant.
    """
    return f"{words} in {name}".strip() if name else words


def name_to_ask(name: str, *, asked: JudgedTracker, shown: JudgedTracker) -> str:
    """The name for questions; empty where it would tell of a tracker that is hidden."""
    ref = asked.snapshot.tracker
    return "" if name == str(ref) and shown.snapshot.tracker != ref else name
