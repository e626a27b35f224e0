from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo.github import FakeGitHub, fake_github
from bot.demo.slack import FakeSlack
from tests.listeners.errand_harness import Setting, a_workspace, maintained_by
from tests.listeners.repair.harness import RepairRoom, a_room


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    """A workspace in Socket Mode."""
    async with a_workspace() as slack:
        yield slack


@pytest.fixture
async def gh() -> AsyncIterator[FakeGitHub]:
    async with fake_github() as fake:
        yield fake


@pytest.fixture
async def room(slack: FakeSlack, gh: FakeGitHub, tmp_path: Path) -> AsyncIterator[RepairRoom]:
    """With two maintainers, Ada and Max."""
    ada, max_ = slack.add_user("ada"), slack.add_user("max")
    setting = Setting(rules=maintained_by(ada, max_))
    async with a_room(slack, gh, tmp_path, setting, members=(ada, max_)) as opened:
        yield opened
