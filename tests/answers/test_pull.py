import re
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from bot.answers.answer import Answer, Code, Line, PullFacts, Verbatim
from bot.answers.audience import PUBLIC, TERMINAL, Audience
from bot.answers.pull import pull_answer
from bot.answers.pull_places import Elsewhere
from bot.github_status.facts.index import Box, Role, RowRef
from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    ActorKind,
    Association,
    Checks,
    ChecksState,
    Event,
    EventKind,
    Item,
    LabelChange,
    ReviewRequest,
    ReviewState,
)
from bot.github_status.facts.unlisted import Unlisted
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.houses import HouseRules
from bot.github_status.judge.verdicts import DriftKind, TurnRule, Who
from tests.answers.builders import (
    PEOPLE,
    a_finding,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
    a_turn,
    stale_since,
)
from tests.answers.words import words_of
from tests.builders import (
    NOW,
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_reading,
    a_ref,
    a_review,
    a_row,
    a_snapshot,
    a_tracker_issue,
    a_workstream,
    an_actor,
    an_event,
    at,
)


def answered(item: Item, rules: Rules | None = None) -> Answer:
    """The answer about the only row of a tracker, as it is judged."""
    snapshot = a_snapshot(a_workstream(a_row(7)), items=(item,))
    tracker = judge_snapshot(snapshot, rules=rules or Rules(), people={}, now=NOW)
    return pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE)


def test_pull_answer__turn_staleness_reviews_checks_and_both_places() -> None:
    item = a_pull(
        7,
        reviews=(a_review("bo", ReviewState.APPROVED, commit_oid="older"),),
        events=(an_event(on="2026-08-10"),),
        labels=UNKNOWN,
    )
    row = a_judged_row(
        7,
        item,
        staleness=stale_since("2026-08-10", 7),
        findings=(a_finding(DriftKind.CROSS_REFERENCE, repair=None, evidence="Not there."),),
    )
    gym = a_judged_workstream(
        a_judged_row(7, item, row=a_row(7, line=30)), name="Gym", line=20, owners=()
    )
    tracker = a_judged_tracker(a_judged_workstream(row), gym)

    answer = pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE)

    assert words_of(answer).splitlines() == [
        "#7 feat: number 7",
        "#7 some work · no push since 10 Aug, 7 working days · waits for review by bo",
        "It is a reviewer's turn (bo), since 17 Aug. A review is required.",
        "Stale: no push since 10 Aug, 7 working days; the limit “review” is 3 working days.",
        "Reviews: none that stands",
        "Outdated: approved by bo 18 Aug on an older commit",
        "Checks: passing (3 passing)",
        "No conflict with its base",
        "Listed in Refit, line 7 · box empty · owner Ana Souza",
        "Listed in Gym, line 30 · box empty · no owner named",
        "Line 7: Not there.",
        "History, newest first",
        "10 Aug · push",
        "Not known: labels.",
        "1 ref in 1 repository, as of 19 Aug 2026, 12:00 UTC (token)",
    ]
    assert isinstance(answer.facts, PullFacts)
    assert [r.row.line for r in answer.facts.rows] == [7, 30]


def test_pull_answer__the_command_that_starts_the_checks_stands_alone() -> None:
    turn = a_turn(Who.TRIGGER, TurnRule.CHECKS_NEVER_RAN, command="/ok to test 1a2b3c")
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, turn=turn)))

    answer = pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE)

    assert Verbatim("/ok to test 1a2b3c") in answer.blocks


def test_pull_answer__a_ref_that_is_only_named_shows_who_names_it() -> None:
    refs = (
        RowRef(ref=a_ref(7), role=Role.PRIMARY, written="#7"),
        RowRef(ref=a_ref(8), role=Role.SPLIT_INTO, written="#8"),
    )
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, row=a_row(7, refs=refs))))

    answer = pull_answer(tracker, ref=a_ref(8), audience=TERMINAL, people=PEOPLE)

    assert "Named as what a row was split into, in Refit, line 7: #7 “some work”" in words_of(
        answer
    )


