"""What is served over HTTP: health, readiness, and behind guards Slack's route (in HTTP mode) and
that of GitHub's webhooks (with a secret)."""

from bot.web.github_route import GITHUB_PATH, GitHubRoute
from bot.web.marking import Marking
from bot.web.readiness import READINGS_MISSED, Readiness
from bot.web.routes import METRICS_PATH, metrics_application, web_application
from bot.web.server import listening
from bot.web.slack_route import SLACK_PATH, SlackRoute
from bot.web.watched import Watched

__all__ = [
    "GITHUB_PATH",
    "METRICS_PATH",
    "READINGS_MISSED",
    "SLACK_PATH",
    "GitHubRoute",
    "Marking",
    "Readiness",
    "SlackRoute",
    "Watched",
    "listening",
    "metrics_application",
    "web_application",
]
