from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.errors import StoreFault, Unreachable, UserError
from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.pulls import Item, Mergeable, Pull, PullState
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading, TrackerIssue
from bot.github_status.github.nearby import Nearby
from bot.github_status.judge.states import row_state
from bot.github_status.judge.verdicts import RowState
from bot.github_status.last_states import with_last_states
from bot.github_status.reader import Reader, tracker_key
from bot.store.engine import Database, database_url
from bot.store.snapshots import Snapshots
from tests.builders import (
    NOW,
    a_failed_reading,
    a_pull,
    a_reading,
    a_ref,
    a_tracker_issue,
    an_issue,
)
from tests.store.migrated import a_migrated_file

TRACKER = a_ref(1)
LATER = NOW + timedelta(hours=1)


@dataclass
class _Batch:
    readings: tuple[Reading, ...]
    credentials: tuple[str, ...] = ("token",)
    notes: tuple[str, ...] = ("Checks need another permission.",)


class _GitHub:
    """Answers what it was told; `issue` or a reading may be an error."""

    def __init__(self) -> None:
        self.issue: TrackerIssue | Exception = a_tracker_issue("- [ ] #7\n- [ ] #8\n")
        self.answers: dict[Ref, Reading] = {}
        self.beside: tuple[NearbyPull, ...] | Exception = ()

    async def tracker(self, ref: Ref) -> TrackerIssue:
        if isinstance(self.issue, Exception):
            raise self.issue
        return self.issue

    async def readings(
        self, refs: Sequence[Ref], *, on_progress: Callable[[int, int], None]
    ) -> _Batch:
        on_progress(len(refs), len(refs))
        return _Batch(tuple(self.answers.get(r) or a_reading(a_pull(ref=r)) for r in refs))

    async def nearby(self, readings: Sequence[Reading]) -> Nearby:
        if isinstance(self.beside, Exception):
            raise self.beside
        return Nearby(pulls=self.beside)


class _BrokenStore:
    async def save_snapshot(self, tracker_key: str, as_of: datetime, payload: bytes) -> None:
        raise StoreFault("The disk is full.", advice="Make room.")

    async def newest_snapshot(self, tracker_key: str) -> None:
        raise StoreFault("The disk is full.", advice="Make room.")

    async def snapshot_before(self, tracker_key: str, moment: datetime) -> None:
        raise StoreFault("The disk is full.", advice="Make room.")

    async def snapshot_at(self, tracker_key: str, as_of: datetime) -> None:
        raise StoreFault("The disk is full.", advice="Make room.")

    async def newest_as_of(self, tracker_key: str) -> None:
        raise StoreFault("The disk is full.", advice="Make room.")

    async def prune_snapshots(self, tracker_key: str, *, now: datetime) -> int:
        raise StoreFault("The disk is full.", advice="Make room.")


@pytest.fixture
def github() -> _GitHub:
    return _GitHub()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Snapshots]:
    database = Database(database_url(a_migrated_file(tmp_path / "x.db")))
    yield Snapshots(database)
    await database.close()


@pytest.fixture
def reader(github: _GitHub, store: Snapshots) -> Reader:
    return Reader(github, store)


async def test_refresh__reads_and_stores(reader: Reader) -> None:
    asked: list[tuple[int, int]] = []

    snapshot = await reader.refresh(
        TRACKER, now=NOW, on_progress=lambda done, total: asked.append((done, total))
    )

    assert [str(r.ref) for r in snapshot.readings] == ["acme/widgets#7", "acme/widgets#8"]
    assert snapshot.as_of == NOW
    assert snapshot.credentials == ("token",)
    assert snapshot.notes == ("Checks need another permission.",)
    assert asked == [(2, 2)]
    assert await reader.latest(TRACKER, now=LATER) == snapshot


async def test_refresh__the_same_tracker_in_another_spelling(reader: Reader) -> None:
    await reader.refresh(TRACKER, now=NOW)

    assert await reader.latest(a_ref(1, repository="ACME/Widgets"), now=LATER) is not None


async def test_refresh__a_transferred_tracker_stays_under_the_name_it_is_asked_by(
    reader: Reader, github: _GitHub
) -> None:
    moved = a_ref(9, repository="acme/gadgets")
    github.issue = a_tracker_issue("- [ ] #7\n", ref=moved)

    await reader.refresh(TRACKER, now=NOW)

    latest = await reader.latest(TRACKER, now=LATER)
    assert latest is not None
    assert (latest.tracker, latest.issue.ref) == (TRACKER, moved)
    assert str(latest.readings[0].ref) == "acme/gadgets#7"
    assert await reader.latest(moved, now=LATER) is None


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.NOT_VISIBLE, Outcome.NOT_FOUND])
async def test_refresh__a_row_that_is_not_read_keeps_its_last_good_state(
    reader: Reader, github: _GitHub, outcome: Outcome
) -> None:
    before = await reader.refresh(TRACKER, now=NOW)
    github.answers[a_ref(7)] = a_failed_reading(7, outcome=outcome)

    for hours in (1, 2):  # the second time what is kept was kept already
        snapshot = await reader.refresh(TRACKER, now=NOW + timedelta(hours=hours))

        seven = snapshot.readings[0]
        assert (seven.outcome, seven.reason) == (outcome, "GitHub did not answer in time.")
        assert seven.item == before.readings[0].item
        assert seven.read_at == NOW
        assert snapshot == await reader.latest(TRACKER, now=snapshot.as_of)


