"""Messages to owners: who cannot be written to, and what Slack refuses."""

from dataclasses import replace
from typing import Any

import pytest

from bot.answers.answer import Answer
from bot.answers.reminder import reminder_answer
from bot.delivery import Delivered, Outgoing
from bot.demo import slack as fake
from bot.demo.slack import User
from bot.github_status.facts.pulls import ReviewRequest
from bot.jobs import reminder_writer
from bot.people.people import People
from bot.reminders import Reminder
from bot.store.wishes import PersonWishes
from tests.builders import an_actor
from tests.fakes.clock import Clock
from tests.jobs.bench import World
from tests.jobs.readings import a_stale_pull
from tests.jobs.week import DAY, HOUR, TUESDAY, WEEK, read, two_owners


@pytest.mark.parametrize(
    ("fields", "said"),
    [({"deleted": True}, "deactivated"), ({"is_bot": True}, "bot's")],
    ids=["deactivated", "a bot"],
)
async def test_gone__is_told_to_maintainers_and_not_written_to(
    london: World, clock: Clock, ana: User, fields: dict[str, Any], said: str
) -> None:
    await london.slack.changes(ana, **fields)
    bot = london.bot()
    clock.now = TUESDAY

    await london.passes(bot, TUESDAY + DAY, every=6 * HOUR)

    [told] = (await london.told()).values()
    assert told.startswith("Ana Souza could not be written to. ")
    assert said in told
    assert london.slack.calls("chat.postMessage") == []
    assert len(london.slack.calls("users.info")) == 2


async def test_gone__a_link_to_nobody(london: World, clock: Clock, ana: User) -> None:
    del london.slack.world.users[ana.id]
    clock.now = TUESDAY + HOUR  # nobody knows their zone

    await london.bot().works()

    [(key, told)] = (await london.told()).items()
    assert key == f"unreachable:{ana.id}"
    assert "knows no Slack user" in told


@pytest.mark.parametrize(
    ("method", "code", "incident"),
    [
        ("conversations.open", "user_not_found", "unreachable:{}"),
        ("conversations.open", "user_disabled", "unreachable:{}"),
        ("chat.postMessage", "messages_tab_disabled", "messages_tab"),
        ("chat.postMessage", "channel_not_found", "unreachable:{}"),
        ("chat.postMessage", "restricted_action", "unreachable:{}"),
    ],
)
async def test_refused__is_told_to_maintainers_and_not_tried_again(
    london: World, clock: Clock, ana: User, method: str, code: str, incident: str
) -> None:
    london.slack.fails(method, fake.refused(code))
    clock.now = TUESDAY
    bot = london.bot()

    await london.passes(bot, TUESDAY + DAY, every=4 * HOUR)

    assert london.letters(ana) == []
    assert [*await london.told()] == [incident.format(ana.id)]
    assert len(london.slack.calls(method)) == 1


async def test_refused__the_next_person_is_written_to(world: World, clock: Clock) -> None:
    ana, bo = two_owners(world)
    await world.subscribe()
    await read(world)
    world.slack.fails("conversations.open", fake.refused("user_disabled"))
    clock.now = TUESDAY

    await world.bot().works()

    assert sorted(len(world.letters(person)) for person in (ana, bo)) == [0, 1]


@pytest.mark.parametrize("who", [0, 1])
async def test_zone__one_whom_slack_never_tells_of_keeps_nobody_waiting(
    world: World, clock: Clock, who: int
) -> None:
    people = two_owners(world)
    await world.subscribe()
    await read(world)
    mute = replace(fake.html_500(), times=4, when=lambda said: said["user"] == people[who].id)
    world.slack.fails("users.info", mute)
    clock.now = TUESDAY
    await world.passes(world.bot(), TUESDAY + HOUR, every=HOUR / 4)

    assert len(world.letters(people[1 - who])) == 1
    assert world.letters(people[who]) == []