def test_pull_answer__a_ref_that_is_only_named_has_its_own_state() -> None:
    refs = (RowRef(ref=a_ref(8), role=Role.CONTEXT, written="#8"),)
    row = a_judged_row(None, row=a_row(None, line=11, text="drop the old path, see #8", refs=refs))

    def answered(item: Item, now: datetime = NOW) -> list[str]:
        snapshot = {"readings": (a_reading(item),)}
        tracker = a_judged_tracker(a_judged_workstream(row), snapshot=snapshot, now=now)
        answer = pull_answer(tracker, ref=a_ref(8), audience=TERMINAL, people=PEOPLE)
        return words_of(answer).splitlines()

    merged = a_merged_pull(8, on="2026-06-11", created_at=at("2026-06-01"))
    assert answered(merged)[1:3] == [
        "#8 feat: number 8 · merged 11 Jun",
        "Named in Refit, line 11: “drop the old path, see #8”",
    ]
    assert answered(merged, at("2026-06-10"))[1].startswith("#8 feat: number 8 · by Ana Souza")
    assert answered(a_closed_pull(8))[1] == (
        "#8 feat: number 8 · by Ana Souza · closed unmerged 18 Aug"
    )


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.PRIMARY])
def test_pull_answer__every_role_has_its_words(role: Role) -> None:
    refs = (RowRef(ref=a_ref(8), role=role, written="#8"),)
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(None, row=a_row(None, refs=refs))))

    text = words_of(pull_answer(tracker, ref=a_ref(8), audience=TERMINAL, people=PEOPLE))

    assert re.search(r"^Named .*\bin Refit, line 1: “some work”$", text, re.MULTILINE)


def test_pull_answer__a_turn_that_is_not_known_says_what_is_missing() -> None:
    reason = "Reviews and checks were not read."
    turn = a_turn(Who.UNKNOWN, TurnRule.NOT_KNOWN, reason=reason, people=(), since=None)
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, turn=turn)))

    text = words_of(pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE))

    assert "\nTurn not known: reviews and checks were not read.\n" in text


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (("labels", "checks"), "Turn not known: labels and checks were not read."),
        (("checks",), "Not known either: labels."),
    ],
    ids=["all that is not known", "only what the turn needs"],
)
def test_pull_answer__what_is_not_known_is_said_once(missing: tuple[str, ...], said: str) -> None:
    turn = a_turn(
        Who.UNKNOWN,
        TurnRule.NOT_KNOWN,
        reason=f"{' and '.join(missing)} were not read.",
        people=(),
        missing=missing,
    )
    item = a_pull(7, labels=UNKNOWN, checks=UNKNOWN)
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, item, turn=turn)))

    words = words_of(pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE))

    assert said in words
    assert words.count("labels") == words.count("checks were not read") == 1


def test_pull_answer__history_tells_people_and_counts_bots_and_commands() -> None:
    bot = an_actor("ci", kind=ActorKind.BOT)
    events = (
        an_event(EventKind.FORCE_PUSH, on="2026-08-15", brings_new=False),
        an_event(on="2026-08-16"),
        an_event(on="2026-08-16T02:00"),
        an_event(EventKind.COMMENT, on="2026-08-17", text="/retest"),
        an_event(EventKind.COMMENT, on="2026-08-17", text="ran", actor=bot),
        an_event(EventKind.COMMIT, on="2026-08-17", actor=bot),
        an_event(EventKind.REVIEW, review_state=ReviewState.APPROVED, actor=an_actor("bo")),
    )

    lines = words_of(answered(a_pull(7, events=events))).splitlines()

    start = lines.index("History, newest first")
    assert lines[start + 1 : start + 5] == [
        "18 Aug · approved by bo",
        "16 Aug · push · 2 times",
        "15 Aug · force push · not progress: brings nothing new",
        "Not counted: 1 comment by bots (ci), 1 other entry by bots (ci) and 1 command to bots"
        " (/retest).",
    ]


def test_pull_answer__reviews_stand_are_outdated_or_were_dismissed() -> None:
    dismissed = an_event(
        EventKind.REVIEW_DISMISSED,
        on="2026-08-12",
        subject=an_actor("cy"),
        review_state=ReviewState.APPROVED,
        text="not yet",
    )
    item = a_pull(
        7,
        reviews=(
            a_review("bo", commit_oid="older", submitted_at=at("2026-08-10")),
            a_review("cy", ReviewState.DISMISSED),
            a_review("di", ReviewState.CHANGES_REQUESTED),
        ),
        events=(
            an_event(
                EventKind.REVIEW,
                on="2026-08-09",
                actor=an_actor("cy"),
                review_state=ReviewState.DISMISSED,
            ),
            an_event(EventKind.FORCE_PUSH, on="2026-08-11", oid="head"),
            dismissed,
        ),
    )

    def about(*events: Event) -> list[str]:
        words = words_of(answered(replace(item, events=events))).splitlines()
        return [line for line in words if line.startswith(("Reviews", "Outdated", "Dismissed"))]

    by_person = "Dismissed: the approval by cy of 9 Aug, by Ana Souza on 12 Aug: “not yet”"
    standing = [
        "Reviews: changes requested by di 18 Aug",
        "Outdated: approved by bo 10 Aug on an older commit, before the push of 11 Aug",
    ]
    assert item.events is not UNKNOWN
    assert about(*item.events) == [*standing, by_person]
    pushed = replace(dismissed, oid="1a2b3c4d5e")
    assert about(*item.events[:2], pushed)[2] == (
        "Dismissed: the approval by cy of 9 Aug, by a push of Ana Souza (1a2b3c4) on 12 Aug"
    )
    assert about(*item.events[:2])[2] == "Dismissed: a review by cy"


