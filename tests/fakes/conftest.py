from collections.abc import Iterator

import pytest

from bot.demo.slack import (
    EXAMPLE_MANIFEST,
    Channel,
    Clock,
    FakeSlack,
    Timing,
    User,
)


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    """A workspace without its servers: limits need no wire."""
    slack = FakeSlack(EXAMPLE_MANIFEST, transport="http", clock=Clock(), timing=Timing())
    slack.office.hold()
    yield slack
    slack.check()


@pytest.fixture
def ada(slack: FakeSlack) -> User:
    return slack.add_user("ada")


@pytest.fixture
def room(slack: FakeSlack, ada: User) -> Channel:
    return slack.add_channel("room", members=[ada])
