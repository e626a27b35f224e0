"""What took the place of a listed pull request: stated, or a guess; never mixed."""

from dataclasses import replace
from typing import Any

import pytest

from bot.github_status.facts.index import Box, Role
from bot.github_status.facts.nearby import Mention, NearbyPull
from bot.github_status.facts.pulls import ActorKind, EventKind, Item, PullState
from bot.github_status.judge.how_far import Reached
from bot.github_status.judge.relation import Relation
from bot.github_status.judge.verdicts import TICK, DriftKind, JudgedTracker
from tests.builders import (
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_reading,
    a_ref,
    a_row,
    a_workstream,
    an_actor,
    an_event,
    at,
)
from tests.github_status.judge.judging import a_named_ref, judged, kinds, only

BOT = an_actor("sweeper", kind=ActorKind.BOT)


def nearby(number: int, **fields: Any) -> NearbyPull:
    """A merged pull request by Ana that the index does not list."""
    ref = a_ref(number)
    defaults: dict[str, Any] = {
        "url": f"https://github.com/{ref.repository}/pull/{number}",
        "title": f"feat: number {number}",
        "state": PullState.MERGED,
        "is_private": False,
        "author": an_actor(),
        "created_at": at("2026-08-17"),
        "merged_at": at("2026-08-18"),
        "closed_at": at("2026-08-18"),
    }
    return NearbyPull(ref=ref, **(defaults | fields))


def about(item: Item, *others: NearbyPull, **fields: Any) -> JudgedTracker:
    """A tracker that lists this one alone, with an empty box."""
    row = fields.pop("row", None) or a_row(item.ref.number)
    return judged(a_workstream(row), items=(item,), nearby=others, **fields)


def related(tracker: JudgedTracker) -> list[tuple[str, int, str]]:
    (row,) = tracker.rows()
    return [(r.kind.value, r.ref.number, r.confidence.value) for r in row.relations]


def relation(tracker: JudgedTracker) -> Relation:
    (row,) = tracker.rows()
    (found,) = row.relations
    return found


@pytest.mark.parametrize(
    ("listed", "other"),
    [
        ({"body": "Superseded by #12."}, {}),
        ({}, {"body": "Supersedes #7."}),
        ({}, {"title": "feat: again (replaces #7)"}),
    ],
    ids=["its own words", "the other's words", "the other's title"],
)
def test_superseded__stated_by_either_side(listed: Any, other: Any) -> None:
    tracker = about(a_closed_pull(**listed), nearby(12, **other))

    assert related(tracker) == [("superseded_by", 12, "stated")]
    assert relation(tracker).is_merged
    evidence = only(tracker, DriftKind.CLOSED_LISTED).evidence
    assert " Replaced by acme/widgets#12: " in evidence
    assert "erhaps" not in evidence


@pytest.mark.parametrize(
    ("comment", "confidence"),
    [
        ({"actor": an_actor("ana")}, "stated"),
        ({"actor": an_actor("closer")}, "stated"),
        ({"actor": an_actor("passer-by")}, "perhaps"),
        ({"actor": an_actor("ana"), "text": "perhaps superseded by #12"}, "perhaps"),
    ],
    ids=["author", "who closed it", "anybody else", "hedged"],
)
def test_superseded__by_a_closing_comment(comment: Any, confidence: str) -> None:
    told = {"text": "Superseded by #12, closing."} | comment
    events = (
        an_event(EventKind.COMMENT, on="2026-08-18T10:00", **told),
        an_event(EventKind.CLOSED, on="2026-08-18T10:01", actor=an_actor("closer")),
    )
    tracker = about(a_closed_pull(events=events))

    assert related(tracker) == [("superseded_by", 12, confidence)]


def test_superseded__what_a_bot_says_does_not_count() -> None:
    event = an_event(EventKind.COMMENT, actor=BOT, text="Possibly superseded by #12, #13")

    assert related(about(a_closed_pull(events=(event,)))) == []


def test_superseded__a_stranger_may_claim_anything_and_it_is_a_guess() -> None:
    strange = nearby(12, body="Supersedes #7", state=PullState.OPEN, author=an_actor("eve"))
    tracker = about(a_closed_pull(), strange)

    assert related(tracker) == [("superseded_by", 12, "perhaps")]
    assert " Perhaps replaced by acme/widgets#12" in only(tracker, DriftKind.CLOSED_LISTED).evidence