@pytest.mark.parametrize(
    ("association", "said"),
    [
        (Association.MEMBER, "Its author may write that: GitHub calls them a member. Who may: v."),
        (Association.CONTRIBUTOR, "Its author may not write that. Who may: v."),
        (UNKNOWN, "Whether its author may write that is not known. Who may: v."),
    ],
)
def test_pull_answer__the_comment_that_starts_the_checks_and_who_may_write_it(
    association: Known[Association], said: str
) -> None:
    house = HouseRules(name="acme/*", trigger="/ok to test {sha}", trigger_by="v.")
    item = a_pull(
        7,
        author_association=association,
        checks=Checks(state=ChecksState.NEVER_RAN),
        head_oid="1a2b3c4d5e6f",
    )

    answer = answered(item, Rules(houses=(house,)))

    assert Verbatim("/ok to test 1a2b3c4") in answer.blocks
    assert said in words_of(answer).splitlines()


def test_pull_answer__a_stale_bot_is_foretold_from_its_label_alone() -> None:
    rules = Rules(houses=(HouseRules(name="acme/*", stale_label="stale", stale_close_days=7),))
    put_on = LabelChange(at=at("2026-08-15"), label="Stale", added=True)

    def foretold(**fields: Any) -> list[str]:
        lines = words_of(answered(a_pull(7, **fields), rules)).splitlines()
        return [
            line.removeprefix("The label “Stale” was put on ") for line in lines if "bot" in line
        ]

    stands: dict[str, Any] = {"labels": ("Stale",), "label_changes": (put_on,)}
    moved = (an_event(on="2026-08-16"),)
    assert foretold(**stands) == [
        "15 Aug: the stale bot may close it on 22 Aug, unless something happens"
    ]
    assert foretold(**stands, events=moved) == [
        "15 Aug: the stale bot may close it on 22 Aug, but something happened since, which may put"
        " that off"
    ]
    early = replace(put_on, at=at("2026-08-01"))
    assert foretold(labels=("Stale",), label_changes=(early,)) == [
        "1 Aug: the stale bot may close it at any time, unless something happens"
    ]
    assert foretold(labels=("Stale",)) == []
    assert foretold(labels=(), label_changes=(put_on,)) == []
    taken_off = replace(put_on, at=at("2026-08-16"), added=False)
    assert foretold(labels=("Stale",), label_changes=(put_on, taken_off)) == []


def test_pull_answer__what_it_stands_on_and_waits_for() -> None:
    item = a_pull(7, base_branch="six", head_branch="seven", from_fork=False, body="Based on #4.")
    others = (
        a_pull(6, head_branch="six", from_fork=False),
        a_pull(8, base_branch="seven"),
        a_pull(9, head_branch="six", from_fork=True),
        a_merged_pull(5, on="2026-08-11"),
    )
    refs = (
        RowRef(ref=a_ref(7), role=Role.PRIMARY, written="#7"),
        RowRef(ref=a_ref(5), role=Role.DEPENDS_ON, written="#5"),
    )
    row = a_judged_row(7, item, row=a_row(7, refs=refs))
    readings = tuple(a_reading(each) for each in (item, *others))
    tracker = a_judged_tracker(a_judged_workstream(row), snapshot={"readings": readings})

    words = words_of(pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE))

    assert [line for line in words.splitlines() if "#" in line][2:] == [
        "Stacked on #6 (open)",
        "On top of it: #8 (open)",
        "The index says that it depends on #5 (merged 11 Aug)",
        "Its description says that it builds on #4",
    ]


