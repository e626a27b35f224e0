"""What `--live` tries in Slack."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.delivery.client import delivery_client
from bot.demo.slack import (
    FakeSlack,
    fake_slack,
    refused,
    reset_after,
)
from bot.doctor.check import Verdict
from bot.doctor.live import Form, form_checks, post_check
from bot.doctor.slack_asking import SlackAsker, Told
from bot.terminal.slack_forms import every_form
from tests.manifest import our_manifest

TABLE = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3_001}}
GOOD = Form(name="good", kind="message", content={"text": "x", "blocks": []})
BAD = Form(name="bad", kind="message", content={"text": "x", "blocks": [TABLE]})


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack(manifest=our_manifest()) as slack:
        yield slack


@pytest.fixture
def asker(slack: FakeSlack) -> SlackAsker:
    client = delivery_client(slack.bot_token, url=slack.api_url)
    return SlackAsker(client, nobody=delivery_client("", url=slack.api_url))


async def test_forms__slack_takes_every_one_of_them(asker: SlackAsker, slack: FakeSlack) -> None:
    forms = every_form(command="/status")

    [check] = await form_checks(asker, forms, pause_seconds=0)

    assert check.verdict is Verdict.RIGHT
    assert check.what == f"Slack takes {len(forms)} of {len(forms)} forms."
    assert {form.kind for form in forms} == {"message", "view"}
    assert len({form.name for form in forms}) > 20
    assert {request.method for request in slack.requests} == {"blocks.validate"}


async def test_forms__one_that_slack_does_not_take_is_named(asker: SlackAsker) -> None:
    accepted, wrong = await form_checks(asker, [GOOD, BAD], pause_seconds=0)

    assert accepted.what == "Slack takes 1 of 2 forms."
    assert wrong.verdict is Verdict.WRONG
    assert "“bad” (invalid_blocks at /blocks/0/text" in wrong.what


async def test_forms__a_slack_that_does_not_know_the_method(
    asker: SlackAsker, slack: FakeSlack
) -> None:
    slack.fails("blocks.validate", refused("unknown_method"))

    [check] = await form_checks(asker, [GOOD, GOOD], pause_seconds=0)

    assert check.verdict is Verdict.WARNING


async def test_post__the_message_is_gone_again(asker: SlackAsker, slack: FakeSlack) -> None:
    ada = slack.add_user("ada")

    check = await post_check(asker, ada.id)

    assert check.verdict is Verdict.RIGHT
    assert slack.messages(slack.dm(ada)) == []
    [posted] = slack.world.deleted
    assert "nemorl-status doctor" in posted.text


async def test_post__whoever_breaks_off_leaves_no_message(slack: FakeSlack) -> None:
    posted = asyncio.Event()

    class Tells(SlackAsker):
        async def delete(self, channel: str, ts: str) -> Told:
            posted.set()
            return await super().delete(channel, ts)

    client = delivery_client(slack.bot_token, url=slack.api_url)
    ada = slack.add_user("ada")
    trying = asyncio.create_task(post_check(Tells(client, nobody=client), ada.id))
    await posted.wait()

    trying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await trying

    assert slack.messages(slack.dm(ada)) == []


async def test_post__what_was_not_deleted_is_told(asker: SlackAsker, slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    slack.fails("chat.delete", refused("internal_error"))

    check = await post_check(asker, ada.id)

    assert check.verdict is Verdict.WARNING
    assert "could not be deleted" in check.what


async def test_post__nobody_knows_whether_it_was_posted(
    asker: SlackAsker, slack: FakeSlack
) -> None:
    ada = slack.add_user("ada")
    slack.fails("chat.postMessage", reset_after())

    check = await post_check(asker, ada.id)

    assert check.verdict is Verdict.WARNING
    assert "may stand in the conversation" in check.what


async def test_post__there_is_no_maintainer(asker: SlackAsker, slack: FakeSlack) -> None:
    check = await post_check(asker, None)

    assert check.what.startswith("Not checked")
    assert slack.requests == []
