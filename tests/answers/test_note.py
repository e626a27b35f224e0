"""The weekly note to the maintainers."""

from bot.answers.answer import Buttons
from bot.answers.note import Findings, note_answer
from bot.reminders import Unreachable
from bot.render.slack import slack_pages
from bot.store.incidents import Incident
from tests.answers.words import words_of
from tests.builders import NOW, at
from tests.render.slack.answers import HARM
from tests.render.slack.strict import assert_fits

LOST = Incident(
    key="refused:C1",
    said="The digest of widgets was refused: the channel is archived. Unsubscribe it.",
    first_at=at("2026-08-17"),
    last_at=at("2026-08-18"),
    count=3,
)


def test_note__has_who_could_not_be_reached_what_waits_and_what_failed() -> None:
    answer = note_answer(
        [LOST],
        [Unreachable(name="Zoë Li", rows=2), Unreachable(name="@acme/core", rows=1, is_team=True)],
        [Findings(name="widgets", count=12), Findings(name="gadgets", count=0)],
        now=NOW,
    )

    assert answer is not None
    assert answer.title == (
        "Weekly note: 2 owners could not be written to, 12 findings wait for an answer and"
        " 1 thing went wrong"
    )
    assert words_of(answer).splitlines()[1:] == [
        "Could not be written to",
        "Zoë Li · 2 rows to tell them of · no confirmed link to Slack: link them",
        "@acme/core · 1 row to tell them of · a team has no messages: name a person beside it in"
        " the index",
        "Index and GitHub disagree",
        "widgets: 12 findings",
        "What went wrong",
        "The digest of widgets was refused: the channel is archived. Unsubscribe it. · 3 times,"
        " from 17 Aug to 18 Aug",
    ]


def test_note__shows_the_drift_of_each_tracker() -> None:
    findings = [Findings(name="widgets", count=1), Findings(name="gadgets", count=2)]

    answer = note_answer([], [], findings, now=NOW)

    assert answer is not None
    (buttons,) = [block.buttons for block in answer.blocks if isinstance(block, Buttons)]
    assert [(button.label, button.value) for button in buttons] == [
        ("Show drift of widgets", "drift in widgets"),
        ("Show drift of gadgets", "drift in gadgets"),
    ]


def test_note__of_nothing_is_none() -> None:
    assert note_answer([], [], [Findings(name="widgets", count=0)], now=NOW) is None


def test_note__of_hundreds_is_one_message_that_counts_the_rest() -> None:
    owners = [Unreachable(name=f"{number} {HARM}" * 9, rows=1) for number in range(300)]

    answer = note_answer([LOST] * 300, owners, [], now=NOW)

    assert answer is not None
    assert words_of(answer).count("And 280 more.") == 2
    (message,) = slack_pages(answer)
    assert_fits(message)