def test_pull_answer__code_owners_who_are_not_seen_are_only_guessed() -> None:
    house = HouseRules(name="acme/widgets", code_owner_teams=("acme/a", "acme/b"))
    hidden = ReviewRequest(reviewer=None, as_code_owner=True)
    asked = an_event(EventKind.REVIEW_REQUESTED, on="2026-08-12", subject=None)

    def words(request: ReviewRequest) -> list[str]:
        item = a_pull(7, requests=(request,), events=(asked,))
        return words_of(answered(item, Rules(houses=(house,)))).splitlines()

    assert (
        "Still asked for a review: somebody this token may not see (code owner) since 12 Aug"
        in words(hidden)
    )
    guess = "Perhaps one of the code owners' teams: acme/a and acme/b"
    assert guess in words(hidden)
    assert guess not in words(replace(hidden, as_code_owner=False))
    assert guess not in words(replace(hidden, reviewer=an_actor("bo")))


# --- what no row names, and other trackers --------------------------------------------------------


def unlisted(item: Item, audience: Audience = TERMINAL) -> Answer:
    snapshot = a_snapshot(a_workstream(a_row(1)))
    tracker = judge_snapshot(snapshot, rules=Rules(), people={}, now=NOW)
    read = Unlisted(reading=a_reading(item), credentials=("token",))
    return pull_answer(
        tracker, ref=item.ref, audience=audience, people=PEOPLE, name="widgets", unlisted=read
    )


def test_pull_answer__what_no_row_names_is_told_in_depth_too() -> None:
    answer = unlisted(a_pull(9, is_private=True))

    lines = words_of(answer).splitlines()
    assert lines[0] == "#9 feat: number 9"
    assert "Checks: passing (3 passing)" in lines
    assert "Not listed in widgets." in lines
    assert "1 ref in 1 repository, as of 19 Aug 2026, 12:00 UTC (token)" in lines
    assert isinstance(answer.facts, PullFacts)
    assert answer.facts.rows == ()
    assert answer.facts.apart is not None


@pytest.mark.parametrize("private", [True, UNKNOWN])
def test_pull_answer__what_no_row_names_and_is_private_is_not_told_in_public(
    private: Known[bool],
) -> None:
    answer = unlisted(a_pull(9, title="the secret", is_private=private), PUBLIC)

    assert answer.title == "#9 is not shown here"
    assert "secret" not in words_of(answer)
    assert isinstance(answer.facts, PullFacts)
    assert answer.facts.apart is None


def elsewhere_words(audience: Audience = PUBLIC, **snapshot: Any) -> list[str]:
    refs = (
        RowRef(ref=a_ref(3), role=Role.PRIMARY, written="#3"),
        RowRef(ref=a_ref(7), role=Role.FIXED_BY, written="#7"),
    )
    listed = a_row(7, line=4)
    fixed = a_row(3, line=5, refs=refs, box=Box.TICKED)
    secret = a_pull(3, is_private=True)
    other = a_snapshot(
        a_workstream(listed, fixed, name="Cleanup"), items=(a_pull(7), secret), **snapshot
    )
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7)))
    answer = pull_answer(
        tracker,
        ref=a_ref(7),
        audience=audience,
        people=PEOPLE,
        elsewhere=(Elsewhere(name="cleanup", snapshot=other),),
    )
    return [line for line in words_of(answer).splitlines() if line.startswith("cleanup: ")]


def test_pull_answer__every_tracker_that_lists_or_names_it() -> None:
    listed = "cleanup: Listed in Cleanup, line 4 · box empty · owner Ana Souza"
    named = "cleanup: Named as the fix of a row in Cleanup, line 5 · box ticked · owner Ana Souza"

    assert elsewhere_words(TERMINAL) == [listed, named]
    assert elsewhere_words() == [listed], "the other row is about something private"
    assert elsewhere_words(issue=a_tracker_issue(is_private=True)) == []


def test_pull_answer__a_repair_can_be_copied() -> None:
    finding = a_finding(DriftKind.MALFORMED_REF, repair="write acme/widgets#9")
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, findings=(finding,))))

    answer = pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE)

    spans = [span for block in answer.blocks if isinstance(block, Line) for span in block.spans]
    assert Code("acme/widgets#9") in spans


def test_pull_answer__private_one_is_not_shown_in_public() -> None:
    secret = a_pull(7, title="the secret", is_private=True)
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7, secret)))

    answer = pull_answer(tracker, ref=a_ref(7), audience=PUBLIC, people=PEOPLE)

    assert answer.title == "#7 is not shown here"
    assert "secret" not in words_of(answer)
