"""The bot of `errand_harness` with a GitHub whose tracker it may edit, and a modal to do it in."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.demo.github import FakeGitHub
from bot.demo.slack import FakeSlack, User, View
from bot.github_status.facts.pulls import IssueState, Item, StateReason
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import TrackerIssue
from bot.github_status.github import Credentials, Policy, endpoints
from bot.github_status.github.edit import EditAccess
from tests.builders import a_merged_pull, a_ref, a_tracker_issue, an_issue, at
from tests.fakes.clock import Clock
from tests.listeners.errand_harness import Offices, Setting, an_office
from tests.listeners.harness import SECRET_REPOSITORY, SECRET_TITLE, WIDGETS

PLACE = "acme/widgets", 1
WRITE_TOKEN = "write-token"

BODY = """\
## Refit
Owner: Ana Souza

- [ ] #7 WeightSynchronizer ABC
- [ ] #8 wire synchronizer

## Generation
Owner: Bo Chen

- [ ] #10 generation
- [ ] #11 write it down
- [ ] acme/vault#5 Swordfish engine
"""
"""#7, #10 and #5 are merged, #8 is open, #11 is an issue that was closed as completed."""

THEIRS = BODY.replace("## Refit", "## Refit, by Bo") + "- [ ] #12 new\n"
"""The text as somebody else edited it."""


def ticked(*numbers: int, body: str = BODY) -> str:
    """The text with these boxes ticked."""
    for number in numbers:
        body = body.replace(f"- [ ] #{number} ", f"- [x] #{number} ")
    return body


_ITEMS: tuple[Item, ...] = (
    a_merged_pull(7),
    a_merged_pull(10),
    an_issue(11, state=IssueState.CLOSED, reason=StateReason.COMPLETED, closed_at=at("2026-08-18")),
    a_merged_pull(ref=a_ref(5, repository=SECRET_REPOSITORY), title=SECRET_TITLE, is_private=True),
)


class _Mirror(dict[Ref, TrackerIssue]):
    """The tracker as it stands on the GitHub that is written to."""

    def __init__(self, gh: FakeGitHub) -> None:
        self._gh = gh

    def __getitem__(self, ref: Ref) -> TrackerIssue:
        return a_tracker_issue(self._gh.item(*PLACE)["body"], ref=ref)


@dataclass
class RepairRoom:
    """The bot, its GitHub, and one channel."""

    bot: Offices
    gh: FakeGitHub
    slack: FakeSlack
    room: Any
    members: tuple[User, ...]

    @property
    def body(self) -> str:
        """What stands on GitHub."""
        return str(self.gh.item(*PLACE)["body"])

    @property
    def writes(self) -> int:
        """How often GitHub was asked to change it."""
        return sum("updateIssue" in seen.query for seen in self.gh.requests)

    def modal(self, user: User) -> View:
        return self.bot.modal(user)

    async def opens(self, user: User, label: str, words: str = "drift") -> View:
        """The person asks, and presses the button of the answer that says this."""
        await self.bot.asks(user, self.room, words)
        answer = self.slack.messages(self.room, viewer=user)[-1]
        await self.bot.presses(user, answer, label)
        return self.modal(user)

    async def chooses(self, user: User, *more: int) -> View:
        """Exactly what is ticked already and the boxes of these numbers, submitted."""
        view = self.modal(user)
        wanted = {str(self.body.index(f"- [ ] #{number} ") + 3) for number in more}
        values: dict[str | tuple[str, str], object] = {
            field: [*chosen_in(view, field), *(wanted & set(options_in(view, field)))]
            for field in fields_of(view)
        }
        await self.slack.submits(view, values)
        await self.bot.idle()
        return self.modal(user)

    async def confirms(self, user: User) -> View:
        """What the modal says in the end."""
        await self.slack.submits(self.modal(user))
        await self.bot.idle()
        return self.modal(user)

    def edited(self, body: str) -> Callable[[], None]:
        """Somebody else saves this text."""
        return lambda: self.gh.edit_body(*PLACE, body, by="bo")


@asynccontextmanager
async def a_room(
    slack: FakeSlack,
    gh: FakeGitHub,
    folder: Path,
    setting: Setting,
    *,
    members: tuple[User, ...],
    body: str = BODY,
    can_repair: bool = True,
) -> AsyncIterator[RepairRoom]:
    """A tracker that was read, and people in a channel."""
    gh.add_issue(*PLACE, body=body)
    gh.add_token(WRITE_TOKEN, login="nemo")
    clock = Clock()
    policy = Policy(clock=clock, sleep=clock.sleep)
    credentials = Credentials(token=WRITE_TOKEN)
    async with (
        EditAccess(endpoints(gh.url), credentials, policy=policy) as access,
        an_office(slack, folder, setting, edits=access if can_repair else None) as bot,
    ):
        bot.github.issues = _Mirror(gh)
        for item in (*_ITEMS, *(a_merged_pull(number) for number in range(100, 300))):
            bot.github.items[item.ref] = item
        await bot.reads(WIDGETS)
        channel = slack.add_channel("room", members=list(members))
        yield RepairRoom(bot, gh, slack, channel, members)


def fields_of(view: View) -> list[str]:
    """The action ids of its groups of boxes."""
    return [block["block_id"] for block in view.blocks if block["type"] == "input"]


def options_in(view: View, field: str) -> list[str]:
    """What can be ticked there."""
    [block] = [block for block in view.blocks if block["block_id"] == field]
    return [option["value"] for option in block["element"]["options"]]


def chosen_in(view: View, field: str) -> list[str]:
    """What is ticked there."""
    return [option["value"] for option in view.state[field][field]["selected_options"]]


def labels_in(view: View) -> list[str]:
    """What the boxes are called, in their order."""
    return [
        option["text"]["text"]
        for block in view.blocks
        if block["type"] == "input"
        for option in block["element"]["options"]
    ]
