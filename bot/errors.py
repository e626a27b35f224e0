"""Every exception of the project, in one tree.

    NemorlStatusError           what happened, and what to do (`advice`)
    ├── UserError               the question or a setting is wrong; shown as it is
    │   ├── SettingsError       every mistake of the settings at once (`mistakes`)
    │   ├── WrongUsage          a subcommand's words are wrong (`usage`, `nearest`)
    │   ├── NoMatch             a name that nothing in the tracker has (`asked`, `nearest`)
    │   ├── Ambiguous           a name that several things have equally (`asked`, `choices`)
    │   ├── NoCredentials       there is nothing to read GitHub with
    │   └── NotAnIssue          the tracker's ref is a pull request or a discussion
    └── Fault                   something outside failed
        ├── GitHubFault         GitHub could not be asked
        │   ├── Unreachable     no connection, or no answer in time
        │   ├── BadCredentials  GitHub refuses the token or the app's key
        │   ├── QuotaSpent      a rate limit (`reset_at`)
        │   ├── TrackerNotThere the tracker does not exist, or the token may not see it
        │   ├── WriteRefused    GitHub does not let this text be changed; nothing was written
        │   └── WriteUncertain  nobody knows whether it was written
        ├── StoreFault          the database cannot be read or written
        ├── PictureFault        a picture could not be drawn, or not be brought to Slack
        └── OutputFault         the answer could not be written to its stream

Exceptions carry data as attributes, so nobody parses messages. `str(error)` is one sentence that
says what happened; `advice` one that says what to do. Neither ever holds a secret or another
party's raw text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


class NemorlStatusError(Exception):
    """The root of everything that this project raises on purpose."""

    def __init__(self, what: str, *, advice: str = "") -> None:
        """Say what happened, and what the person can do about it."""
        super().__init__(what)
        self.advice = advice


class UserError(NemorlStatusError):
    """The question or a setting is wrong; its text is shown."""


class NotAllowed(UserError):
    """Only others may do this."""

    def __init__(self, what: str, *, advice: str, whom: Sequence[str] = ()) -> None:
        """Keep whom to ask, by their Slack ids; the advice says it where nobody can be named."""
        super().__init__(what, advice=advice)
        self.whom = tuple(whom)


class SettingsError(UserError):
    """The settings are wrong; holds every mistake, each a sentence with its place."""

    def __init__(self, mistakes: Sequence[str], *, advice: str = "") -> None:
        """Collect the mistakes into one message."""
        super().__init__(
            "The settings are wrong:\n" + "\n".join(f"  - {m}" for m in mistakes), advice=advice
        )
        self.mistakes = tuple(mistakes)


class WrongUsage(UserError):
    """A subcommand was meant, and its words are wrong."""

    def __init__(self, what: str, *, usage: str, nearest: Sequence[str] = ()) -> None:
        """Keep how the subcommand is used, and what to type instead, best first."""
        meant = f"Did you mean “{nearest[0]}”? " if nearest else ""
        super().__init__(what, advice=f"{meant}Usage: {usage}")
        self.usage = usage
        self.nearest = tuple(nearest)


class NoMatch(UserError):
    """No workstream, person or pull request has this name."""

    def __init__(
        self,
        what: str,
        *,
        asked: str,
        nearest: Sequence[str] = (),
        advice: str = "",
        elsewhere: str | None = None,
    ) -> None:
        """Keep what was asked and the nearest names, best first.

        `elsewhere`: a whole question about another tracker, which may be meant.
        """
        super().__init__(what, advice=advice)
        self.asked = asked
        self.nearest = tuple(nearest)
        self.elsewhere = elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several things that a name may mean."""

    label: str
    """What it is, for a list or a button."""
    words: str
    """What to type for it, without the program's name."""


MOST_CHOICES_IN_A_SENTENCE = 8
"""More are counted; `Ambiguous.choices` has them all."""


class Ambiguous(UserError):
    """Several workstreams, people or pull requests fit equally well."""

    def __init__(self, what: str, *, asked: str, choices: Sequence[Choice]) -> None:
        """Keep the choices, in the order of the index."""
        shown = [f"“{c.words}”" for c in choices[:MOST_CHOICES_IN_A_SENTENCE]]
        more = len(choices) - len(shown)
        tail = f" ({more} more)" if more else ""
        super().__init__(what, advice=f"Type one of these: {', '.join(shown)}{tail}")
        self.asked = asked
        self.choices = tuple(choices)


class NoCredentials(UserError):
    """There is neither a token nor an app to read GitHub with."""


class NotAnIssue(UserError):
    """The ref that should be a tracker is a pull request or a discussion."""


class Fault(NemorlStatusError):
    """Something outside this program failed."""


class GitHubFault(Fault):
    """GitHub could not be asked, or refused."""


class Unreachable(GitHubFault):
    """No connection to GitHub, no answer in time, or answers that are not GitHub's."""


class BadCredentials(GitHubFault):
    """GitHub refuses the token or the app's key."""


class QuotaSpent(GitHubFault):
    """A rate limit of GitHub is used up."""

    def __init__(self, what: str, *, reset_at: datetime | None, advice: str = "") -> None:
        """Keep when GitHub answers again; `None` when it does not say."""
        super().__init__(what, advice=advice)
        self.reset_at = reset_at


class TrackerNotThere(GitHubFault):
    """The tracker does not exist, was deleted, or the credential may not see it."""


class WriteRefused(GitHubFault):
    """GitHub does not let this text be changed; nothing was written."""


class WriteUncertain(GitHubFault):
    """GitHub did not say whether it wrote: only reading tells."""


class StoreFault(Fault):
    """The database cannot be read or written."""


class PictureFault(Fault):
    """A picture could not be drawn, or not be brought to Slack; whatever shows it does without."""


class OutputFault(Fault):
    """The answer could not be written to its stream."""
