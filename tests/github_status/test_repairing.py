"""A confirmed repair against a GitHub that others edit at every moment."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.demo.github import FakeGitHub, fake_github, faults
from bot.errors import StoreFault, Unreachable, WriteRefused
from bot.github_status.github.quota import Policy
from bot.github_status.repair import Proposal
from bot.github_status.repair_outcomes import (
    BodyChanged,
    NothingToDo,
    OverwroteSomebody,
    Refused,
    Repaired,
    RepairOutcome,
    Uncertain,
)
from bot.github_status.repair_records import announced, kept_repair
from bot.store.engine import Database, database_url
from tests.builders import a_ref
from tests.fakes.clock import Clock
from tests.github_status.repair_bench import (
    AFTER,
    BEFORE,
    PLACE,
    THEIRS,
    WRITE_TOKEN,
    Bench,
    a_proposal,
)
from tests.store.databases import database

__all__ = ["database"]

READ, WRITE = "query IssueText", "updateIssue"


@pytest.fixture
async def gh() -> AsyncIterator[FakeGitHub]:
    async with fake_github() as fake:
        fake.add_issue(*PLACE, body=BEFORE)
        fake.add_token(WRITE_TOKEN, login="nemo")
        yield fake


@pytest.fixture
def url(tmp_path: Path) -> str:
    """SQLite: how claims and the audit fare on PostgreSQL is the business of their own tests."""
    return f"sqlite+aiosqlite:///{tmp_path}/data/nemorl-status.db"


@pytest.fixture
def bench(gh: FakeGitHub, database: Database) -> Bench:
    clock = Clock()
    policy = Policy(clock=clock, sleep=clock.sleep)
    return Bench(gh=gh, database=database, clock=clock, policy=policy)


async def repaired(bench: Bench, proposal: Proposal | None = None) -> RepairOutcome:
    async with bench.repairing() as repairing:
        return await repairing.repair(proposal or a_proposal())


async def undone(bench: Bench, change_id: int) -> RepairOutcome:
    async with bench.repairing() as repairing:
        return await repairing.undo(change_id, tracker=a_ref(1))


async def test_repair__one_edit_and_every_other_byte_as_it_was(bench: Bench) -> None:
    outcome = await repaired(bench)

    assert isinstance(outcome, Repaired)
    assert (outcome.boxes, outcome.is_history_known, outcome.later) == (2, True, ())
    assert (bench.body, bench.writes) == (AFTER, 1)
    (change,) = await bench.audit.newest()
    kept = kept_repair(change)
    assert (change.id, change.by, kept.end) == (outcome.change_id, "gh:nemo", "done")
    assert kept.record.lines == ("- [x] #7 one  ", "* [x] #8 &amp; two 😀")
    assert {seen.token for seen in bench.gh.requests} == {WRITE_TOKEN}


def edits(bench: Bench, body: str = THEIRS, *, by: str = "bo") -> Callable[[], None]:
    return lambda: bench.gh.edit_body(*PLACE, body, by=by)


@pytest.mark.parametrize(
    ("words", "nth", "is_after"),
    [
        pytest.param(READ, 1, False, id="before it is read again"),
        pytest.param(READ, 1, True, id="after it was read again"),
        pytest.param(READ, 2, False, id="before the last reading"),
    ],
)
async def test_repair__an_edit_before_the_write_means_a_new_proposal(
    bench: Bench, words: str, nth: int, is_after: bool
) -> None:
    bench.gh.when(words, edits(bench), nth=nth, is_after=is_after)

    outcome = await repaired(bench)

    assert outcome == BodyChanged(tracker=a_ref(1), body=THEIRS, proposal=None)
    assert (bench.body, bench.writes) == (THEIRS, 0)
    async with bench.repairing() as repairing:
        assert await repairing.last_repair(a_ref(1)) is None


@pytest.mark.parametrize(
    ("words", "nth", "is_after"),
    [
        pytest.param(READ, 2, True, id="after the last reading"),
        pytest.param(WRITE, 1, False, id="before the write arrives"),
    ],
)
@pytest.mark.parametrize("was_edited_before", [False, True], ids=["never edited", "edited before"])
@pytest.mark.parametrize("by", ["bo", "nemo", None], ids=["another", "the same account", "gone"])
async def test_repair__an_edit_in_the_last_gap_is_told_with_its_text(
    bench: Bench,
    words: str,
    nth: int,
    is_after: bool,
    was_edited_before: bool,
    by: str,
) -> None:
    if was_edited_before:
        bench.gh.edit_body(*PLACE, "older", by="ana")
        bench.gh.edit_body(*PLACE, BEFORE, by="ana")
    bench.gh.when(words, edits(bench, by=by), nth=nth, is_after=is_after)

    outcome = await repaired(bench)

    assert isinstance(outcome, OverwroteSomebody)
    assert [edit.text for edit in outcome.edits] == [THEIRS]
    assert [edit.by and edit.by.login for edit in outcome.edits] == [by]
    assert (bench.body, bench.writes) == (AFTER, 1)
    (change,) = await bench.audit.newest()
    assert change.after is not None
    gone: Any = change.after["overwritten"]
    assert [each["text"] for each in gone] == [THEIRS]


@pytest.mark.parametrize(
    ("words", "nth", "is_after"),
    [
        pytest.param(WRITE, 1, True, id="right after the write"),
        pytest.param(READ, 3, False, id="before the verifying reading"),
    ],
)
@pytest.mark.parametrize(
    ("text", "stands"), [(THEIRS, False), (AFTER + "more", True)], ids=["over it", "upon it"]
)
async def test_repair__an_edit_after_the_write_stands(
    bench: Bench, words: str, nth: int, is_after: bool, text: str, stands: bool
) -> None:
    bench.gh.when(words, edits(bench, text), nth=nth, is_after=is_after)

    outcome = await repaired(bench)

    assert isinstance(outcome, Repaired)
    assert [edit.text for edit in outcome.later] == [text]
    assert outcome.stands is stands
    assert (bench.body, bench.writes) == (text, 1)


async def test_repair__several_in_the_gap_and_one_after(bench: Bench) -> None:
    bench.gh.when(WRITE, edits(bench, "first"))
    bench.gh.when(WRITE, edits(bench, "second", by="cy"))
    bench.gh.when(WRITE, edits(bench, "third"), is_after=True)

    outcome = await repaired(bench)

    assert isinstance(outcome, OverwroteSomebody)
    assert [edit.text for edit in outcome.edits] == ["first", "second"]
    assert bench.body == "third"


async def test_repair__ticked_by_hand_meanwhile(bench: Bench) -> None:
    bench.gh.edit_body(*PLACE, AFTER)

    assert await repaired(bench) == NothingToDo(tracker=a_ref(1), is_undo=False)
    assert bench.writes == 0


async def test_repair__two_confirm_at_once(bench: Bench) -> None:
    async with AsyncExitStack() as stack:
        both = [await stack.enter_async_context(bench.repairing()) for _ in range(2)]
        outcomes = await asyncio.gather(*(each.repair(a_proposal()) for each in both))

    assert {type(outcome) for outcome in outcomes} == {Repaired, NothingToDo}
    assert (bench.body, bench.writes) == (AFTER, 1)


async def test_repair__somebody_else_takes_too_long(bench: Bench) -> None:
    async with bench.repairing() as first, first._turn.alone():
        outcome = await repaired(bench)

    assert isinstance(outcome, Refused)
    assert "Another repair" in str(outcome.error)
    assert (bench.body, bench.writes) == (BEFORE, 0)


# --- what GitHub refuses ---


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(lambda gh: gh.archive("acme/widgets"), "archived", id="archived"),
        pytest.param(
            lambda gh: gh.add_token(WRITE_TOKEN, login="nemo", may_write=False),
            "may not edit",
            id="no right",
        ),
        pytest.param(
            lambda gh: (
                gh.add_token(WRITE_TOKEN, login="nemo", may_write=False),
                gh.edit(*PLACE, locked=True),
            ),
            "is locked",
            id="locked, and no right",
        ),
        pytest.param(
            lambda gh: gh.plan(faults.bad_credentials(), times=None), "does not accept", id="401"
        ),
        pytest.param(lambda gh: gh.delete(*PLACE), "not there any more", id="deleted"),
        pytest.param(
            lambda gh: gh.transfer(*PLACE, "acme/gadgets", 5), "not there any more", id="moved"
        ),
        pytest.param(
            lambda gh: gh.plan(faults.http_error(403, "Resource not accessible"), containing=WRITE),
            "refuses",
            id="403 when writing",
        ),
        pytest.param(
            lambda gh: gh.plan(faults.refused_edit("FORBIDDEN", "no permission"), containing=WRITE),
            "may not edit",
            id="forbidden when writing",
        ),
        pytest.param(
            lambda gh: gh.plan(
                faults.refused_edit(
                    "UNPROCESSABLE", "Body is too long (maximum is 65536 characters)"
                ),
                containing=WRITE,
            ),
            "longer than GitHub takes",
            id="too long",
        ),
        pytest.param(
            lambda gh: gh.plan(
                faults.refused_edit("UNPROCESSABLE", "Issue is locked"), containing=WRITE
            ),
            "locked",
            id="locked",
        ),
        pytest.param(
            lambda gh: gh.plan(faults.refused_edit(None, "<b>odd"), containing=WRITE),
            "no reason that is known",
            id="an unknown reason",
        ),
        pytest.param(
            lambda gh: gh.plan(faults.secondary(retry_after="30"), containing=WRITE),
            "limit",
            id="secondary limit",
        ),
        pytest.param(
            lambda gh: gh.plan(faults.secondary(200), containing=WRITE),
            "limit",
            id="secondary limit in an answer",
        ),
        pytest.param(
            lambda gh: gh.plan(faults.redirect("http://127.0.0.1:1/graphql"), times=None),
            "leads elsewhere",
            id="elsewhere",
        ),
    ],
)
async def test_repair__refused_in_clear_words_and_nothing_written(
    bench: Bench, change: Callable[[FakeGitHub], None], words: str
) -> None:
    change(bench.gh)

    outcome = await repaired(bench)

    assert isinstance(outcome, Refused)
    assert words in str(outcome.error)
    assert outcome.error.advice
    assert bench.gh.tokens.keys() & {WRITE_TOKEN}
    assert WRITE_TOKEN not in f"{outcome.error} {outcome.error.advice}"
    async with bench.repairing() as repairing:
        assert await repairing.last_repair(a_ref(1)) is None


async def test_repair__a_locked_issue_may_be_edited_by_who_may(bench: Bench) -> None:
    bench.gh.edit(*PLACE, locked=True)
    assert isinstance(await repaired(bench), Repaired)


async def test_repair__a_limit_gives_the_text_no_time_to_grow_old(bench: Bench) -> None:
    """It is not waited for between the last reading and the write."""
    bench.gh.plan(faults.secondary(retry_after="5"), containing=WRITE)
    started_at = bench.clock()

    assert isinstance(await repaired(bench), Refused)
    assert (bench.clock() - started_at).total_seconds() < 1


# --- what nobody knows ---


async def test_repair__done_but_the_answer_is_lost(bench: Bench) -> None:
    bench.gh.plan(faults.done_but_lost(), containing=WRITE)

    outcome = await repaired(bench)

    assert isinstance(outcome, Repaired)
    assert (bench.body, bench.writes) == (AFTER, 1)


async def test_repair__done_lost_and_edited_over(bench: Bench) -> None:
    bench.gh.plan(faults.done_but_lost(), containing=WRITE)
    bench.gh.when(WRITE, edits(bench), is_after=True)

    outcome = await repaired(bench)

    assert isinstance(outcome, Repaired)
    assert not outcome.stands
    assert bench.body == THEIRS


@pytest.mark.parametrize(
    "fault", [faults.reset(), faults.html(502), faults.query_timeout(), faults.truncated()]
)
async def test_repair__not_done_and_nobody_says_so(bench: Bench, fault: faults.Fault) -> None:
    """It is never sent a second time: the first may still come."""
    bench.gh.plan(fault, containing=WRITE)

    outcome = await repaired(bench)

    assert isinstance(outcome, Uncertain)
    assert not outcome.is_written
    assert (bench.body, bench.writes) == (BEFORE, 1)
    assert await undone(bench, outcome.change_id) == NothingToDo(tracker=a_ref(1), is_undo=True)


async def test_repair__comes_late(bench: Bench) -> None:
    bench.gh.plan(faults.reset(), containing=WRITE)
    bench.gh.when(READ, edits(bench, AFTER, by="nemo"), nth=4)

    assert isinstance(await repaired(bench), Repaired)


async def test_repair__cannot_be_verified(bench: Bench) -> None:
    bench.gh.when(
        WRITE, lambda: bench.gh.plan(faults.html(502), times=None, containing=READ), is_after=True
    )

    outcome = await repaired(bench)

    assert isinstance(outcome, Uncertain)
    assert outcome.is_written
    assert isinstance(outcome.error, Unreachable)
    assert bench.body == AFTER


async def test_repair__without_the_edit_history(bench: Bench) -> None:
    bench.gh.refuse(*PLACE, "userContentEdits", faults.FORBIDDEN_PAT)

    outcome = await repaired(bench)

    assert isinstance(outcome, Repaired)
    assert not outcome.is_history_known


# --- undo ---


async def test_undo__restores_every_byte_once(bench: Bench) -> None:
    done = await repaired(bench)
    assert isinstance(done, Repaired)

    first, second = await undone(bench, done.change_id), await undone(bench, done.change_id)

    assert isinstance(first, Repaired)
    assert first.is_undo
    assert second == NothingToDo(tracker=a_ref(1), is_undo=True)
    assert (bench.body, bench.writes) == (BEFORE, 2)
    kept = await bench.audit.get(done.change_id)
    assert kept is not None
    assert kept.undone_by == first.change_id
    async with bench.repairing() as repairing:
        assert await repairing.last_repair(a_ref(1)) is None


async def test_undo__after_somebodys_edit_asks_anew(bench: Bench) -> None:
    done = await repaired(bench)
    assert isinstance(done, Repaired)
    bench.gh.edit_body(*PLACE, "hello\r\n" + AFTER.replace("#7 one  ", "#7 one, by bo"))

    outcome = await undone(bench, done.change_id)

    assert isinstance(outcome, BodyChanged)
    assert outcome.proposal is not None
    assert (bench.body, bench.writes) == (outcome.body, 1)

    assert isinstance(await repaired(bench, outcome.proposal), Repaired)
    assert bench.body == outcome.body.replace("* [x] #8", "* [ ] #8")
    assert await repaired(bench, outcome.proposal) == NothingToDo(tracker=a_ref(1), is_undo=True)


async def test_undo__an_edit_in_its_last_gap_is_told_too(bench: Bench) -> None:
    done = await repaired(bench)
    assert isinstance(done, Repaired)
    bench.gh.when(WRITE, edits(bench))

    outcome = await undone(bench, done.change_id)

    assert isinstance(outcome, OverwroteSomebody)
    assert outcome.is_undo
    assert [edit.text for edit in outcome.edits] == [THEIRS]


async def test_undo__of_what_is_no_repair(bench: Bench) -> None:
    outcome = await undone(bench, 99)

    assert isinstance(outcome, Refused)
    assert "no repair 99" in str(outcome.error)
    assert not isinstance(outcome.error, WriteRefused)


async def test_undo__of_a_repair_whose_process_died_before_it_could_tell(bench: Bench) -> None:
    proposal = a_proposal()
    change_id = await bench.audit.add(announced(proposal, at=bench.clock(), by="U1"))
    bench.gh.edit_body(*PLACE, AFTER, by="nemo")

    async with bench.repairing() as repairing:
        kept = await repairing.last_repair(a_ref(1))

    assert kept is not None
    assert (kept.id, kept.by, kept.end) == (change_id, "U1", "begun")
    assert isinstance(await undone(bench, change_id), Repaired)
    assert bench.body == BEFORE


async def test_repair__without_a_database_nothing_is_written(bench: Bench) -> None:
    broken = Database(database_url("sqlite+aiosqlite:////proc/nothing/here.db"))
    async with replace(bench, database=broken).repairing() as repairing:
        outcome = await repairing.repair(a_proposal())
    await broken.close()

    assert isinstance(outcome, Refused)
    assert isinstance(outcome.error, StoreFault)
    assert (bench.body, bench.gh.requests) == (BEFORE, [])
