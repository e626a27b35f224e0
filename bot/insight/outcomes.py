"""How things end, as the numbers tell it apart. The values are labels: they stay as they are."""

from enum import StrEnum


class ReadingOutcome(StrEnum):
    """How did a reading of a tracker end? `PARTLY`: with rows that could not be asked."""

    READ = "read"
    PARTLY = "partly"
    FAILED = "failed"
    GIVEN_UP = "given_up"


class MessageKind(StrEnum):
    """What is a message for? `NOTE`: for maintainers."""

    DIGEST = "digest"
    OWNER = "owner"
    NOTE = "note"


class MessageOutcome(StrEnum):
    """What became of a message that nobody asked for? `POSTPONED`: one try that came to nothing."""

    PLANNED = "planned"
    SENT = "sent"
    FAILED = "failed"
    UNSETTLED = "unsettled"
    POSTPONED = "postponed"


class AnswerOutcome(StrEnum):
    """What did somebody get who asked in Slack? `REFUSED`: what was wrong with the question."""

    ANSWERED = "answered"
    REFUSED = "refused"
    FAILED = "failed"
    GIVEN_UP = "given_up"
    TURNED_AWAY = "turned_away"


class RepairEnd(StrEnum):
    """What came of a confirmed repair or undo?"""

    REPAIRED = "repaired"
    UNDONE = "undone"
    NOTHING_TO_DO = "nothing_to_do"
    BODY_CHANGED = "body_changed"
    OVERWROTE = "overwrote"
    REFUSED = "refused"
    UNCERTAIN = "uncertain"


class RequestOutcome(StrEnum):
    """How did a request to GitHub end? `BROKEN_OFF`: it took too long, or was cut off."""

    ANSWERED = "answered"
    REDIRECTED = "redirected"
    REFUSED = "refused"
    SERVER_ERROR = "server_error"
    NO_CONNECTION = "no_connection"
    BROKEN_OFF = "broken_off"


class WebhookOutcome(StrEnum):
    """What was a delivery at GitHub's route answered with? `NOT_STORED`: asked to come again."""

    TAKEN = "taken"
    NOT_SIGNED = "not_signed"
    MALFORMED = "malformed"
    NOT_STORED = "not_stored"
