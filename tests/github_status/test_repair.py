"""A repair changes box characters and nothing else, in every document there is."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.github_status.facts.index import Box, Index, Row, Workstream
from bot.github_status.facts.pulls import IssueState, Item, StateReason
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.index import parse_index
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.verdicts import DriftKind, JudgedTracker
from bot.github_status.repair import (
    BoxChange,
    Offer,
    Proposal,
    diff_of,
    offers_of,
    proposal_of,
    record_of,
    repaired_body,
    undo_proposal,
)
from tests.builders import (
    NOW,
    a_merged_pull,
    a_pull,
    a_ref,
    a_snapshot,
    a_tracker_issue,
    an_issue,
    at,
)
from tests.github_status.index.reading import HOME
from tests.github_status.index.test_properties import ANY_TEXT

CORPUS = Path(__file__).parents[1] / "fixtures" / "corpus"
NAMES = sorted(path.stem for path in (CORPUS / "bodies").glob("*.md"))


def judged_body(body: str, *items: Item, tracker: Ref | None = None) -> JudgedTracker:
    """The tracker with this text, judged with these items known."""
    ref = tracker or a_ref(1)
    index = parse_index(body, repository=ref.repository)
    issue = a_tracker_issue(body, ref=ref)
    snapshot = a_snapshot(index=index, issue=issue, tracker=ref, items=items)
    return judge_snapshot(snapshot, rules=Rules(), people={}, now=NOW)


def all_merged(body: str, home: Repository) -> JudgedTracker:
    """Everything that the text names has been merged."""
    refs = parse_index(body, repository=home).refs()
    return judged_body(body, *(a_merged_pull(ref=ref) for ref in refs), tracker=Ref(home, 999_999))


def empty_boxes(index: Index) -> list[Row]:
    return [row for _, row in index.rows() if row.box is Box.EMPTY]


def ticked(workstream: Workstream, places: set[int]) -> Workstream:
    rows = tuple(
        replace(row, box=Box.TICKED) if row.box_at in places else row for row in workstream.rows
    )
    inner = tuple(ticked(child, places) for child in workstream.workstreams)
    return replace(workstream, rows=rows, workstreams=inner)


def assert_only_boxes_change(tracker: JudgedTracker, chosen: Sequence[Offer]) -> None:
    """What is promised, for this text and these boxes of it."""
    body, home = tracker.snapshot.issue.body, tracker.snapshot.issue.ref.repository
    proposal = proposal_of(tracker, chosen)
    after = repaired_body(proposal)
    places = {offer.box.at for offer in chosen}

    assert len(after) == len(body)
    assert {n for n, (a, b) in enumerate(zip(body, after, strict=True)) if a != b} == places
    assert {after[place] for place in places} <= {"x"}
    before_index, found = (parse_index(text, repository=home) for text in (body, after))
    assert found.workstreams == tuple(ticked(w, places) for w in before_index.workstreams)
    assert found.problems == before_index.problems

    undone = undo_proposal(record_of(proposal), after, change_id=1)
    assert repaired_body(undone) == body
    lines = re.split(r"\r\n|\n|\r", body)
    assert [(d.line, d.before) for d in diff_of(proposal)] == sorted(
        {(offer.box.line, lines[offer.box.line - 1]) for offer in chosen}
    )


@pytest.mark.parametrize("name", NAMES)
def test_repaired_body__of_the_corpus_differs_in_the_boxes_alone(name: str) -> None:
    body = (CORPUS / "bodies" / f"{name}.md").read_bytes().decode()
    truth = json.loads((CORPUS / "truth" / f"{name}.json").read_text(encoding="utf-8"))
    home = Repository.parse(truth["repo"])
    assert home is not None

    for text in (body, body.replace("\r\n", "\n").replace("\n", "\r\n")):
        tracker = all_merged(text, home)
        offers = offers_of(tracker)

        with_work = [row for row in empty_boxes(tracker.snapshot.index) if row.primary]
        assert len(offers) >= 0.5 * len(with_work)
        assert_only_boxes_change(tracker, offers)
        assert_only_boxes_change(tracker, offers[::2])


ROWS = st.sampled_from(
    [
        "- [ ] #1 words",
        "* [ ] #2",
        "1. [\t] a/b#3 &amp; &#91; ]",
        "- [ ] - [ ] #4",
        "  - [ ] [x](https://github.com/acme/widgets/pull/5)  ",
        "- [x] #6",
        "- [ ] #1 words",
        "> - [ ] #7",
        "- [ ] 😀 #8 \x00 \u2028 [ ]",
        "+ [ ] ~~#9~~",
        "[x]: /u",
        "| [ ] | #10 |",
    ]
)
LISTS = st.lists(st.one_of(ROWS, ANY_TEXT.filter(lambda t: len(t) < 40)), max_size=12)


@pytest.mark.no_cover  # many inputs through what others cover
@settings(max_examples=150, deadline=None)
@given(LISTS, st.sampled_from(["\n", "\r\n", "\r", "\n\n"]), st.data())
def test_repaired_body__of_any_text_differs_in_the_boxes_alone(
    lines: list[str], line_end: str, data: st.DataObject
) -> None:
    body = line_end.join(lines).encode(errors="replace").decode()
    tracker = all_merged(body, HOME)
    offers = offers_of(tracker)

    chosen = data.draw(st.lists(st.sampled_from(offers), unique=True)) if offers else []

    assert_only_boxes_change(tracker, sorted(chosen, key=lambda offer: offer.box.at))


def test_offers_of__which_are_sure_and_which_are_picked() -> None:
    body = """\
