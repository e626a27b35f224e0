"""What is served over HTTP: health, readiness and, in HTTP mode, Slack's route behind a guard."""

from bot.web.readiness import READINGS_MISSED, Readiness
from bot.web.routes import web_application
from bot.web.server import listening
from bot.web.slack_route import SLACK_PATH, SlackRoute

__all__ = [
    "READINGS_MISSED",
    "SLACK_PATH",
    "Readiness",
    "SlackRoute",
    "listening",
    "web_application",
]
