import dataclasses
import json
import zlib
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import StoreFault
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.nearby import Mention, NearbyPull
from bot.github_status.facts.pulls import (
    Actor,
    AutoMerge,
    Checks,
    Event,
    Issue,
    LabelChange,
    Pull,
    QueueEntry,
    Review,
    ReviewRequest,
    Team,
)
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot, TrackerIssue
from bot.github_status.index import parse_index
from bot.github_status.stored import (
    FORMAT,
    snapshot_bytes,
    stored_readings,
    stored_snapshot,
)
from tests.builders import (
    NOW,
    REPOSITORY,
    a_pull,
    a_reading,
    a_ref,
    a_tracker_issue,
    an_event,
)

_TEXTS = st.text(st.characters(), max_size=12) | st.sampled_from(
    ["", "null", "\ufdd0", "\ud800", "\x00", '{"is": "Pull"}', "2026-08-19", "acme/widgets#7"]
)
_MOMENTS = st.datetimes(timezones=st.just(UTC))
_REPOSITORIES = st.sampled_from([REPOSITORY, Repository("A-b", "c.d_E"), Repository("x", "y")])
_REFS = st.builds(Ref, _REPOSITORIES, st.integers(1, 999_999_999))
_NUMBERS = st.integers(-(2**63), 2**63)

for _kind, _strategy in {str: _TEXTS, datetime: _MOMENTS, Ref: _REFS, int: _NUMBERS}.items():
    st.register_type_strategy(_kind, _strategy)