- [ ] #7 merged
- [ ] #8 completed
- [ ] #9 words (split into #10, #11)
- [ ] ~~tidy up~~
- [ ] #12 open
- [x] #13 ticked
- #14 without a box
- [ ] #7 once more
- [ ] the docs (related: #15)
- [ ] #7, #12
- [ ] #7, #10
- [ ] backport #7
"""
    merged = [a_merged_pull(n) for n in (7, 10, 11, 13, 14, 15)]
    done = an_issue(8, state=IssueState.CLOSED, reason=StateReason.COMPLETED)
    tracker = judged_body(body, *merged, done, a_pull(9), a_pull(12))

    offers = offers_of(tracker)

    assert [(o.box.line, o.findings[0].kind, o.is_sure) for o in offers] == [
        (1, DriftKind.MERGED_UNTICKED, True),
        (2, DriftKind.DONE_UNTICKED, False),
        (3, DriftKind.SUCCESSOR_LANDED, False),
        (4, DriftKind.TEXT_CONTRADICTS, False),
        (8, DriftKind.MERGED_UNTICKED, True),
        (9, DriftKind.MERGED_UNTICKED, False),
        (10, DriftKind.MERGED_UNTICKED, False),
        (11, DriftKind.MERGED_UNTICKED, True),
        (12, DriftKind.MERGED_UNTICKED, False),
    ]
    assert offers[0].evidence == "The box is empty; GitHub says merged on 18 Aug 2026."


def test_offers_of__only_the_chosen_workstreams() -> None:
    tracker = judged_body(
        "## A\n- [ ] #7\n### B\n- [ ] #8\n## C\n- [ ] #9\n", *map(a_merged_pull, (7, 8, 9))
    )

    assert [o.box.line for o in offers_of(tracker, tracker.workstreams[:1])] == [2, 4]
    assert offers_of(tracker, ()) == ()


def test_offers_of__nothing_as_it_was() -> None:
    body = "- [ ] #7\n"
    snapshot = judged_body(body, a_merged_pull(7)).snapshot

    then = judge_snapshot(snapshot, rules=Rules(), people={}, now=at("2026-08-19T11:00"))

    assert [f.kind for f in then.findings()] == [DriftKind.MERGED_UNTICKED, DriftKind.NO_OWNER]
    assert offers_of(then) == ()


def test_offers_of__a_box_across_two_lines_is_left_alone() -> None:
    """Filling it would move every line below."""
    tracker = judged_body("- [\n] #7\n- [ ] #8\n", a_merged_pull(7), a_merged_pull(8))

    assert [offer.row.line for offer in offers_of(tracker)] == [3]


@pytest.mark.parametrize(
    "box",
    [
        BoxChange(at=2, line=1, column=2, before=" ", after="x"),
        BoxChange(at=0, line=1, column=0, before=" ", after="x"),
        BoxChange(at=99, line=1, column=99, before=" ", after="x"),
        BoxChange(at=3, line=1, column=3, before="x", after=" "),
        BoxChange(at=3, line=1, column=3, before=" ", after="xx"),
    ],
    ids=["beside", "at the start", "behind the end", "already empty", "two characters"],
)
def test_repaired_body__refuses_what_is_no_box(box: BoxChange) -> None:
    proposal = Proposal(tracker=a_ref(1), body="- [ ] #7", boxes=(box,))

    with pytest.raises(ValueError, match="there is no box"):
        repaired_body(proposal)


REPAIRED = "- [ ] #7\n- [ ] #8 a\n- [ ] #9\n"


@pytest.mark.parametrize(
    ("edited", "expected"),
    [
        pytest.param("new\n\n- [x] #7\n- [x] #8 a\n", "new\n\n- [ ] #7\n- [ ] #8 a\n", id="moved"),
        pytest.param("- [x] #7 by me\n- [x] #8 a\n", "- [x] #7 by me\n- [ ] #8 a\n", id="reworded"),
        pytest.param("- [x] #7\n- [x] #7\n- [ ] #8 a\n", None, id="doubled, and emptied"),
        pytest.param("```\n- [x] #7\n```\n", None, id="in code now"),
        pytest.param("", None, id="gone"),
    ],
)
def test_undo_proposal__after_somebodys_edit(edited: str, expected: str | None) -> None:
    tracker = judged_body(REPAIRED, a_merged_pull(7), a_merged_pull(8))
    record = record_of(proposal_of(tracker, offers_of(tracker)))

    proposal = undo_proposal(record, edited, change_id=5)

    assert proposal.undoes == 5
    assert repaired_body(proposal) == (edited if expected is None else expected)


def test_undo_proposal__of_two_equal_lines() -> None:
    tracker = judged_body("- [ ] #7\n- [ ] #7\n", a_merged_pull(7))
    record = record_of(proposal_of(tracker, offers_of(tracker)))

    proposal = undo_proposal(record, "words\n\n- [x] #7\n- [x] #7\n", change_id=5)

    assert repaired_body(proposal) == "words\n\n- [ ] #7\n- [ ] #7\n"
