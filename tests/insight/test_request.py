import asyncio

import pytest
import structlog

from bot.insight.request import reference, within_request


def test_reference__is_the_requests_own_inside_of_one() -> None:
    with within_request():
        first = reference()
        assert reference() == first
        with within_request():
            assert reference() == first, "what is nested belongs to it"

    assert reference() != first
    assert len(first) == 8


def test_within_request__a_name_is_kept_as_it_is() -> None:
    with within_request(), within_request("refresh:2026-08-22T10:00Z"):
        assert reference() == "refresh:2026-08-22T10:00Z"


async def test_within_request__goes_with_tasks_and_threads() -> None:
    async def later() -> str:
        await asyncio.sleep(0)
        return await asyncio.to_thread(reference)

    with within_request("one"):
        one = asyncio.create_task(later())
    with within_request("two"):
        two = asyncio.create_task(later())

    assert list(await asyncio.gather(one, two)) == ["one", "two"]
    assert structlog.contextvars.get_contextvars() == {}


@pytest.fixture(autouse=True)
def outside() -> None:
    structlog.contextvars.clear_contextvars()
