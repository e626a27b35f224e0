"""Every refusal of Slack's: what becomes of the message, and what maintainers are told."""

from collections.abc import Awaitable, Callable

import pytest

from bot.delivery import Delivered, DeliveryOutcome
from bot.delivery.outgoing import plain_message
from bot.delivery.refusals import REFUSALS, Consequence, refusal_of
from bot.delivery.replies import Refused
from bot.demo.slack import (
    Channel,
    User,
    refused,
    reset_after,
)
from bot.store.messages import MessageState
from tests.delivery.bench import TEXT, Bench, a_message, an_outgoing

TOKEN_CODES = {
    "account_inactive",
    "token_revoked",
    "token_expired",
    "invalid_auth",
    "not_authed",
    "not_allowed_token_type",
}
CODES = {
    Consequence.TOKEN_LOST: TOKEN_CODES,
    Consequence.POSTPONED: {"team_added_to_org", "org_login_required"},
    Consequence.PLAIN: {
        "invalid_blocks",
        "invalid_blocks_format",
        "invalid_attachments",
        "msg_blocks_too_long",
        "msg_too_long",
        "attachment_payload_limit_exceeded",
    },
}
REFUSED = sorted(code for code in REFUSALS if code not in set().union(*CODES.values()))


def test_table__has_what_the_reference_names() -> None:
    for consequence, codes in CODES.items():
        assert {c for c, r in REFUSALS.items() if r.consequence is consequence} == codes
    assert {
        "channel_not_found",
        "not_in_channel",
        "is_archived",
        "restricted_action",
        "messages_tab_disabled",
        "cannot_dm_bot",
        "user_not_found",
        "user_disabled",
        "user_not_visible",
        "missing_scope",
        "no_text",
        "message_limit_exceeded",
    } <= set(REFUSED)


@pytest.mark.parametrize("channel", ["C012", "U012"])
def test_said__is_whole_sentences(channel: str) -> None:
    for code in (*REFUSALS, "restricted_action_thread_only_channel", "surprise"):
        refusal = refusal_of(Refused(code, needed="chat:write"), channel)

        assert "{" not in refusal.said + refusal.incident
        assert refusal.what.endswith(".")
        assert refusal.advice.endswith(".")
        assert refusal.what[0].isupper()
        assert code in refusal.said or code in REFUSALS


async def test_refused__for_good(bench: Bench) -> None:
    delivery = bench.delivery()
    for code in (*REFUSED, "restricted_action_read_only_channel", "surprise"):
        needed = {"needed": "chat:write"} if code == "missing_scope" else {}
        bench.slack.fails("chat.postMessage", refused(code, **needed))

        first = await delivery.send_once(an_outgoing(bench.room.id, key=code))
        again = await delivery.send_once(an_outgoing(bench.room.id, key=code))

        assert first.outcome is again.outcome is DeliveryOutcome.REFUSED
        assert first.code == again.code == code
        record = await bench.record(code)
        assert record is not None
        assert (record.state, record.code) == (MessageState.REFUSED, code)
        assert list((await bench.told_new()).values()) == [first.advice]
    assert bench.standing() == []


async def test_refused__until_it_is_mended(bench: Bench) -> None:
    delivery = bench.delivery()
    for code in sorted(TOKEN_CODES | CODES[Consequence.POSTPONED]):
        out = an_outgoing(bench.room.id, key=code)
        bench.slack.fails("chat.postMessage", refused(code))

        first = await delivery.send_once(out)

        assert (first.outcome, first.code) == (DeliveryOutcome.POSTPONED, code)
        assert first.is_token_lost is (code in TOKEN_CODES)
        assert await bench.record(code) is None
        assert list((await bench.told_new()).values()) == [first.advice]
        assert (await delivery.send_once(out)).outcome is DeliveryOutcome.SENT


async def test_form_refused__sent_as_plain_text_once(bench: Bench) -> None:
    delivery = bench.delivery()
    for code in sorted(CODES[Consequence.PLAIN]):
        lines = ["[ERROR] must be shorter than TEXT [json-pointer:/blocks/0/text]"]
        more = {"response_metadata": {"messages": lines}}
        bench.slack.fails("chat.postMessage", refused(code, **more))

        delivered = await delivery.send_once(an_outgoing(bench.room.id, key=code))

        message = bench.standing()[-1]
        assert delivered == Delivered(
            outcome=DeliveryOutcome.SENT, channel=bench.room.id, ts=message.ts
        )
        assert (message.text, message.blocks) == (TEXT, [])
        assert list(await bench.told_new()) == [f"bug:{code}"]
    assert len(bench.standing()) == len(CODES[Consequence.PLAIN])


