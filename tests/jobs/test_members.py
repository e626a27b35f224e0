from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.demo import slack as fake
from bot.jobs.members import Members, NotTold
from bot.jobs.presence import Present
from tests.builders import at
from tests.fakes.clock import Clock
from tests.jobs.bench import World

UTC_ZONE = ZoneInfo("UTC")


@pytest.fixture
def members(world: World) -> Members:
    return world.bot().members


def answering(user: object) -> fake.Fault:
    return fake.refused("", ok=True, user=user)


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        ({}, Present(zone=UTC_ZONE)),
        ({"tz": None, "profile": None}, Present(zone=UTC_ZONE)),
        ({"tz": "Mars/Olympus"}, Present(zone=UTC_ZONE)),
        ({"tz": "../../etc/passwd"}, Present(zone=UTC_ZONE)),
        ({"tz": 3600, "profile": "x"}, Present(zone=UTC_ZONE)),
        ({"tz": "Asia/Tokyo"}, Present(zone=ZoneInfo("Asia/Tokyo"))),
        (
            {"profile": {"status_text": None, "status_emoji": 7, "status_expiration": "soon"}},
            Present(zone=UTC_ZONE),
        ),
        ({"profile": {"status_expiration": 10**18}}, Present(zone=UTC_ZONE)),
        (
            {"profile": {"status_text": "hi", "status_expiration": 1788253200}},
            Present(zone=UTC_ZONE, status_text="hi", status_until=at("2026-09-01T09:00")),
        ),
    ],
)
async def test_present__of_odd_answers(
    world: World, members: Members, user: dict[str, Any], expected: Present
) -> None:
    world.slack.fails("users.info", answering(user))
    world.slack.fails("dnd.info", fake.refused("", ok=True))

    assert await members.present("U0ANA") == expected


@pytest.mark.parametrize(
    ("user", "why"),
    [
        ({"deleted": True}, "deactivated"),
        ({"is_bot": True, "tz": "Asia/Tokyo"}, "bot"),
        ({"is_stranger": True}, "another organisation"),
        ({"is_restricted": True}, "guest"),
        ({"is_ultra_restricted": True}, "guest"),
    ],
)
async def test_present__of_who_is_gone(
    world: World, members: Members, user: dict[str, Any], why: str
) -> None:
    world.slack.fails("users.info", answering(user))

    found = await members.present("U0ANA")

    assert isinstance(found, Present)
    assert why in found.gone
    assert world.slack.calls("dnd.info") == []


@pytest.mark.parametrize("code", ["user_not_found", "user_not_visible", "some_new_code"])
async def test_present__of_whom_slack_does_not_show(
    world: World, members: Members, code: str
) -> None:
    world.slack.fails("users.info", fake.refused(code))

    found = await members.present("U0ANA")

    assert isinstance(found, Present)
    assert "U0ANA" in found.gone


@pytest.mark.parametrize(
    ("fault", "incident"),
    [
        (fake.refused("token_revoked"), "token"),
        (fake.refused("missing_scope", needed="users:read"), "scope:users:read"),
        (fake.refused("team_access_not_granted"), "workspace"),
        (fake.refused("org_login_required"), "workspace"),
        (fake.refused("fatal_error"), ""),
        (fake.html_500(), ""),
        (fake.rate_limited(20), ""),
        (fake.invalid_json(), ""),
        (answering(None), ""),
        (answering(["U0ANA"]), ""),
    ],
)
async def test_present__slack_tells_of_nobody(
    world: World, members: Members, fault: fake.Fault, incident: str
) -> None:
    user = world.slack.add_user("ana")
    world.slack.fails("users.info", fault)

    found = await members.zone(user.id)

    assert isinstance(found, NotTold)
    assert found.incident == incident


async def test_present__a_rate_limit_holds_everybody_off(
    world: World, members: Members, clock: Clock
) -> None:
    user = world.slack.add_user("ana")
    world.slack.fails("users.info", fake.rate_limited(20))
    begun = clock.now

    assert isinstance(await members.zone(user.id), NotTold)
    assert isinstance(await members.zone(user.id), ZoneInfo)

    assert clock.now - begun >= timedelta(seconds=20)


@pytest.mark.parametrize(
    ("fields", "hours"),
    [
        ({}, None),
        ({"dnd_enabled": True}, None),
        ({"dnd_enabled": True, "next_dnd_start_at": -1, "next_dnd_end_at": 2}, 2),
        ({"dnd_enabled": False, "next_dnd_start_at": -1, "next_dnd_end_at": 2}, None),
        ({"dnd_enabled": True, "next_dnd_start_at": 5, "next_dnd_end_at": 9}, None),
        ({"snooze_until": 3}, 3),
    ],
)
async def test_present__do_not_disturb(
    world: World, members: Members, clock: Clock, fields: dict[str, Any], hours: int | None
) -> None:
    clock.now = clock.now.replace(microsecond=0)
    begun = int(clock.now.timestamp())
    moments = {k: v if isinstance(v, bool) else begun + v * 3600 for k, v in fields.items()}
    user = world.slack.add_user("ana", **moments)

    found = await members.present(user.id)

    assert isinstance(found, Present)
    expected = None if hours is None else datetime.fromtimestamp(begun + hours * 3600, UTC)
    assert found.quiet_until == expected


async def test_present__do_not_disturb_that_cannot_be_asked_is_no_matter(
    world: World, members: Members
) -> None:
    user = world.slack.add_user("ana")
    world.slack.fails("dnd.info", fake.html_500(), fake.refused("missing_scope"))

    for _ in range(4):
        assert isinstance(await members.present(user.id), Present)

    assert len(world.slack.calls("dnd.info")) == 2
