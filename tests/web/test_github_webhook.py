import asyncio
import gzip
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
import structlog
from structlog.testing import LogCapture

from bot.errors import StoreFault
from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.pulls import PullState
from bot.store.engine import Database
from bot.store.marks import Marks
from bot.web import GITHUB_PATH, listening, web_application
from bot.web.github_guard import MOST_BYTES
from tests.builders import NOW, a_pull, a_reading, a_ref
from tests.web.webhooks import (
    HEAD,
    KEY,
    TRACKER,
    AnyStore,
    an_event,
    headers,
    holding,
    raw,
    taking,
)

OTHER = a_ref(2)
OTHER_KEY = "acme/widgets#2"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Of one database; what holds on both is tested with the store."""
    return f"sqlite+aiosqlite:///{tmp_path}/data/nemorl-status.db"


@pytest.fixture
def marks(database: Database) -> Marks:
    return Marks(database)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[LogCapture]:
    """What is logged, by us and by everybody else at any level: never what was sent."""
    caplog.set_level(logging.DEBUG)
    capture = LogCapture()
    structlog.configure(processors=[capture])
    yield capture
    told = (repr(capture.entries) + caplog.text).lower()
    assert "hunter2" not in told
    assert "widgets" not in told


async def _count(marks: Marks, key: str = KEY) -> int:
    dirty = await marks.dirty(key)
    return 0 if dirty is None else dirty.count


async def test_handle__marks_the_tracker(marks: Marks, log: LogCapture) -> None:
    async with taking(marks) as door:
        assert await door.tells(an_event()) == 202

    dirty = await marks.dirty(KEY)
    assert dirty is not None
    assert (dirty.count, dirty.since, dirty.last_at) == (1, NOW, NOW)


@pytest.mark.parametrize(
    ("body", "changed", "status"),
    [
        (None, {"X_Hub_Signature_256": ""}, 401),
        (None, {"X_Hub_Signature_256": f"sha256={'0' * 64}"}, 401),
        (None, {"X_Hub_Signature_256": "sha256=é"}, 401),
        (None, {"X_Hub_Signature_256": "sha256="}, 401),
        (None, {"secret": "hunter2-other"}, 401),
        (b"{", {"X_Hub_Signature_256": f"sha256={'0' * 64}"}, 401),
        (None, {"Content_Type": "application/x-www-form-urlencoded"}, 415),
        (None, {"Content_Type": ""}, 415),
        (None, {"X_GitHub_Delivery": ""}, 400),
        (None, {"X_GitHub_Delivery": "hunter2 '; DROP TABLE claims"}, 400),
        (None, {"X_GitHub_Event": ""}, 400),
        (None, {"Content_Encoding": "gzip"}, 400),
        (gzip.compress(b"{}"), {"Content_Encoding": "gzip"}, 400),
        (b"", {}, 400),
        (b"{", {}, 400),
        (b"[]", {}, 400),
        (b'{"a": "\xff"}', {}, 400),
        (b'{"a":' * 50_000, {}, 400),
        (b"1" * 5_000, {}, 400),
        (b"{}", {}, 400),
        (json.dumps(an_event("7")).encode(), {}, 400),
        (json.dumps(an_event(repository={"full_name": "../hunter2"})).encode(), {}, 400),
        (b'{"a": "' + b"a" * MOST_BYTES, {}, 413),
    ],
    ids=[
        "not signed",
        "signed wrongly",
        "signature not ASCII",
        "signature empty",
        "another secret",
        "malformed and not signed",
        "a form",
        "no type",
        "no id",
        "a strange id",
        "no event",
        "not gzip",
        "gzip",
        "empty",
        "broken JSON",
        "array",
        "not UTF-8",
        "nested",
        "a long number",
        "about nothing",
        "a number in words",
        "no repository",
        "too long",
    ],
)
async def test_handle__what_is_refused(
    body: bytes | None, changed: dict[str, str], status: int, marks: Marks, log: LogCapture
) -> None:
    """Nothing is done or logged, and the next delivery is taken."""
    sent = raw(an_event()) if body is None else body
    async with taking(marks) as door:
        assert await door.post(sent, headers(sent, **changed)) == status
        assert await _count(marks) == 0
        assert log.entries == []
        assert await door.tells(an_event()) == 202

    assert await _count(marks) == 1


async def test_handle__as_long_as_it_may_be(marks: Marks) -> None:
    start = json.dumps(an_event())[:-1].encode() + b', "a": "'
    body = start + b"a" * (MOST_BYTES - len(start) - 2) + b'"}'
    async with taking(marks) as door:
        assert len(body) == MOST_BYTES
        assert await door.post(body) == 202

    assert await _count(marks) == 1


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        ("ping", {"zen": "hunter2", "hook_id": 1}),
        ("push", an_event()),
        ("no_such_event", an_event()),
        ("pull_request", an_event(8)),
        ("issues", an_event(7, kind="issue", repository={"full_name": "hunter2/widgets"})),
        ("status", {"sha": "b" * 40}),
        ("repository", {"action": "edited", "repository": {"full_name": "acme/widgets"}}),
    ],
    ids=["ping", "push", "unknown", "no row", "another repository", "another commit", "no change"],
)
async def test_handle__what_is_about_no_row(
    event: str, payload: object, marks: Marks, log: LogCapture
) -> None:
    """Answered as what is, and nothing done."""
    async with taking(marks) as door:
        assert await door.tells(payload, event=event) == 202

    assert await _count(marks) == 0
    assert log.entries == []


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        ("issues", an_event(1, kind="issue")),
        ("issue_comment", an_event(kind="issue")),
        ("pull_request_review", an_event()),
        ("pull_request_review_comment", an_event()),
        ("pull_request_review_thread", an_event()),
        (
            "issues",
            an_event(
                99,
                kind="issue",
                action="transferred",
                changes={
                    "new_issue": {"number": 7},
                    "new_repository": {"full_name": "acme/widgets"},
                },
            ),
        ),
        ("status", {"sha": HEAD}),
        ("check_suite", an_event(kind="check_suite", check_suite={"head_sha": HEAD})),
        (
            "check_run",
            an_event(check_run={"check_suite": {"head_sha": HEAD}, "pull_requests": []}),
        ),
        (
            "check_run",
            an_event(check_run={"head_sha": "b" * 40, "pull_requests": [{"number": 7}]}),
        ),
        (
            "repository",
            {
                "repository": {"full_name": "acme/gadgets"},
                "changes": {"repository": {"name": {"from": "widgets"}}},
            },
        ),
        (
            "repository",
            {
                "repository": {"full_name": "hunter2/widgets"},
                "changes": {"owner": {"from": {"user": None, "organization": {"login": "Acme"}}}},
            },
        ),
    ],
    ids=[
        "the tracker itself",
        "comment",
        "review",
        "review comment",
        "thread",
        "transferred",
        "status",
        "suite of a fork",
        "run of a fork",
        "run",
        "renamed",
        "moved",
    ],
)
async def test_handle__what_marks(
    event: str, payload: object, marks: Marks, log: LogCapture
) -> None:
    async with taking(marks) as door:
        assert await door.tells(payload, event=event) == 202

    assert await _count(marks) == 1


async def test_handle__of_several_trackers_those_that_hold_it(marks: Marks) -> None:
    """Also by the name that the repository had when the index was written."""
    moved = a_pull(9, ref=a_ref(9, repository="new/name"))
    written = a_ref(9, repository="old/name")
    theirs = holding(a_reading(moved, ref=written), tracker=OTHER)
    async with taking(marks, holding(), theirs, trackers=(TRACKER, OTHER)) as door:
        await door.tells(an_event(9, repository={"full_name": "New/Name"}))
        await door.tells(an_event(9, repository={"full_name": "Old/name"}))

    assert (await _count(marks), await _count(marks, OTHER_KEY)) == (0, 2)


async def test_handle__what_stands_beside_the_index(marks: Marks) -> None:
    """Of a pull request that ought to be listed, or took the place of a row, more is said."""
    beside = NearbyPull(ref=a_ref(8), url="", title="", state=PullState.OPEN)
    async with taking(marks, holding(nearby=(beside,))) as door:
        await door.tells(an_event(8))

    assert await _count(marks) == 1


async def test_handle__a_newer_snapshot_counts(marks: Marks) -> None:
    async with taking(marks) as door:
        await door.tells(an_event(8))
        door.newest.snapshots[TRACKER] = holding(a_reading(a_pull(8)))
        await door.tells(an_event(8))
        await door.tells(an_event(7))

    assert await _count(marks) == 1


async def test_handle__the_tracker_before_it_was_ever_read(marks: Marks) -> None:
    async with taking(marks, holding(tracker=OTHER)) as door:
        await door.tells(an_event(1, kind="issue"), event="issues")

    assert await _count(marks) == 1


@pytest.mark.parametrize("changed", [{}, {"X_GitHub_Delivery": "another"}], ids=["same", "new id"])
async def test_handle__sent_again(changed: dict[str, str], marks: Marks) -> None:
    """Once marked it is done, under whatever id somebody sends it: the id is not signed."""
    body = raw(an_event())
    sent = headers(body)
    async with taking(marks) as door:
        assert await door.post(body, sent) == 202
        again = headers(body, **changed) if changed else sent
        assert await asyncio.gather(*(door.post(body, again) for _ in range(3))) == [202] * 3

    assert await _count(marks) == 1


async def test_handle__sent_again_after_a_failure(
    marks: Marks, log: LogCapture, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = raw(an_event())
    sent = headers(body)

    async def full(*_args: object, **_kwargs: object) -> None:
        raise StoreFault("The disk is full.", advice="Make room.")

    async with taking(marks) as door:
        with monkeypatch.context() as broken:
            broken.setattr(marks, "mark_dirty", full)
            assert await door.post(body, sent) == 503
        assert await _count(marks) == 0
        assert await door.post(body, sent) == 202

    assert await _count(marks) == 1
    [entry] = log.entries
    assert entry["because"] == "The disk is full."


async def test_handle__a_store_that_hangs(log: LogCapture) -> None:
    class Hangs(AnyStore):
        async def mark_dirty(self, *_args: object, **_kwargs: object) -> None:
            await asyncio.sleep(0.3)

    async with taking(Hangs(), store_patience_seconds=0.05) as door:
        assert await door.tells(an_event()) == 503

    assert log.entries[0]["because"] == "the store takes too long"


async def test_handle__a_mistake_of_ours(log: LogCapture) -> None:
    store = AnyStore(fails=ValueError("hunter2"))
    async with taking(store) as door:
        assert await door.tells(an_event()) == 500
        store.fails = None
        assert await door.tells(an_event()) == 202

    assert [entry.get("kind") for entry in log.entries] == ["ValueError"]


async def test_handle__a_body_that_comes_too_slowly() -> None:
    lines = [
        f"POST {GITHUB_PATH} HTTP/1.1",
        "Host: x",
        "Content-Length: 100",
        f"X-Hub-Signature-256: sha256={'0' * 64}",
        "\r\n{",
    ]
    async with taking(AnyStore(), slowest_body_seconds=0.1) as door:
        reader, writer = await asyncio.open_connection(door.host, door.port)
        writer.write("\r\n".join(lines).encode())
        async with asyncio.timeout(5):
            said = await reader.read()
        writer.close()

    assert said.startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HEAD"])
async def test_routes__only_posts(method: str) -> None:
    async with taking(AnyStore()) as door:
        url = f"http://{door.host}:{door.port}{GITHUB_PATH}"
        async with door.session.request(method, url) as response:
            assert response.status == 405


async def test_routes__without_a_secret_there_is_none() -> None:
    async def ready() -> bool:
        return True

    application = web_application(is_ready=ready, slack=None)
    body = raw(an_event())
    async with (
        listening(application, host="127.0.0.1", port=0) as (host, port),
        aiohttp.ClientSession() as session,
        session.post(f"http://{host}:{port}{GITHUB_PATH}", data=body, headers=headers(body)) as got,
    ):
        assert got.status == 404