async def test_form_refused__the_plain_text_too(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", refused("invalid_blocks"), refused("msg_too_long"))

    delivered = await bench.send()

    assert (delivered.outcome, delivered.code) == (DeliveryOutcome.REFUSED, "msg_too_long")
    assert bench.standing() == []
    assert set(await bench.told()) == {"bug:invalid_blocks", "bug:msg_too_long"}


async def test_form_refused__the_plain_text_in_doubt(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", refused("invalid_blocks"), reset_after())

    delivered = await bench.send()

    assert delivered.outcome is DeliveryOutcome.SENT
    assert len(bench.standing()) == 1


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("word " * 1000, "word… (cut off)"),
        ("a &amp; " * 1000, "a… (cut off)"),
        ("<https://a.example|a b> " * 500, "a b>… (cut off)"),
        ("&lt;" * 1000, "&lt;… (cut off)"),
        ("x" * 5000, "x… (cut off)"),
    ],
    ids=["words", "escaped", "links", "escaped without a space", "one word"],
)
def test_too_long__is_cut_between_words(text: str, ends: str) -> None:
    plain = plain_message(a_message(text))

    assert plain.blocks == ()
    assert len(plain.text) <= 3000
    assert plain.text.endswith(ends)
    assert plain.text.count("<") == plain.text.count(">")


# The causes themselves, as the fake Slack knows them


async def _archived(bench: Bench) -> Channel:
    await bench.slack.archives(bench.room)
    return bench.room


async def _removed(bench: Bench) -> Channel:
    await bench.slack.leaves(bench.slack.bot, bench.room)
    return bench.room


async def _private(bench: Bench) -> Channel:
    return bench.slack.add_channel("vault", is_private=True, bot=False)


async def _read_only(bench: Bench) -> Channel:
    return bench.slack.add_channel("news", post_error="restricted_action_read_only_channel")


async def _deactivated(bench: Bench) -> User:
    return bench.slack.add_user("gone", deleted=True)


async def _robot(bench: Bench) -> User:
    return bench.slack.add_user("robot", is_bot=True)


async def _stranger(bench: Bench) -> User:
    return bench.slack.add_user("eve", team_id="T000000002")


async def _no_tab(bench: Bench) -> User:
    bench.slack.app.has_messages_tab = False
    return bench.slack.add_user("ada")


async def _no_posting(bench: Bench) -> Channel:
    bench.slack.app.scopes.discard("chat:write")
    return bench.room


async def _no_opening(bench: Bench) -> User:
    bench.slack.app.scopes.discard("im:write")
    return bench.slack.add_user("ada")


CAUSES = {
    "archived": (_archived, "is_archived", "refused:{id}", "Unarchive"),
    "bot removed": (_removed, "not_in_channel", "refused:{id}", "Invite the bot"),
    "private": (_private, "channel_not_found", "refused:{id}", "Invite the bot"),
    "read only": (
        _read_only,
        "restricted_action_read_only_channel",
        "refused:{id}",
        "posting permissions",
    ),
    "deactivated": (_deactivated, "user_disabled", "unreachable:{id}", "link"),
    "a bot": (_robot, "cannot_dm_bot", "unreachable:{id}", "link"),
    "a stranger": (_stranger, "user_not_visible", "unreachable:{id}", "link"),
    "tab off": (_no_tab, "messages_tab_disabled", "messages_tab", "Messages Tab"),
    "no scope to post": (_no_posting, "missing_scope", "scope:chat:write", "manifest"),
    "no scope to open": (_no_opening, "missing_scope", "scope:im:write", "manifest"),
}
Cause = Callable[[Bench], Awaitable[Channel | User]]


@pytest.mark.parametrize(("cause", "code", "key", "advice"), CAUSES.values(), ids=CAUSES.keys())
async def test_cause__is_told_with_what_to_do(
    bench: Bench, cause: Cause, code: str, key: str, advice: str
) -> None:
    target = await cause(bench)

    delivered = await bench.send(target.id)

    assert (delivered.outcome, delivered.code) == (DeliveryOutcome.REFUSED, code)
    told = await bench.told()
    assert list(told) == [key.format(id=target.id)]
    assert advice in delivered.advice
    record = await bench.record()
    assert record is not None
    assert record.state is MessageState.REFUSED


async def test_token_revoked__nothing_can_be_sent(bench: Bench) -> None:
    ada = bench.slack.add_user("ada")
    await bench.slack.revokes_token()

    to_channel, to_person = await bench.send(), await bench.send(ada.id)

    assert (
        to_channel
        == to_person
        == Delivered(
            outcome=DeliveryOutcome.POSTPONED,
            code="token_revoked",
            advice="Slack does not accept the bot's token any more (token_revoked). Install the app"
            " again and set SLACK_BOT_TOKEN; until then nothing can be sent.",
            is_token_lost=True,
        )
    )
    assert list(await bench.told()) == ["token"]
    assert await bench.record() is None
