import pytest

from bot.delivery import DeliveryOutcome
from bot.demo.slack import (
    Fault,
    html_500,
    rate_limited,
    refused,
    reset_after,
    reset_before,
)
from tests.delivery.bench import KEY, TEXT, Bench, a_message

NEW = a_message("Nothing is left to do")


@pytest.mark.parametrize(
    "faults",
    [(), (reset_after(),), (reset_before(), html_500()), (rate_limited(9),)],
    ids=["none", "dropped after", "dropped, then 500", "too fast"],
)
async def test_update__stands_in_its_place(bench: Bench, faults: tuple[Fault, ...]) -> None:
    sent = await bench.send()
    bench.slack.fails("chat.update", *faults)

    updated = await bench.delivery().update(KEY, NEW)

    [message] = bench.standing()
    assert (updated.outcome, updated.ts) == (DeliveryOutcome.SENT, sent.ts)
    assert message.text == NEW.text
    assert NEW.text in message.shown
    assert message.metadata is not None


async def test_update__of_a_message_that_is_gone_is_nobodys_business(bench: Bench) -> None:
    await bench.send()
    delivery = bench.delivery()
    for code in ("message_not_found", "cant_update_message", "edit_window_closed", "is_inactive"):
        bench.slack.fails("chat.update", refused(code))

        updated = await delivery.update(KEY, NEW)

        assert (updated.outcome, updated.code) == (DeliveryOutcome.REFUSED, code)
    assert await bench.told() == {}


async def test_update__of_what_was_never_sent(bench: Bench) -> None:
    bench.slack.fails("chat.postMessage", refused("is_archived"))
    await bench.send(key="refused")

    for key in ("refused", "never"):
        updated = await bench.delivery().update(key, NEW)
        assert updated.outcome is DeliveryOutcome.REFUSED

    assert not bench.slack.calls("chat.update")


@pytest.mark.parametrize(
    ("code", "outcome", "incident"),
    [
        ("token_revoked", DeliveryOutcome.POSTPONED, "token"),
        ("channel_not_found", DeliveryOutcome.REFUSED, "refused:{room}"),
        ("surprise", DeliveryOutcome.REFUSED, "refused:{room}"),
    ],
)
async def test_update__refused(
    bench: Bench, code: str, outcome: DeliveryOutcome, incident: str
) -> None:
    await bench.send()
    bench.slack.fails("chat.update", refused(code))

    updated = await bench.delivery().update(KEY, NEW)

    assert (updated.outcome, updated.code) == (outcome, code)
    assert updated.is_token_lost is (code == "token_revoked")
    assert list(await bench.told()) == [incident.format(room=bench.room.id)]
    assert (await bench.send()).outcome is DeliveryOutcome.SENT_BEFORE
    assert bench.standing()[0].text == TEXT


async def test_update__form_refused_is_plain_text(bench: Bench) -> None:
    await bench.send()
    bench.slack.fails("chat.update", refused("invalid_blocks"))

    updated = await bench.delivery().update(KEY, NEW)

    [message] = bench.standing()
    assert updated.outcome is DeliveryOutcome.SENT
    assert (message.text, message.blocks) == (NEW.text, [])


async def test_update__slack_is_down_for_too_long(bench: Bench) -> None:
    await bench.send()
    bench.slack.fails("chat.update", rate_limited(400))

    updated = await bench.delivery().update(KEY, NEW)

    assert (updated.outcome, updated.code) == (DeliveryOutcome.POSTPONED, "ratelimited")