def test_superseded__open_row_whose_successor_landed() -> None:
    tracker = about(a_pull(), nearby(12, body="Supersedes #7"))

    finding = only(tracker, DriftKind.SUCCESSOR_LANDED)
    assert (finding.repair, finding.box_is_behind) == (TICK, False)
    assert finding.evidence == (
        "The box is empty; what took its place has landed: acme/widgets#12 on 18 Aug 2026."
        " acme/widgets#12 says “Supersedes #7”."
    )


def test_superseded__a_guess_never_lands() -> None:
    tracker = about(a_pull(body="Perhaps superseded by #12"), nearby(12))

    assert related(tracker) == [("superseded_by", 12, "perhaps")]
    assert DriftKind.SUCCESSOR_LANDED not in kinds(tracker)


@pytest.mark.parametrize(
    ("parts", "lands"),
    [
        (["Part 1/2 of #7", "Part 2/2 of #7"], True),
        (["Part 1/3 of #7", "Part 2/3 of #7"], False),
        (["Split out of #7", "Split out of #7"], False),
    ],
    ids=["all", "one is missing", "nobody says how many"],
)
def test_split__lands_when_every_part_did(parts: list[str], lands: bool) -> None:
    others = [nearby(number, body=body) for number, body in enumerate(parts, start=12)]
    tracker = about(a_pull(), *others)

    assert related(tracker) == [("split_into", n, "stated") for n in (12, 13)]
    assert (DriftKind.SUCCESSOR_LANDED in kinds(tracker)) is lands


def test_ticked__open_and_its_parts_merged_is_no_drift() -> None:
    row = a_row(box=Box.TICKED)
    parts = (nearby(12, body="Part 1/1 of #7"),)

    assert DriftKind.TICKED_UNMERGED in kinds(about(a_pull(), row=row))
    assert DriftKind.TICKED_UNMERGED not in kinds(about(a_pull(), *parts, row=row))


def test_guess__same_author_and_a_like_title() -> None:
    closed = a_closed_pull(title="feat: ring buffer for traces", created_at=at("2026-08-01"))
    later = nearby(12, title="feat(core): add traces ring-buffer support")
    other = nearby(13, title="feat: ring of keys")
    bos = nearby(14, title="feat: ring buffer for traces", author=an_actor("bo"))
    tracker = about(closed, later, other, bos)

    assert related(tracker) == [("superseded_by", 12, "perhaps")]
    assert relation(tracker).because == "same author and a like title, opened later"


def test_guess__is_not_made_where_somebody_says() -> None:
    closed = a_closed_pull(
        title="feat: ring buffer for traces", created_at=at("2026-08-01"), body="Replaced by #13"
    )
    tracker = about(closed, nearby(12, title="feat: ring buffer for traces"), nearby(13))

    assert related(tracker) == [("superseded_by", 13, "stated")]


def test_chain__is_as_sure_as_its_least_sure_step() -> None:
    closed = a_closed_pull(title="feat: ring buffer for traces", created_at=at("2026-08-01"))
    middle = nearby(12, title="feat: ring buffer of traces", state=PullState.CLOSED, merged_at=None)
    last = nearby(13, title="feat: the real thing", body="Supersedes #12")
    sure = about(a_closed_pull(body="Superseded by #12"), middle, last)

    assert related(about(closed, middle, last)) == [
        ("superseded_by", 13, "perhaps"),
        ("superseded_by", 12, "perhaps"),
    ]
    assert related(sure) == [("superseded_by", 13, "stated"), ("superseded_by", 12, "stated")]


def test_same_work__is_a_guess_however_plainly_it_is_said() -> None:
    later = nearby(12, body="The same feature as #7", created_at=at("2026-08-18"))
    tracker = about(a_closed_pull(), later)

    assert related(tracker) == [("superseded_by", 12, "perhaps")]


def test_reverted__stated_and_the_box_is_not_to_be_ticked() -> None:
    revert = nearby(12, title='Revert "feat: number 7"', body="Reverts acme/widgets#7")
    tracker = about(a_merged_pull(), revert)

    finding = only(tracker, DriftKind.REVERTED)
    assert finding.evidence == (
        "GitHub says merged on 18 Aug 2026. Reverted by acme/widgets#12, merged on 18 Aug 2026:"
        " acme/widgets#12 says “Reverts acme/widgets#7”."
    )
    assert finding.repair is None
    assert DriftKind.MERGED_UNTICKED not in kinds(tracker)


