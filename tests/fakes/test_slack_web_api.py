"""The fake Slack's Web API, asked by the real client over HTTP."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.demo.slack import (
    EXAMPLE_MANIFEST,
    Channel,
    Clock,
    FakeSlack,
    Misuse,
    User,
    fake_slack,
)
from bot.demo.slack.app import app_from_manifest
from tests.fakes.slack.samples import section

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack(transport="socket", clock=Clock(at=NOW)) as slack:
        yield slack


@pytest.fixture
def client(slack: FakeSlack) -> AsyncWebClient:
    return AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, retry_handlers=[])


@pytest.fixture
def ada(slack: FakeSlack) -> User:
    return slack.add_user("ada", tz="America/Los_Angeles", email="ada@example.org")


async def refusal(call: Any) -> Any:
    with pytest.raises(SlackApiError) as caught:
        await call
    return caught.value.response


async def test_tokens__each_kind_of_wrong(slack: FakeSlack) -> None:
    async with aiohttp.ClientSession() as session:
        errors = []
        for headers in ({}, {"Authorization": "Bearer xoxb-other"}):
            async with session.post(f"{slack.api_url}auth.test", headers=headers) as response:
                assert response.status == 200
                errors.append((await response.json())["error"])
        form = {"token": slack.app_token}
        async with session.post(f"{slack.api_url}auth.test", data=form) as response:
            errors.append((await response.json())["error"])

    assert errors == ["not_authed", "invalid_auth", "not_allowed_token_type"]


async def test_tokens__revoked(slack: FakeSlack, client: AsyncWebClient) -> None:
    await slack.revokes_token()

    assert (await refusal(client.auth_test()))["error"] == "token_revoked"


async def test_scopes__missing(slack: FakeSlack, client: AsyncWebClient, ada: User) -> None:
    slack.app.scopes = {"chat:write"}

    response = await refusal(client.users_info(user=ada.id))

    assert response["error"] == "missing_scope"
    assert (response["needed"], response["provided"]) == ("users:read", "chat:write")


async def test_unknown_method__fails_the_test(slack: FakeSlack, client: AsyncWebClient) -> None:
    response = await refusal(client.api_call("chat.shout", json={"text": "x"}))

    assert response["error"] == "unknown_method"
    assert slack.forgive() == ["the app called chat.shout, which the fake Slack does not have"]


async def test_unknown_argument__fails_the_test(
    slack: FakeSlack, client: AsyncWebClient, room: Channel
) -> None:
    await client.chat_postMessage(channel=room.id, text="x", unfurl_link=False)

    assert slack.forgive() == ["chat.postMessage has no argument 'unfurl_link'"]


async def test_check__violations_fail_at_the_end() -> None:
    with pytest.raises(AssertionError, match=r"chat\.shout"):
        async with fake_slack() as slack:
            slack.api.answer("chat.shout", {}, slack.bot_token)


async def test_lists__need_a_limit_and_page(
    slack: FakeSlack, client: AsyncWebClient, ada: User, room: Channel
) -> None:
    slack.add_channel("secret", bot=False, is_private=True)
    vault = slack.add_channel("vault", is_private=True)

    assert (await refusal(client.conversations_list()))["error"] == "limit_required"
    assert (await refusal(client.users_list()))["error"] == "limit_required"
    listed = await client.conversations_list(types="public_channel,private_channel", limit=200)
    assert {c["id"] for c in listed["channels"]} == {room.id, vault.id}
    members = await client.conversations_members(channel=room.id, limit=1)
    assert members["response_metadata"]["next_cursor"]


async def test_people__deactivated_foreign_and_ours(
    slack: FakeSlack, client: AsyncWebClient, ada: User
) -> None:
    gone = slack.add_user("gone", deleted=True)
    eve = slack.add_user("eve", team_id="T000000002", email="eve@example.com")

    ours = (await client.users_info(user=ada.id))["user"]
    left = (await client.users_info(user=gone.id))["user"]
    foreign = (await client.users_info(user=eve.id))["user"]

    assert (ours["tz"], ours["tz_offset"]) == ("America/Los_Angeles", -7 * 3600)
    assert ours["profile"]["email"] == "ada@example.org"
    assert left["deleted"]
    assert "tz" not in left
    assert foreign["is_stranger"]
    assert "email" not in foreign["profile"]
    assert (await refusal(client.conversations_open(users=gone.id)))["error"] == "user_disabled"
    assert (await refusal(client.conversations_open(users=eve.id)))["error"] == "user_not_visible"
    nobody = await refusal(client.users_lookupByEmail(email="x@y"))
    assert nobody["error"] == "users_not_found"


async def test_views__triggers_hashes_and_the_stack(
    slack: FakeSlack, client: AsyncWebClient, ada: User
) -> None:
    modal = {
        "type": "modal",
        "title": {"type": "plain_text", "text": "x"},
        "blocks": [section()],
    }
    trigger = slack.world.new_trigger(ada.id)
    first = (await client.views_open(trigger_id=trigger, view=modal))["view"]
    again = await refusal(client.views_open(trigger_id=trigger, view=modal))
    late = slack.world.new_trigger(ada.id)
    slack.clock.advance(3.5)

    assert again["error"] == "exchanged_trigger_id"
    assert (await refusal(client.views_open(trigger_id=late, view=modal)))["error"] == (
        "expired_trigger_id"
    )
    assert (await refusal(client.views_open(trigger_id="1.2.x", view=modal)))["error"] == (
        "invalid_trigger_id"
    )
    await client.views_update(view_id=first["id"], hash=first["hash"], view=modal)
    stale = client.views_update(view_id=first["id"], hash=first["hash"], view=modal)
    assert (await refusal(stale))["error"] == "hash_conflict"
    for _ in range(2):
        trigger = slack.world.new_trigger(ada.id, view_id=slack.modals(ada)[-1].id)
        await client.views_push(trigger_id=trigger, view=modal)
    trigger = slack.world.new_trigger(ada.id, view_id=slack.modals(ada)[-1].id)
    fourth = client.views_push(trigger_id=trigger, view=modal)
    assert (await refusal(fourth))["error"] == "push_limit_reached"
    assert [view.root_id for view in slack.modals(ada)] == [first["id"]] * 3


async def test_home__hash_and_switched_off(
    slack: FakeSlack, client: AsyncWebClient, ada: User
) -> None:
    view = {"type": "home", "blocks": [section()]}
    first = (await client.views_publish(user_id=ada.id, view=view))["view"]
    await client.views_publish(user_id=ada.id, view=view, hash=first["hash"])
    stale = client.views_publish(user_id=ada.id, view=view, hash=first["hash"])

    assert (await refusal(stale))["error"] == "hash_conflict"
    slack.app.has_home_tab = False
    assert (await refusal(client.views_publish(user_id=ada.id, view=view)))["error"] == (
        "not_enabled"
    )


async def test_blocks_validate__needs_no_token(slack: FakeSlack) -> None:
    client = AsyncWebClient(base_url=slack.api_url)

    assert (await client.api_call("blocks.validate", data={"blocks": "[]"}))["ok"]
    wrong = await refusal(client.api_call("blocks.validate", data={"blocks": '[{"type": "x"}]'}))
    assert "json-pointer:/blocks/0/type" in wrong["response_metadata"]["messages"][0]


async def test_rates__one_post_a_second_and_channel_after_a_burst() -> None:
    clock = Clock(at=NOW)
    async with fake_slack(clock=clock, enforces_rates=True) as slack:
        rooms = [slack.add_channel(name).id for name in ("one", "two")]
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        for _ in range(3):
            await client.chat_postMessage(channel=rooms[0], text="x")
        response = await refusal(client.chat_postMessage(channel=rooms[0], text="x"))
        await client.chat_postMessage(channel=rooms[1], text="x")
        clock.advance(1)
        await client.chat_postMessage(channel=rooms[0], text="x")

    assert response.status_code == 429
    assert response.headers["Retry-After"] == "1"
    assert response["error"] == "ratelimited"


async def test_rates__calls_a_minute() -> None:
    async with fake_slack(clock=Clock(at=NOW), enforces_rates=True) as slack:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        for _ in range(20):
            await client.users_list(limit=200)
        response = await refusal(client.users_list(limit=200))
        await client.auth_test()

    assert response.headers["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"settings": {"socket_mode_enabled": False}}, "socket_mode_enabled"),
        ({"settings": {"event_subscriptions": {"bot_events": ["rain"]}}}, "no events"),
        ({"oauth_config": {"scopes": {"bot": ["commands"]}}}, "needs the scope"),
        (
            {"oauth_config": {"scopes": {"bot": []}}, "settings": {}},
            "need the scope commands",
        ),
    ],
    ids=["other transport", "unknown event", "event without its scope", "command without scope"],
)
def test_manifest__what_would_not_install(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Misuse, match=complaint):
        app_from_manifest({**EXAMPLE_MANIFEST, **change}, transport="socket", bot_user_id="U0")


async def test_events__not_subscribed_or_scope_taken_away(ada: User, slack: FakeSlack) -> None:
    room = slack.add_channel("hall", members=[ada])

    unsubscribed = await slack.archives(room)
    slack.app.scopes.discard("im:history")
    said = await slack.says(ada, slack.dm(ada), "hello")

    assert unsubscribed.error == "not_subscribed"
    assert said.events == ()