async def test_message__one_that_cannot_be_made_keeps_nobody_waiting(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = two_owners(world)
    await world.subscribe()
    await read(world)

    def drawn(reminder: Reminder, **how: Any) -> Answer:
        if reminder.link.slack == ana.id:
            raise ValueError("a mistake of ours")
        return reminder_answer(reminder, **how)

    monkeypatch.setattr(reminder_writer, "reminder_answer", drawn)
    clock.now = TUESDAY
    await world.passes(world.bot(), TUESDAY + HOUR / 2, every=HOUR / 4)

    assert [len(world.letters(person)) for person in (ana, bo)] == [0, 1]
    [said] = (await world.told()).values()
    assert ana.id in said
    assert "mistake of ours" not in said


async def test_message__a_row_that_it_has_no_room_for_is_told_in_the_next(
    world: World, clock: Clock
) -> None:
    words = "&" * 3000
    rows = "".join(f"- [ ] #{number} {words}\n" for number in range(10, 15))
    asked = tuple(ReviewRequest(reviewer=an_actor(f"{'r' * 36}{n}")) for n in range(60))
    pulls = [a_stale_pull(n, title=words, requests=asked) for n in range(10, 15)]
    world.holds(f"## Refit\nOwner: Ana Souza\n\n{rows}", *pulls)
    ana = world.person("Ana Souza")
    await world.subscribe()
    await read(world)
    clock.now = TUESDAY
    bot = world.bot()
    await world.passes(bot, TUESDAY + 2 * WEEK, every=DAY)

    seen = "".join(letter.shown for letter in world.letters(ana))
    assert all(f"#{number}" in seen for number in range(10, 15))
    assert "more: " in world.letters(ana)[0].shown


@pytest.mark.parametrize("how", ["stopped", "not linked any more"])
async def test_plan__of_some_minutes_ago_does_not_reach_who_left_it(
    world: World, clock: Clock, how: str
) -> None:
    people = ana, bo = two_owners(world)
    await world.subscribe()
    await read(world)
    clock.now = TUESDAY - HOUR
    bot = world.bot()
    await bot.works()

    async def leaves() -> None:
        """Once the first of the two was written to, the other one leaves."""
        await world.slack.until(lambda: any(map(world.letters, people)))
        late = bo if world.letters(ana) else ana
        if how == "stopped":
            await world.wishes.put(PersonWishes(person=late.id, stopped=True))
        else:
            rest = (one for one in world.people.links if one.slack != late.id)
            world.people = People(tuple(rest))

    clock.now = TUESDAY
    send = bot.delivery.send_once

    async def slowly(out: Outgoing) -> Delivered:
        sent = await send(out)
        await leaves()
        return sent

    bot.delivery.send_once = slowly  # type: ignore[method-assign]
    await bot.works()

    assert sorted(len(world.letters(person)) for person in people) == [0, 1]


@pytest.mark.parametrize("code", ["token_revoked", "invalid_auth", "account_inactive"])
async def test_token_lost__nothing_else_is_tried_and_it_resumes(
    world: World, clock: Clock, code: str
) -> None:
    people = two_owners(world)
    await world.subscribe()
    await read(world)
    bot = world.bot()
    clock.now = TUESDAY - HOUR
    await bot.works()
    asked = len(world.slack.requests)
    await world.slack.revokes_token(code)
    clock.now = TUESDAY
    await bot.works()
    clock.move(60)
    await bot.works()
    assert len(world.slack.requests) == asked + 1
    assert [*await world.told()] == ["token"]

    world.slack.app.token_error = None
    await world.passes(bot, TUESDAY + HOUR, every=HOUR / 4)

    assert [len(world.letters(person)) for person in people] == [1, 1]


async def test_scope_lost__is_told_to_maintainers(london: World, clock: Clock, ana: User) -> None:
    london.slack.app.scopes -= {"users:read"}
    clock.now = TUESDAY

    await london.bot().works()

    [(key, told)] = (await london.told()).items()
    assert key == "scope:users:read"
    assert "Install it again" in told
    assert london.letters(ana) == []


@pytest.mark.parametrize(
    "fault",
    [fake.html_500(), fake.rate_limited(30), fake.reset_before(), fake.invalid_json()],
    ids=["500", "429", "connection lost", "half an answer"],
)
@pytest.mark.parametrize("method", ["users.info", "conversations.open"])
async def test_trouble__passes(
    london: World, clock: Clock, ana: User, method: str, fault: fake.Fault
) -> None:
    london.slack.fails(method, fault)
    bot = london.bot()
    clock.now = TUESDAY

    await bot.works()
    await london.passes(bot, TUESDAY + HOUR, every=HOUR / 6)

    assert len(london.letters(ana)) == 1
    assert await london.told() == {}