@pytest.mark.parametrize("gone", [Outcome.NOT_FOUND, Outcome.NOT_VISIBLE])
@pytest.mark.parametrize("item", [a_pull(7, is_private=True), an_issue(7, is_private=True)])
async def test_refresh__what_was_gone_is_not_open_again_when_github_fails(
    reader: Reader, github: _GitHub, item: Item, gone: Outcome
) -> None:
    github.answers[a_ref(7)] = a_reading(item)
    await reader.refresh(TRACKER, now=NOW)
    github.answers[a_ref(7)] = a_failed_reading(7, outcome=gone)
    await reader.refresh(TRACKER, now=NOW + timedelta(minutes=1))
    github.answers[a_ref(7)] = a_failed_reading(7)

    for minutes in (2, 3):  # the second time what is kept was kept already
        snapshot = await reader.refresh(TRACKER, now=NOW + timedelta(minutes=minutes))

        last = snapshot.readings[0].item
        assert last is not None
        assert (last.state, last.is_private) == (UNKNOWN, True)
        assert row_state(snapshot.readings[0]) is RowState.UNKNOWN


async def test_refresh__a_row_that_was_never_read_has_no_last_state(
    reader: Reader, github: _GitHub
) -> None:
    github.answers[a_ref(7)] = a_failed_reading(7)

    snapshot = await reader.refresh(TRACKER, now=NOW)

    assert snapshot.readings[0].item is None
    assert snapshot.coverage.failed == 1


async def test_refresh__a_row_that_is_read_again_is_new(reader: Reader, github: _GitHub) -> None:
    github.answers[a_ref(7)] = a_failed_reading(7)
    await reader.refresh(TRACKER, now=NOW)
    github.answers.clear()

    snapshot = await reader.refresh(TRACKER, now=LATER)

    assert snapshot.coverage.is_complete


@pytest.mark.parametrize(
    "error", [Unreachable("GitHub does not answer."), UserError("That is a pull request.")]
)
async def test_refresh__a_tracker_that_cannot_be_read_changes_nothing(
    reader: Reader, github: _GitHub, error: Exception
) -> None:
    before = await reader.refresh(TRACKER, now=NOW)
    github.issue = error

    with pytest.raises(type(error)):
        await reader.refresh(TRACKER, now=LATER)

    assert await reader.latest(TRACKER, now=LATER) == before


async def test_refresh__forgets_old_history(reader: Reader, store: Snapshots) -> None:
    month = NOW - timedelta(days=30)
    await reader.refresh(TRACKER, now=month)
    await reader.refresh(TRACKER, now=month + timedelta(minutes=10))

    await reader.refresh(TRACKER, now=NOW)

    kept = await store.snapshot_before(tracker_key(TRACKER), NOW)
    assert kept is not None
    assert kept.as_of == month + timedelta(minutes=10)
    assert await store.snapshot_before(tracker_key(TRACKER), kept.as_of) is None


async def test_refresh__without_a_store_it_answers_and_says_so(github: _GitHub) -> None:
    github.answers[a_ref(7)] = a_failed_reading(7)

    snapshot = await Reader(github, _BrokenStore()).refresh(TRACKER, now=NOW)

    assert len(snapshot.readings) == 2
    assert any("could not be stored" in note and "Make room." in note for note in snapshot.notes)
    assert any("Earlier readings are not known" in note for note in snapshot.notes)


async def test_latest__a_damaged_reading_is_passed_over(reader: Reader, store: Snapshots) -> None:
    before = await reader.refresh(TRACKER, now=NOW)
    for minutes in (1, 2):
        at = NOW + timedelta(minutes=minutes)
        await store.save_snapshot(tracker_key(TRACKER), at, b"not a snapshot")

    assert await reader.latest(TRACKER, now=LATER) == before


async def test_latest__nothing_but_damaged_readings(reader: Reader, store: Snapshots) -> None:
    await store.save_snapshot(tracker_key(TRACKER), NOW, b"not a snapshot")

    assert await reader.latest(TRACKER, now=LATER) is None
    assert (await reader.refresh(TRACKER, now=LATER)).coverage.is_complete