def test_reverted__the_fix_of_a_row_is_none_any_more() -> None:
    """ "~~the leak~~ ✅ Fixed in #7", of which somebody undid the merge."""
    fix = replace(a_named_ref(7), claim=Role.FIXED_BY)
    row = a_row(7, refs=(fix,), struck=True, status="Fixed")
    tracker = about(a_merged_pull(), nearby(12, body="Reverts acme/widgets#7"), row=row)

    finding = only(tracker, DriftKind.TEXT_CONTRADICTS)
    assert finding.evidence == (
        "The words say that it was fixed by acme/widgets#7; GitHub says that acme/widgets#7 merged"
        " on 18 Aug 2026 and was reverted by acme/widgets#12."
    )
    assert finding.repair is None
    assert [row.reached for row in tracker.rows()] == [Reached.OPEN]


@pytest.mark.parametrize(
    "others",
    [
        (nearby(12, body="Reverts #7", state=PullState.OPEN, merged_at=None),),
        (nearby(12, body="Reverts #7"), nearby(13, body="Reverts #12")),
    ],
    ids=["not merged", "reverted in its turn"],
)
def test_reverted__not_while_it_is_in_force(others: tuple[NearbyPull, ...]) -> None:
    assert kinds(about(a_merged_pull(), *others)) == [DriftKind.MERGED_UNTICKED]


def test_reverted__only_the_title_makes_it_a_guess() -> None:
    tracker = about(a_merged_pull(), nearby(12, title='Revert "feat: number 7"'))

    assert "Perhaps reverted by" in only(tracker, DriftKind.REVERTED).evidence
    assert DriftKind.MERGED_UNTICKED in kinds(tracker)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"labels": ("stale",)}, " sweeper, a bot, closed it for want of activity, and no person."),
        ({}, " sweeper, a bot, closed it, and no person."),
    ],
)
def test_closed__by_a_bot_and_no_person(fields: Any, said: str) -> None:
    tracker = about(a_closed_pull(events=(an_event(EventKind.CLOSED, actor=BOT),), **fields))

    assert only(tracker, DriftKind.CLOSED_LISTED).evidence.endswith(said)


def test_closed__by_a_person_is_not_explained() -> None:
    tracker = about(a_closed_pull(events=(an_event(EventKind.CLOSED),), labels=("stale",)))

    assert "bot" not in only(tracker, DriftKind.CLOSED_LISTED).evidence


def test_mentions__are_read_too() -> None:
    mention = Mention(at=at("2026-08-18"), pull=nearby(12, body="Supersedes #7"))
    reading = a_reading(a_closed_pull(), mentions=(mention,))
    tracker = judged(a_workstream(a_row()), readings=(reading,))

    assert related(tracker) == [("superseded_by", 12, "stated")]


def test_as_it_was__before_it_was_said_and_before_it_was_merged() -> None:
    listed = a_pull(created_at=at("2026-08-01"))
    other = nearby(12, body="Supersedes #7", created_at=at("2026-08-10"))

    def then(day: str) -> list[tuple[str, int, str]]:
        return related(about(listed, other, now=at(day)))

    assert then("2026-08-09") == []
    assert then("2026-08-11") == [("superseded_by", 12, "stated")]
    early = about(listed, other, now=at("2026-08-11"))
    assert DriftKind.SUCCESSOR_LANDED not in kinds(early)


def test_index__its_own_words_are_left_to_itself() -> None:
    refs = (a_named_ref(7), a_named_ref(12, Role.SPLIT_INTO))
    tracker = judged(
        a_workstream(a_row(refs=refs)), items=(a_pull(7), a_merged_pull(12)), nearby=()
    )

    assert only(tracker, DriftKind.SUCCESSOR_LANDED).confidence is None


def test_hostile__says_everything_of_everything_and_little_is_kept() -> None:
    everything = "Superseded by " + ", ".join(f"#{n}" for n in range(100, 400))
    tracker = about(a_closed_pull(body=everything))

    assert len(related(tracker)) == 20
