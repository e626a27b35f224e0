"""What is remembered never differs from what would be decoded anew."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.github_status.facts.pulls import Pull
from bot.github_status.github import remembered
from bot.github_status.github.decode import decode_reading
from bot.github_status.github.remembered import Remembered
from tests.builders import NOW, a_ref, at

LATER = NOW + timedelta(hours=1)


def a_node(number: int = 7, **fields: Any) -> dict[str, Any]:
    commit = {"oid": "abc", "authoredDate": fields.pop("written", "2026-08-18T00:00:00Z")}
    return {
        "__typename": "PullRequest",
        "id": f"PR_{number}",
        "number": number,
        "url": f"https://github.com/acme/widgets/pull/{number}",
        "title": "feat: seven",
        "prState": "OPEN",
        "repository": {"nameWithOwner": "acme/widgets", "isPrivate": False},
        "timelineItems": {
            "pageInfo": {"hasPreviousPage": False},
            "nodes": [{"__typename": "PullRequestCommit", "commit": commit}],
        },
        **fields,
    }


def test_reading__same_answer_is_the_same_item_read_later() -> None:
    known = Remembered()
    first = known.reading(a_ref(), a_node(), read_at=NOW)
    again = known.reading(a_ref(), a_node(), read_at=LATER)
    assert again.item is first.item
    assert again == replace(first, read_at=LATER)
    assert again == decode_reading(a_ref(), a_node(), read_at=LATER)


@pytest.mark.parametrize(
    "changed", [{"title": "fix: seven"}, {"isDraft": True}, {"prState": "MERGED"}], ids=str
)
def test_reading__any_change_is_decoded(changed: dict[str, Any]) -> None:
    known = Remembered()
    known.reading(a_ref(), a_node(), read_at=NOW)
    again = known.reading(a_ref(), a_node(**changed), read_at=LATER)
    assert again == decode_reading(a_ref(), a_node(**changed), read_at=LATER)


def test_reading__field_that_was_refused_is_not_remembered_as_none() -> None:
    known, node = Remembered(), a_node(mergedBy=None)
    known.reading(a_ref(), node, read_at=NOW)
    refused = {key: value for key, value in node.items() if key != "mergedBy"}
    again = known.reading(a_ref(), refused, read_at=LATER)
    assert again == decode_reading(a_ref(), refused, read_at=LATER)


def test_reading__commit_from_a_clock_that_is_ahead() -> None:
    """Its moment is that of the reading, and so another one in the next reading."""
    known, node = Remembered(), a_node(written="2026-12-01T00:00:00Z")
    moments: list[datetime] = []
    for read_at in (NOW, LATER, at("2026-12-24")):
        item = known.reading(a_ref(), node, read_at=read_at).item
        assert isinstance(item, Pull)
        assert isinstance(item.events, tuple)
        moments.append(item.events[0].at)
    assert moments == [NOW, LATER, at("2026-12-01")]


def test_reading__what_could_not_be_understood_is_tried_again() -> None:
    known, broken = Remembered(), a_node(title=7)
    assert known.reading(a_ref(), broken, read_at=NOW).item is None
    assert known.reading(a_ref(), broken, read_at=LATER).item is None
    assert known.reading(a_ref(), a_node(), read_at=LATER).item is not None


def test_reading__no_more_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST_KEPT", 2)
    known = Remembered()
    first = {n: known.reading(a_ref(n), a_node(n), read_at=NOW).item for n in (1, 2)}
    known.reading(a_ref(1), a_node(1), read_at=NOW)
    known.reading(a_ref(3), a_node(3), read_at=NOW)
    assert known.reading(a_ref(1), a_node(1), read_at=LATER).item is first[1]
    assert known.reading(a_ref(2), a_node(2), read_at=LATER).item is not first[2]