async def test_latest__a_reading_of_a_clock_that_was_ahead_is_passed_over(
    reader: Reader, github: _GitHub
) -> None:
    ahead = await reader.refresh(TRACKER, now=NOW + timedelta(days=3_650))
    assert await reader.latest(TRACKER, now=NOW) == ahead  # there is no other
    github.answers[a_ref(8)] = a_reading(a_pull(8, title="Newer"))
    newer = await reader.refresh(TRACKER, now=NOW)

    github.answers[a_ref(8)] = a_failed_reading(8)
    newest = await reader.refresh(TRACKER, now=LATER)

    assert newest.readings[1].item == newer.readings[1].item
    assert await reader.latest(TRACKER, now=LATER) == newest
    assert await reader.latest(TRACKER, now=LATER - timedelta(minutes=1)) == newest
    assert await reader.latest(TRACKER, now=NOW) == newer


async def test_latest__damaged_readings_and_one_of_a_clock_that_was_ahead(
    reader: Reader, store: Snapshots
) -> None:
    ahead = await reader.refresh(TRACKER, now=NOW + timedelta(days=3_650))
    await store.save_snapshot(tracker_key(TRACKER), NOW, b"not a snapshot")

    assert await reader.latest(TRACKER, now=LATER) == ahead


async def test_answerable__fresh_where_possible(reader: Reader) -> None:
    latest = await reader.answerable(TRACKER, now=NOW)

    assert (latest.snapshot.as_of, latest.fault) == (NOW, None)


async def test_answerable__the_stored_one_with_the_reason(reader: Reader, github: _GitHub) -> None:
    await reader.refresh(TRACKER, now=NOW)
    github.issue = Unreachable("GitHub does not answer.", advice="Check the network.")

    latest = await reader.answerable(TRACKER, now=LATER)

    assert latest.snapshot.as_of == NOW
    assert latest.fault is github.issue


async def test_answerable__nothing_read_and_nothing_stored(reader: Reader, github: _GitHub) -> None:
    github.issue = Unreachable("GitHub does not answer.")

    with pytest.raises(Unreachable):
        await reader.answerable(TRACKER, now=NOW)


async def test_answerable__the_fault_of_github_goes_before_that_of_the_store(
    github: _GitHub,
) -> None:
    github.issue = Unreachable("GitHub does not answer.")

    with pytest.raises(Unreachable):
        await Reader(github, _BrokenStore()).answerable(TRACKER, now=NOW)


async def test_answerable__a_wrong_question_is_not_answered_from_the_store(
    reader: Reader, github: _GitHub
) -> None:
    await reader.refresh(TRACKER, now=NOW)
    github.issue = UserError("That is a pull request.")

    with pytest.raises(UserError):
        await reader.answerable(TRACKER, now=LATER)


_YES, _NO, _NOT_YET = Mergeable.MERGEABLE, Mergeable.CONFLICTING, Mergeable.NOT_KNOWN_YET


@pytest.mark.parametrize(
    ("earlier", "now", "kept"),
    [
        pytest.param(a_pull(mergeable=_NO), a_pull(mergeable=_NOT_YET), _NO, id="same head"),
        pytest.param(a_pull(mergeable=_NO), a_pull(mergeable=_YES), _YES, id="a new verdict"),
        pytest.param(
            a_pull(mergeable=_NO), a_pull(mergeable=_NOT_YET, head_oid="x"), _NOT_YET, id="pushed"
        ),
        pytest.param(
            a_pull(mergeable=_NO, head_oid=UNKNOWN),
            a_pull(mergeable=_NOT_YET, head_oid=UNKNOWN),
            _NOT_YET,
            id="heads not known",
        ),
        pytest.param(
            a_pull(mergeable=UNKNOWN), a_pull(mergeable=_NOT_YET), _NOT_YET, id="never known"
        ),
        pytest.param(a_pull(mergeable=_NO), a_pull(mergeable=UNKNOWN), UNKNOWN, id="not asked"),
        pytest.param(
            a_pull(mergeable=_NO),
            a_pull(mergeable=_NOT_YET, state=PullState.CLOSED),
            _NOT_YET,
            id="closed meanwhile",
        ),
    ],
)
def test_with_last_states__mergeable(earlier: Pull, now: Pull, kept: Known[Mergeable]) -> None:
    (reading,) = with_last_states([a_reading(now)], {earlier.ref: a_reading(earlier)})

    assert isinstance(reading.item, Pull)
    assert reading.item.mergeable is kept


async def test_refresh__what_stands_beside_the_index(github: _GitHub, store: Snapshots) -> None:
    beside = NearbyPull(ref=a_ref(12), url="", title="more", state=PullState.OPEN)
    github.beside = (beside,)
    reader = Reader(github, store)

    snapshot = await reader.refresh(TRACKER, now=NOW)

    assert snapshot.nearby == (beside,)
    assert await reader.latest(TRACKER, now=LATER) == snapshot


async def test_refresh__that_it_could_not_be_looked_for_fails_nothing(
    github: _GitHub, store: Snapshots
) -> None:
    github.beside = Unreachable("GitHub did not answer.")

    snapshot = await Reader(github, store).refresh(TRACKER, now=NOW)

    assert snapshot.nearby == ()
    assert len(snapshot.readings) == 2
    assert snapshot.notes[-1] == (
        "Whether other pull requests belong into the index was not looked for."
        " GitHub did not answer."
    )
