"""The first settings file and the first `.env` of an installation, as `init` writes them. Pure."""

import json
from dataclasses import dataclass

from bot.github_status.facts.refs import Ref

DEFAULT_COMMAND = "/nemorl-status"


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstAnswers:
    """What somebody said who sets the bot up."""

    tracker: Ref
    host: str | None = None
    """Of the GitHub that has it, where that is not github.com."""
    channel: str | None
    """Id of the channel that gets a weekly digest; `None`: none does for now."""
    zone: str
    """IANA name."""
    command: str = DEFAULT_COMMAND


def settings_text(said: FirstAnswers) -> str:
    """`nemorl-status.toml`: what was said, and what else can be said, in comments."""
    name = _short_name(said.tracker)
    return f"""\
# Settings of nemorl-status. docs/settings.md lists all. Secrets do not stand here but in .env.

[[tracker]]                            # the first one is asked where a question names none
name = {_text(name)}
issue = {_text(_issue(said))}
# aliases = {{ wt = "Weight transfer" }}   # other names of its workstreams

{_digest(said, name)}
[slack]
{_command(said.command)}
# Member ids of those who look after the bot: they subscribe channels and link owners to their Slack
# accounts. In Slack: your profile, ⋮, Copy member ID.
maintainers = []
# private_channels = ["C012ABCDEF"]    # channels whose members may all see private rows

# Working days without progress until a pull request is stale.
# [stale]
# approved = 1
# review = 3
# author = 5
# draft = 15
# calendar = "US"                      # holidays to leave out

# Who a name of the index is. `/nemorl-status link` does the same from Slack.
# [people."Ana Souza"]
# github = "ana-souza"
# slack = "U012ABCDEF"

# Messages to owners whose rows wait, the working day after the digest.
# [remind]
# enabled = false                      # ends them for everybody
# at = "10:00"                         # in each person's own zone

# Ticking boxes of the issue that are out of date, when a person confirms it. GitHub is only read
# without this; it needs GITHUB_WRITE_TOKEN in .env.
# [repair]
# enabled = true

# Where the bot listens: for health checks, and for Slack in HTTP mode.
# [server]
# host = "127.0.0.1"
# port = 3000
"""


def environment_text() -> str:
    """`.env`: the names of secrets, each with where it comes from; no value."""
    return """\
# Secrets of nemorl-status: for nobody else's eyes, and never in a repository.
# What is set in the environment goes before this file.

# api.slack.com/apps, your app: Install App, Bot User OAuth Token (xoxb-…)
SLACK_BOT_TOKEN=

# The same app: Basic Information, App-Level Tokens, one with the scope connections:write (xapp-…).
# Leave it empty for HTTP mode.
SLACK_APP_TOKEN=

# Only for HTTP mode: Basic Information, Signing Secret.
SLACK_SIGNING_SECRET=

# github.com/settings/tokens: one that may read the repositories (public ones need no permission)
GITHUB_TOKEN=

# Only where [repair] is enabled: another token, that may edit the issue (Issues: read and write)
GITHUB_WRITE_TOKEN=
"""


def _digest(said: FirstAnswers, name: str) -> str:
    if said.channel is not None:
        return f"""\
[[digest]]                             # one for each channel and tracker
channel = {_text(said.channel)}
tracker = {_text(name)}
at = "mon 09:00"
zone = {_text(said.zone)}
"""
    return f"""\
# A weekly digest for a channel. `/nemorl-status subscribe` does the same from Slack.
# [[digest]]
# channel = "C012ABCDEF"               # channel details, at the end
# tracker = {_text(name)}
# at = "mon 09:00"
# zone = {_text(said.zone)}
"""


def _command(command: str) -> str:
    line = f"command = {_text(command)}"
    if command == DEFAULT_COMMAND:
        return f"# {line}    # the slash command, as in the app's manifest"
    return f"{line}    # the slash command, as in the app's manifest"


def _issue(said: FirstAnswers) -> str:
    """With its host, so that no other GitHub is asked for it."""
    if said.host is None:
        return str(said.tracker)
    return f"https://{said.host}/{said.tracker.repository}/issues/{said.tracker.number}"


def _short_name(tracker: Ref) -> str:
    """The repository's name, which has neither / nor #; one of signs alone is no name."""
    name = tracker.repository.name.lower()
    return name if any(mark.isalnum() for mark in name) else "tracker"


def _text(value: str) -> str:
    """A TOML string: JSON's escapes are among TOML's, where the text is short and on one line."""
    return json.dumps(value, ensure_ascii=False)
