"""Answer → Slack messages and views. The only room that knows Block Kit."""

from bot.render.slack.actions import (
    MENU,
    PAGE,
    Choice,
    PageValue,
    action_word,
    choice_made,
    page_asked,
)
from bot.render.slack.errors import did_you_mean, error_message, refusal_message
from bot.render.slack.escape import escaped
from bot.render.slack.pages import SlackMessage, slack_message, slack_pages
from bot.render.slack.sending import EPHEMERAL, POST, RESPONSE, UPDATE
from bot.render.slack.views import home_view, modal

__all__ = [
    "EPHEMERAL",
    "MENU",
    "PAGE",
    "POST",
    "RESPONSE",
    "UPDATE",
    "Choice",
    "PageValue",
    "SlackMessage",
    "action_word",
    "choice_made",
    "did_you_mean",
    "error_message",
    "escaped",
    "home_view",
    "modal",
    "page_asked",
    "refusal_message",
    "slack_message",
    "slack_pages",
]
