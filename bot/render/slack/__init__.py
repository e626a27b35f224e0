"""Answer → Slack messages and views. The only room that knows Block Kit."""

from bot.render.slack.actions import PAGE, PageValue, action_word, page_asked
from bot.render.slack.errors import did_you_mean, error_message, refusal_message
from bot.render.slack.escape import escaped
from bot.render.slack.pages import SlackMessage, slack_message, slack_pages
from bot.render.slack.sending import EPHEMERAL, POST, RESPONSE, UPDATE
from bot.render.slack.views import home_view, modal

__all__ = [
    "EPHEMERAL",
    "PAGE",
    "POST",
    "RESPONSE",
    "UPDATE",
    "PageValue",
    "SlackMessage",
    "action_word",
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
