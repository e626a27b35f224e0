"""`/nemorl-status …`: answered to the person who typed it, alone.

https://docs.slack.dev/interactivity/implementing-slash-commands
"""

from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.listeners.payloads import Body, claim_key, text_at
from bot.listeners.places import Aside
from bot.listeners.reception import Reception, Visit
from bot.listeners.slack_rules import SlackRules
from bot.listeners.typed import question_text


def listen(app: AsyncApp, reception: Reception, rules: SlackRules) -> None:
    """Listen to the command of the settings."""

    @app.command(rules.command)
    async def on_command(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()  # first: Slack gives three seconds
        user, channel = text_at(body, "user_id"), text_at(body, "channel_id")
        spot = reception.spot(user=user, channel=channel, url=text_at(body, "response_url"))
        reception.receive(command_visit(body), Aside(spot))


def command_visit(body: Body) -> Visit:
    """What was typed, by whom and where."""
    return Visit(
        key=claim_key(body),
        user=text_at(body, "user_id"),
        channel=text_at(body, "channel_id"),
        text=question_text(text_at(body, "text")),
        can_share=True,
        trigger_id=text_at(body, "trigger_id"),
    )
