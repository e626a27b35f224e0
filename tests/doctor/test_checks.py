"""Single checks, on what they are given."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.delivery.replies import Done, Doubtful, Later, NotSent, Refused, Reply
from bot.doctor.channels import MOST_CHANNELS, channel_checks
from bot.doctor.check import Check, Verdict, is_well, right, shortened_list, within_time, wrong
from bot.doctor.machine import clock_check, database_check
from bot.doctor.members import maintainer_checks
from bot.doctor.owners import owners_check, owners_in
from bot.doctor.scopes import OPTIONAL, REQUIRED, scope_checks
from bot.doctor.slack import bot_known, transport_check
from bot.doctor.slack_asking import Told
from bot.errors import StoreFault
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Repository
from bot.github_status.index import parse_index
from bot.people.people import Link, People, PersonName, SlackId
from tests.manifest import our_manifest

NOW = datetime(2026, 8, 24, 9, 0, tzinfo=UTC)


class SaysOne:
    """A Slack that answers everything alike."""

    def __init__(self, reply: Reply, **headers: str) -> None:
        self.told = Told(reply, headers)
        self.asked = 0

    async def who(self) -> Told:
        return self.told

    async def socket(self, app_token: str) -> Told:
        return self.told

    async def channel(self, channel: str) -> Told:
        self.asked += 1
        return self.told

    async def user(self, user: str) -> Told:
        return self.told


def test_scopes__are_those_of_the_manifest() -> None:
    scopes = our_manifest()["oauth_config"]["scopes"]

    assert list(OPTIONAL) == scopes["bot_optional"]
    assert {*REQUIRED, *OPTIONAL} == {*scopes["bot"]}
    assert not {*REQUIRED} & {*OPTIONAL}


def test_scopes__slack_does_not_say_them() -> None:
    [check] = scope_checks(None)

    assert check.verdict is Verdict.WARNING


@pytest.mark.parametrize(
    ("seconds", "verdict", "says"),
    [
        (0, Verdict.RIGHT, "It agrees with Slack."),
        (29, Verdict.RIGHT, "It agrees with Slack."),
        (-30, Verdict.WARNING, "30 seconds behind Slack's"),
        (119, Verdict.WARNING, "2 minutes ahead of Slack's"),
        (-120, Verdict.WRONG, "2 minutes behind Slack's"),
        (3600, Verdict.WRONG, "60 minutes ahead of Slack's"),
    ],
)
def test_clock__how_far_it_is_off(seconds: int, verdict: Verdict, says: str) -> None:
    check = clock_check({"Slack": timedelta(seconds=seconds)})

    assert check.verdict is verdict
    assert says in check.what


def test_clock__the_one_that_differs_most_is_named() -> None:
    check = clock_check({"GitHub": timedelta(seconds=1), "Slack": timedelta(minutes=-9)})

    assert "9 minutes behind Slack's" in check.what


def test_clock__nobody_said_what_time_it_is() -> None:
    assert clock_check({}).what.startswith("Not checked")


@pytest.mark.parametrize(
    ("reply", "verdict", "says"),
    [
        (Refused("missing_scope", "channels:read"), Verdict.WARNING, "cannot be checked without"),
        (Refused("channel_not_found"), Verdict.WRONG, "There is no channel C1"),
        (Refused("team_access_not_granted"), Verdict.WRONG, "team_access_not_granted"),
        (Done({"channel": {"name": "room"}}), Verdict.WARNING, "does not say"),
        (Done({"channel": None}), Verdict.WARNING, "does not say"),
        (Later(3), Verdict.WARNING, "Slack asks to wait"),
        (NotSent(), Verdict.WARNING, "Slack cannot be reached"),
        (Doubtful(), Verdict.WARNING, "Slack did not answer"),
    ],
)
async def test_channel__what_slack_says(reply: Reply, verdict: Verdict, says: str) -> None:
    [check] = await channel_checks(SaysOne(reply), ["C1"], bot_name="bot")

    assert check.verdict is verdict
    assert says in check.what


async def test_channel__no_more_are_asked_than_slack_answers() -> None:
    slack = SaysOne(Done({"channel": {"name": "room", "is_member": True}}))

    checks = await channel_checks(slack, [f"C{n}" for n in range(MOST_CHANNELS + 2)], bot_name="b")

    assert slack.asked == MOST_CHANNELS
    assert "2 more channels" in checks[-1].what


async def test_channel__none_gets_a_digest() -> None:
    [check] = await channel_checks(SaysOne(NotSent()), [], bot_name="bot")

    assert check.verdict is Verdict.WARNING


A_MEMBER: Mapping[str, Any] = {"real_name": "Ada", "team_id": "T1"}


@pytest.mark.parametrize(
    ("user", "says"),
    [
        ({"is_bot": True}, "is a bot"),
        ({"deleted": True}, "has left"),
        ({"team_id": "T2"}, "belongs to another organisation"),
        ({"is_restricted": True}, "is a guest"),
        ({"is_ultra_restricted": True}, "is a guest"),
    ],
)
async def test_maintainer__who_may_not(user: Mapping[str, Any], says: str) -> None:
    slack = SaysOne(Done({"user": {**A_MEMBER, **user}}))

    [check] = await maintainer_checks(slack, ["U1"], team_id="T1", allow_guests=False)

    assert check.verdict is Verdict.WRONG
    assert check.what == f"Ada (U1) {says}." or says in check.what


@pytest.mark.parametrize(
    "user",
    [
        {},
        {"is_restricted": True},
        {"team_id": "T9", "enterprise_user": {"teams": ["T1"]}},
    ],
    ids=["a member", "a guest who is let in", "somebody of several workspaces"],
)
async def test_maintainer__who_may(user: Mapping[str, Any]) -> None:
    slack = SaysOne(Done({"user": {**A_MEMBER, **user}}))

    [check] = await maintainer_checks(slack, ["U1"], team_id="T1", allow_guests=True)

    assert check.verdict is Verdict.RIGHT


async def test_maintainer__nobody_has_this_id() -> None:
    slack = SaysOne(Refused("user_not_found"))

    [check] = await maintainer_checks(slack, ["U1"], team_id="T1", allow_guests=False)

    assert check.verdict is Verdict.WRONG
    assert "Copy member ID" in check.advice


async def test_bot__a_persons_token() -> None:
    known = await bot_known(SaysOne(Done({"user": "ada"})), lambda: NOW)

    [check] = known.checks
    assert not known.is_right
    assert check.verdict is Verdict.WRONG
    assert "belongs to a person" in check.what


async def test_bot__an_unreachable_slack_is_no_wrong_token() -> None:
    known = await bot_known(SaysOne(NotSent()), lambda: NOW)

    [check] = known.checks
    assert check.what == "Slack cannot be reached."
    assert "SLACK_BOT_TOKEN" not in check.advice


async def test_bot__whom_slack_asks_to_wait_reaches_it() -> None:
    [check] = (await bot_known(SaysOne(Later(3)), lambda: NOW)).checks

    assert "in some minutes" in check.advice
    assert "slack.com" not in check.advice


async def test_transport__slack_does_not_answer() -> None:
    check = await transport_check(SaysOne(Doubtful()), "xapp-1")

    assert check.verdict is Verdict.WRONG


INDEX = parse_index(
    "## Refit\nOwner: Ana Souza, @acme/core\n- [ ] #7 (owner: Bo Chen)\n\n## More\n"
    "Owner: ANA SOUZA\n- [ ] #8\n",
    repository=Repository("acme", "widgets"),
)


def test_owners__each_person_once_and_no_team() -> None:
    assert owners_in([INDEX])[0] == "Ana Souza"
    assert len([name for name in owners_in([INDEX, INDEX]) if "ana" in name.lower()]) == 1
    assert not any("/" in name for name in owners_in([INDEX]))


def test_owners__a_login_alone_is_no_way_to_reach_somebody() -> None:
    people = People((Link(name=PersonName("Ana Souza"), github=Login("ana")),))

    assert owners_check([INDEX], people).verdict is Verdict.WARNING


def test_owners__an_owner_who_is_written_as_a_login() -> None:
    index = parse_index("## A\nOwner: @ana\n- #7\n", repository=Repository("acme", "widgets"))
    people = People((Link(name=PersonName("A. S."), github=Login("ana"), slack=SlackId("U1")),))

    assert owners_check([index], people).verdict is Verdict.RIGHT


async def test_database__what_cannot_be_written() -> None:
    class ReadOnly:
        async def take(self, key: str, **_: Any) -> bool:
            raise StoreFault("The database x cannot be written.", advice="Let this program.")

        async def give_back(self, key: str, **_: Any) -> None:
            raise AssertionError("nothing was taken")

    check = await database_check(ReadOnly(), "x", NOW)

    assert check.verdict is Verdict.WRONG
    assert check.advice == "Let this program."


async def test_within_time__one_check_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.doctor.check.CHECK_SECONDS", 0.01)

    async def mistaken() -> Check:
        raise KeyError("hunter2")

    slow = await within_time("Slow", asyncio.sleep(5), otherwise=None)
    broken = await within_time("Broken", mistaken(), otherwise=None)

    assert slow.checks[0].verdict is Verdict.WRONG
    assert "no answer within" in slow.checks[0].what
    assert broken.checks[0].verdict is Verdict.WARNING
    assert "KeyError" in broken.checks[0].what
    assert "hunter2" not in broken.checks[0].what


def test_is_well__warnings_are_no_failure() -> None:
    assert is_well([right("a", "b")])
    assert not is_well([right("a", "b"), wrong("a", "b", "c")])


@pytest.mark.parametrize(
    ("names", "told"),
    [(["a"], "a"), (["a", "b"], "a, b"), (list("abcdefghij"), "a, b, c, d, e, f, g, h and 2 more")],
)
def test_shortened_list__the_rest_is_counted(names: list[str], told: str) -> None:
    assert shortened_list(names) == told
