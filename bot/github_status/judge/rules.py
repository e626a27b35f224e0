"""The settings that judgements depend on, with their defaults. Reading them from a file is not done
here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from bot.github_status.facts.pulls import Login
from bot.github_status.judge.houses import HouseRules

DEFAULT_EXEMPT_LABELS = (
    "on hold",
    "hold",
    "blocked",
    "parked",
    "do not merge",
    "don't merge",
    "dnm",
    # Prow's label of `/hold`.
    "do-not-merge/hold",
)

# A draft or "[WIP]" is work that goes on; only what says that it must not be merged is held on
# purpose. Bracketed or with a colon, so that a title about such a label ("handle do not merge") is
# not parked.
DEFAULT_EXEMPT_TITLES = (
    "[don't merge]",
    "[dont merge]",
    "[do not merge]",
    "[do-not-merge]",
    "[dnm]",
    "[on hold]",
    "(do not merge)",
    "do not merge:",
    "dnm:",
)

# Machine users and apps by login; accounts that GitHub itself calls bots need not stand here. Apps
# with everyday names ("stale", "cursor") do not: a person may own that login.
DEFAULT_BOTS = (
    "copilot",
    "copilot-pull-request-reviewer",
    "copilot-swe-agent",
    "coderabbitai",
    "copy-pr-bot",
    "github-actions",
    "dependabot",
    "renovate",
    "pre-commit-ci",
    "codecov",
    "codecov-commenter",
    "gemini-code-assist",
    "chatgpt-codex-connector",
    "greptile-apps",
    "sonarqubecloud",
    "mergify",
    "k8s-ci-robot",
    "nvidia-nemo-bot",
)

# Only what drives a machine or moves labels, assignments, milestones and titles. `/lgtm`,
# `/approve`, `/hold`, `/merge` and `/cc` are left out: they say what a person thinks or wants,
# which is progress.
DEFAULT_COMMAND_COMMENTS = (
    "/ok to test",
    "/ok-to-test",
    "/test",
    "/retest",
    "/retest-required",
    "/rerun",
    "/build",
    "/ci",
    "/bot run",
    "/bot kill",
    "/azp run",
    "/gcbrun",
    "/rebase",
    "/update-branch",
    "/label",
    "/remove-label",
    "/kind",
    "/area",
    "/priority",
    "/milestone",
    "/assign",
    "/unassign",
    "/retitle",
    "/gemini review",
    "/gemini summary",
    "@coderabbitai review",
    "@coderabbitai full review",
    "@coderabbitai resolve",
    "@coderabbitai summary",
    "@coderabbitai pause",
    "@coderabbitai resume",
    "@coderabbitai generate *",
    "@copilot review",
    "@codex review",
    "@claude review",
    "@cursor review",
    "bugbot run",
    "@dependabot *",
    "@mergifyio *",
    "@pre-commit-ci *",
    "pre-commit.ci autofix",
    "pre-commit.ci run",
)

# https://docs.gha-runners.nvidia.com/platform/apps/copy-pr-bot/ : checks run on a copy of the pull
# request that the bot makes when somebody trusted vouches for one commit.
DEFAULT_TRIGGERS: Mapping[str, str] = MappingProxyType({"copy-pr-bot": "/ok to test {sha}"})


class LimitName(StrEnum):
    """Which limit of the settings holds for this state?"""

    APPROVED = "approved"
    REVIEW = "review"
    AUTHOR = "author"
    OTHER = "other"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """After how many working days without a progress event a pull request is stale, by its
    state."""

    approved: int = 1
    """Approved and green."""
    review: int = 3
    """Waiting for review."""
    author: int = 5
    """Waiting for the author: a conflict, failing or never-run checks, changes requested."""
    other: int = 10
    """Not known, or waiting for the merge queue."""
    draft: int = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What the judge is told by the settings."""

    limits: Limits = field(default_factory=Limits)
    exempt_labels: tuple[str, ...] = DEFAULT_EXEMPT_LABELS
    """Labels that park; `*` stands for any text."""
    exempt_titles: tuple[str, ...] = DEFAULT_EXEMPT_TITLES
    """Marks in a title that park."""
    bots: tuple[str, ...] = DEFAULT_BOTS
    """Logins of machine users that GitHub calls users."""
    command_comments: tuple[str, ...] = DEFAULT_COMMAND_COMMENTS
    """Comments that only drive a bot: a command's words, or a glob with `*`."""
    calendar: str | None = None
    """Name of the tracker's holiday calendar ("US", "DE-BY"); `None`: weekends only."""
    triggers: Mapping[str, str] = field(default_factory=lambda: DEFAULT_TRIGGERS)
    """By login of the bot that guards the checks, the comment that starts them; `{sha}` is the
    head."""
    houses: tuple[HouseRules, ...] = ()
    """House rules of repositories; the first that fits counts."""
    zone: tzinfo = UTC
    """Where a working day begins and ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkedBySlack:
    """Somebody parked a row from Slack."""

    by: str
    """Their name."""
    until: datetime
    since: datetime | None = None
    """`None`: since ever."""

    def holds(self, now: datetime) -> bool:
        """It is parked at this moment."""
        return now < self.until and (self.since is None or self.since <= now)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftAsIs:
    """Somebody answered a finding of drift with *Leave as is*."""

    by: str
    """Their name."""
    at: datetime
    evidence: str
    """The fingerprint of the evidence that they saw: of other evidence nothing was said."""
    why: str = ""
    """In their words; empty: they gave no reason."""


Left: TypeAlias = Mapping[tuple[str, str], LeftAsIs]
"""Who left which finding as it is, by its kind and its subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedPerson:
    """What the judge may know of a person: who they are on GitHub, and their calendar."""

    login: Login | None
    calendar: str | None = None
    """Name of their own holiday calendar ("DE-BY"); `None`: the tracker's."""
