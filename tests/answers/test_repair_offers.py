"""The button that opens a repair: where it stands, what it says, and for whom."""

from dataclasses import replace
from functools import cache

import pytest

from bot.answers.answer import ActionId, Answer, Button, Buttons
from bot.answers.audience import PUBLIC, TERMINAL, Audience
from bot.answers.digest import digest_plan
from bot.answers.repair_offers import offered_boxes, repair_label
from bot.answers.spoken import Frame, framed
from bot.commands import Scene, parse, split
from bot.demo.bundled import DEMO_NOW, demo_people, demo_snapshot
from bot.github_status.index import parse_index
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.relation import Confidence
from bot.github_status.judge.verdicts import JudgedTracker
from bot.render.json_text import json_text
from bot.render.markdown import markdown_text
from bot.render.style import PLAIN
from bot.render.terminal import terminal_text
from bot.schedule import DueSlot
from tests.answers.digests import SCHEDULE, SLOT, START, some_changes
from tests.builders import (
    NOW,
    a_merged_pull,
    a_pull,
    a_ref,
    a_snapshot,
    a_tracker_issue,
    an_issue,
)

SECRET = a_ref(5, repository="acme/vault")
BODY = """\
## Refit

- [ ] #7 one
- [ ] #8 two, after acme/vault#5
- [ ] acme/vault#5 hushhush
- [ ] #9 open
"""


def small(*, private: bool = False, body: str = BODY) -> JudgedTracker:
    """Two public merged rows, of which one names a private one that is merged, too."""
    ref = a_ref(1)
    items = (
        a_merged_pull(7),
        a_merged_pull(8),
        a_merged_pull(ref=SECRET, is_private=True),
        a_pull(9),
        an_issue(10),
    )
    snapshot = a_snapshot(
        index=parse_index(body, repository=ref.repository),
        issue=a_tracker_issue(body, ref=ref, is_private=private),
        tracker=ref,
        items=items,
    )
    return judge_snapshot(snapshot, rules=Rules(), people={}, now=NOW)


@cache
def nemo_rl() -> JudgedTracker:
    return judge_snapshot(
        demo_snapshot("nemo-rl"),
        rules=Rules(),
        people=demo_people("nemo-rl").for_judge(),
        now=DEMO_NOW,
    )


def answer_of(
    words: str,
    tracker: JudgedTracker,
    *,
    can_repair: bool = True,
    audience: Audience = PUBLIC,
) -> Answer:
    scene = Scene(
        tracker=tracker,
        name="nemo-rl",
        aliases=(),
        people=demo_people("nemo-rl"),
        asker=None,
        audience=audience,
        can_repair=can_repair,
    )
    return parse(split(words)).answer(scene)


def buttons_of(answer: Answer) -> list[Button]:
    rows = (block.buttons for block in answer.blocks if isinstance(block, Buttons))
    return [button for row in rows for button in row]


def repair_of(answer: Answer) -> list[tuple[str, str]]:
    """Its label and its question."""
    found = (b for b in buttons_of(answer) if b.action is ActionId.REPAIR)
    return [(b.label, b.value) for b in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", [("Repair 12 boxes", "drift")]),
        ("drift", [("Repair 12 boxes", "drift")]),
        ("drift refit", [("Repair 2 boxes", "drift Refit")]),
        ("refit", [("Repair 2 boxes", "drift Refit")]),
        ("stale", []),
        ("merged", []),
    ],
)
def test_button__where_boxes_are_out_of_date(words: str, expected: list[tuple[str, str]]) -> None:
    answer = answer_of(words, nemo_rl())
    assert repair_of(answer) == expected
    assert repair_of(answer_of(words, nemo_rl(), can_repair=False)) == []


def test_button__is_the_first_thing_below_the_headline() -> None:
    kinds = [type(block).__name__ for block in answer_of("drift", nemo_rl()).blocks[:2]]
    assert kinds == ["Heading", "Buttons"]


def test_button__other_media_say_the_same_without_it() -> None:
    for render in (
        markdown_text,
        json_text,
        lambda answer: terminal_text(answer, style=PLAIN, width=100),
    ):
        with_it, without = (
            render(answer_of("drift refit", nemo_rl(), can_repair=can)) for can in (True, False)
        )
        assert with_it == without


def test_button__names_the_tracker_and_is_not_shared_twice() -> None:
    frame = Frame(question="drift refit", suffix=" in nemo-rl", shared="drift refit")
    answer = framed(answer_of("drift refit", nemo_rl()), frame)
    assert repair_of(answer) == [("Repair 2 boxes", "drift Refit in nemo-rl")]
    assert [b.action for b in buttons_of(answer)].count(ActionId.SHARE) == 1


def test_private__rows_that_name_anything_private_are_not_offered() -> None:
    public = offered_boxes(small(), audience=PUBLIC)
    assert [one.judged.ref for one in public] == [a_ref(7)]
    everything = offered_boxes(small(), audience=TERMINAL)
    assert [one.judged.ref for one in everything] == [a_ref(7), a_ref(8), SECRET]
    assert repair_of(answer_of("", small())) == [("Repair 1 box", "drift")]
    assert repair_of(answer_of("", small(), audience=TERMINAL)) == [("Repair 3 boxes", "drift")]


def test_private__nothing_of_a_private_tracker_is_offered() -> None:
    assert offered_boxes(small(private=True), audience=PUBLIC) == ()
    assert repair_of(answer_of("drift", small(private=True))) == []
    seen = offered_boxes(small(private=True), audience=replace(PUBLIC, sees_private=True))
    assert len(seen) == 3


def test_button__what_only_a_person_can_judge_is_reviewed() -> None:
    [sure] = offered_boxes(small(), audience=PUBLIC)
    [finding] = sure.offer.findings
    likely = replace(finding, confidence=Confidence.PERHAPS)
    perhaps = replace(sure, offer=replace(sure.offer, findings=(likely,)))
    assert repair_label([perhaps, perhaps]) == "Review 2 boxes"
    assert repair_label([perhaps, sure]) == "Repair 1 box"
    assert repair_label([]) == ""


@pytest.mark.parametrize("can_repair", [True, False])
def test_button__stands_in_the_digest(can_repair: bool) -> None:
    plan = digest_plan(
        some_changes(replace(small().snapshot, as_of=SLOT)),
        audience=PUBLIC,
        people=demo_people("nemo-rl"),
        schedule=SCHEDULE,
        due=DueSlot(slot=SLOT, start=START),
        name="widgets",
        can_repair=can_repair,
    )
    wanted = [("Repair 1 box", "drift in widgets")] if can_repair else []
    assert repair_of(plan.summary) == wanted


def test_button__nothing_as_it_was() -> None:
    was = judge_snapshot(
        small().snapshot, rules=Rules(), people={}, now=NOW.replace(year=NOW.year - 1)
    )
    assert repair_of(answer_of("drift", was)) == []
