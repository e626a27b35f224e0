"""A question as the desk takes it, and what it gives back."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from bot.answers.audience import Audience
from bot.answers.own_settings import OwnSettings
from bot.people.people import PersonName

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One question."""

    text: str
    """As somebody typed it, without the program's name."""
    audience: Audience
    tracker: str | None = None
    """The tracker that is meant where the question names none; `None`: the first one."""
    asker: PersonName | None = None
    """Who asks: a name of the index; `None` when nobody is linked to the account."""
    page: int = 1
    oldest: timedelta | None = None
    """How old a reading may be; `None`: as the settings say."""
    can_share: bool = False
    """Only the asker sees the answer, and others could be shown it."""
    is_overheard: bool = False
    """Others than the asker read the answer."""
    is_shared: bool = False
    """It is made for others than the asker. What is no answer is then raised as a `UserError`: it
    repeats what the asker typed, and they may see more than those others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeAsk:
    """What stands in a person's App Home."""

    slack: str
    """Their Slack id."""
    audience: Audience
    asker: PersonName | None = None
    oldest: timedelta | None = None
    own: OwnSettings | None = None
    """How they are written to; `None`: nothing is said of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackedAsk:
    """Where are these pull requests tracked?"""

    refs: tuple[str, ...]
    """What to type for each of them."""
    more: int
    """How many others were named and are not looked up."""
    audience: Audience


class Stage(StrEnum):
    """Is another reply coming?

    `READING`: nothing is known yet. `LAST_STATE`: what was known before, while GitHub is read.
    `FINAL`: the last reply.
    """

    READING = "reading"
    LAST_STATE = "last_state"
    FINAL = "final"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply(Generic[T]):
    """One reply, drawn."""

    drawn: T
    """The whole answer: it takes the place of an earlier reply."""
    added: T | None = None
    """What to send after the earlier reply where that cannot be replaced; `None`: the same."""
    stage: Stage = Stage.FINAL