def _any(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Any value of this dataclass: each field unknown, none, empty or anything."""
    hints = get_type_hints(kind)
    return st.builds(
        kind,
        **{field.name: _value(hints[field.name]) for field in dataclasses.fields(kind)},
    )


def _value(hint: Any) -> st.SearchStrategy[Any]:
    return st.deferred(lambda: st.from_type(hint))


for _kind in (
    Actor,
    Team,
    Checks,
    Review,
    ReviewRequest,
    QueueEntry,
    AutoMerge,
    Event,
    LabelChange,
    NearbyPull,
    Mention,
    Pull,
    Issue,
):
    st.register_type_strategy(_kind, _any(_kind))


def _snapshot(*readings: Reading, **fields: Any) -> Snapshot:
    """A snapshot whose body lists the refs of these readings."""
    body = fields.pop("body", "".join(f"- [ ] {r.ref}\n" for r in readings))
    issue = fields.pop("issue", a_tracker_issue(body))
    return Snapshot(
        tracker=a_ref(1),
        as_of=NOW,
        issue=issue,
        index=parse_index(issue.body, repository=issue.ref.repository),
        readings=readings,
        **fields,
    )


def _back(snapshot: Snapshot) -> Snapshot:
    return stored_snapshot(snapshot_bytes(snapshot))


def _written(snapshot: Snapshot) -> list[Any]:
    return [json.loads(line) for line in zlib.decompress(snapshot_bytes(snapshot)).splitlines()]


def _payload(*written: Any) -> bytes:
    return zlib.compress("\n".join(json.dumps(line) for line in written).encode())


@pytest.mark.no_cover  # many inputs through what others cover
@settings(max_examples=150)
@given(_any(Pull) | _any(Issue), st.sampled_from(Outcome), st.none() | _MOMENTS, _TEXTS)
def test_snapshot__any_item_comes_back_as_it_was(
    item: Pull | Issue, outcome: Outcome, read_at: datetime | None, reason: str
) -> None:
    reading = Reading(ref=a_ref(), outcome=outcome, item=item, read_at=read_at, reason=reason)

    back = _back(_snapshot(reading)).readings[0]

    assert back == reading
    assert str(back.item and back.item.ref) == str(item.ref)


@given(_any(TrackerIssue), st.lists(_TEXTS), st.lists(_TEXTS))
def test_snapshot__any_tracking_issue_comes_back_as_it_was(
    issue: TrackerIssue, credentials: list[str], notes: list[str]
) -> None:
    snapshot = _snapshot(issue=issue, credentials=tuple(credentials), notes=tuple(notes))
    snapshot = dataclasses.replace(
        snapshot, readings=tuple(a_reading(a_pull(ref=ref)) for ref in snapshot.index.refs())
    )

    assert _back(snapshot) == snapshot


@given(_any(NearbyPull), st.lists(_any(Mention), max_size=2))
def test_snapshot__what_stands_beside_the_index_comes_back(
    nearby: NearbyPull, mentions: list[Mention]
) -> None:
    reading = a_reading(mentions=tuple(mentions))
    snapshot = _snapshot(reading, nearby=(nearby,))

    assert _back(snapshot) == snapshot


def test_snapshot__an_older_one_knows_of_nothing_beside_it() -> None:
    head, reading = _written(_snapshot(a_reading()))
    del head["nearby"]

    lines = "".join(f"{json.dumps(line)}\n" for line in (head, reading))
    back = stored_snapshot(zlib.compress(lines.encode()))

    assert (back.nearby, back.readings[0].mentions) == ((), UNKNOWN)


def test_snapshot__the_spelling_of_a_ref_is_kept() -> None:
    ref = a_ref(7, repository="Acme/Widgets")

    back = _back(_snapshot(a_reading(a_pull(ref=ref))))

    assert str(back.readings[0].ref) == "Acme/Widgets#7"


def test_snapshot__unknown_is_left_out_and_none_is_null() -> None:
    pull = a_pull(merged_at=None, labels=UNKNOWN, reviews=())

    written = _written(_snapshot(a_reading(pull)))[1]["item"]

    assert written["merged_at"] is None
    assert "labels" not in written
    assert written["reviews"] == []


def test_snapshot__the_index_is_read_again_from_the_body() -> None:
    snapshot = _snapshot(a_reading(a_pull(7)))
    assert "index" not in _written(snapshot)[0]

    assert _back(snapshot).index == snapshot.index


def test_snapshot__a_ref_that_was_never_asked_is_failed_and_not_missing() -> None:
    snapshot = _snapshot(a_reading(a_pull(7)), body="- [ ] #7\n- [ ] #8\n")

    seven, eight = _back(snapshot).readings

    assert seven.outcome is Outcome.READ
    assert (eight.ref, eight.outcome) == (a_ref(8), Outcome.FAILED)
    assert "did not ask" in eight.reason


def test_stored_readings__only_those_that_are_asked_for() -> None:
    seven, eight = a_reading(a_pull(7)), a_reading(a_pull(8))
    payload = snapshot_bytes(_snapshot(seven, eight))

    assert stored_readings(payload, {a_ref(8), a_ref(9)}) == {a_ref(8): eight}
    assert stored_readings(payload, {a_ref(7, repository="ACME/widgets")}) == {a_ref(7): seven}
    with pytest.raises(StoreFault):
        stored_readings(payload[:-1], {a_ref(8)})


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x00\x01", id="no zlib"),
        pytest.param(zlib.compress(b"{"), id="no JSON"),
        pytest.param(zlib.compress(b"\xff"), id="no text"),
        pytest.param(zlib.compress(b"[" * 100_000), id="endless nesting"),
        pytest.param(_payload([]), id="a list"),
        pytest.param(_payload(None), id="null"),
        pytest.param(_payload({}), id="no format"),
        pytest.param(_payload({"format": FORMAT}), id="no snapshot"),
        pytest.param(_payload(*_written(_snapshot(a_reading()))[:1]), id="no readings"),
        pytest.param(_payload(*_written(_snapshot(a_reading())), {}), id="a reading too many"),
    ],
)
def test_stored_snapshot__damaged(payload: bytes) -> None:
    with pytest.raises(StoreFault, match="damaged"):
        stored_snapshot(payload)


@given(st.data())
def test_stored_snapshot__whatever_is_changed_in_it_is_a_snapshot_or_a_fault(
    data: st.DataObject,
) -> None:
    written = _written(_snapshot(a_reading(a_pull(events=(an_event(),)))))
    spot: Any = written
    while True:
        key = data.draw(
            st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot)))
        )
        if not isinstance(spot[key], dict | list) or not spot[key] or data.draw(st.booleans()):
            break
        spot = spot[key]
    spot[key] = data.draw(
        st.none() | st.booleans() | st.integers() | _TEXTS | st.lists(_TEXTS) | st.just({})
    )

    with suppress(StoreFault):
        assert isinstance(stored_snapshot(_payload(*written)), Snapshot)


def test_stored_snapshot__cut_off() -> None:
    whole = snapshot_bytes(_snapshot(a_reading()))

    for length in range(len(whole)):
        with pytest.raises(StoreFault):
            stored_snapshot(whole[:length])


def test_stored_snapshot__a_newer_format_is_not_called_damaged() -> None:
    with pytest.raises(StoreFault, match="another version"):
        stored_snapshot(_payload({"format": FORMAT + 1}, "anything"))
