"""Others edit at any moments: nothing of theirs is lost unsaid, whatever the order."""

import asyncio
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import make_url

from bot.demo.github import fake_github, faults
from bot.github_status.github.quota import Policy
from bot.github_status.repair_outcomes import (
    BodyChanged,
    NothingToDo,
    OverwroteSomebody,
    Refused,
    Repaired,
    Uncertain,
)
from bot.store.engine import Database, database_url
from tests.fakes.clock import Clock
from tests.github_status.repair_bench import AFTER, BEFORE, PLACE, WRITE_TOKEN, Bench, a_proposal
from tests.store.migrated import a_migrated_file

# What these run is covered elsewhere, and following it line by line takes longest here.
pytestmark = pytest.mark.no_cover

MOMENTS = st.tuples(
    st.sampled_from([("query IssueText", n) for n in (1, 2, 3, 4)] + [("updateIssue", 1)]),
    st.booleans(),
)
TEXTS = st.sampled_from([BEFORE, AFTER, "", "theirs", BEFORE + "theirs", AFTER + "theirs"])
EDITS = st.lists(st.tuples(MOMENTS, TEXTS, st.sampled_from(["bo", "nemo"])), max_size=4)
FAULTS = st.sampled_from([None, None, faults.done_but_lost(), faults.reset(), faults.html(502)])


@settings(max_examples=30, deadline=None)
@given(EDITS, FAULTS)
def test_repair__every_text_of_theirs_stands_or_is_told(
    edits: list[tuple[tuple[tuple[str, int], bool], str, str]], fault: faults.Fault | None
) -> None:
    asyncio.run(_repaired_among(edits, fault))


async def _repaired_among(
    edits: list[tuple[tuple[tuple[str, int], bool], str, str]], fault: faults.Fault | None
) -> None:
    with TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder)}/data/nemorl-status.db"
        a_migrated_file(Path(str(make_url(url).database)))
        database, clock = Database(database_url(url)), Clock()
        async with fake_github() as gh:
            policy = Policy(clock=clock, sleep=clock.sleep)
            bench = Bench(gh=gh, database=database, clock=clock, policy=policy)
            gh.add_issue(*PLACE, body=BEFORE)
            gh.add_token(WRITE_TOKEN, login="nemo")
            saved: list[str] = []

            def save(text: str, by: str) -> None:
                if bench.body != text:
                    saved.append(text)
                gh.edit_body(*PLACE, text, by=by)

            for ((words, nth), is_after), text, by in edits:
                gh.when(words, partial(save, text, by), nth=nth, is_after=is_after)
            if fault is not None:
                gh.plan(fault, containing="updateIssue")
            async with bench.repairing() as repairing:
                outcome = await repairing.repair(a_proposal())
        await database.close()

    assert bench.writes <= 1
    history = [edit["diff"] for edit in gh.item(*PLACE)["userContentEdits"]][::-1]
    if isinstance(outcome, BodyChanged | NothingToDo | Refused):
        assert bench.writes == 0
    # What ours replaced was the text of the proposal, or it is told.
    if isinstance(outcome, Repaired) and saved.count(AFTER) == 0:
        assert outcome.is_history_known
        assert history[history.index(AFTER) - 1] == BEFORE
    if isinstance(outcome, OverwroteSomebody):
        told = [BEFORE, *(edit.text for edit in outcome.edits)]  # somebody may set it back
        assert history[history.index(AFTER) - 1] in told
    if isinstance(outcome, Uncertain):
        assert fault is not None or saved
