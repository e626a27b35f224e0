"""A tracker with boxes out of date, a fake GitHub behind it, and whoever repairs it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.demo.github import FakeGitHub
from bot.github_status.facts.refs import Ref
from bot.github_status.github import Credentials, Policy, endpoints
from bot.github_status.github.edit import EditAccess
from bot.github_status.index import parse_index
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.repair import Proposal, offers_of, proposal_of
from bot.github_status.repairing import Repairing
from bot.store.audit import Audit
from bot.store.claims import Claims
from bot.store.engine import Database
from tests.builders import NOW, a_merged_pull, a_ref, a_snapshot, a_tracker_issue
from tests.fakes.clock import Clock

PLACE = "acme/widgets", 1
WRITE_TOKEN = "write-token"
BEFORE = "# Index\r\n\r\n- [ ] #7 one  \r\n* [ ] #8 &amp; two 😀\r\n- [ ] #9 later\r\n"
AFTER = "# Index\r\n\r\n- [x] #7 one  \r\n* [x] #8 &amp; two 😀\r\n- [ ] #9 later\r\n"
THEIRS = BEFORE.replace("# Index", "# Index by bo") + "- [ ] #10 new\r\n"


def a_proposal(body: str = BEFORE, *, tracker: Ref | None = None) -> Proposal:
    """Tick #7 and #8 in this text."""
    ref = tracker or a_ref(1)
    snapshot = a_snapshot(
        index=parse_index(body, repository=ref.repository),
        issue=a_tracker_issue(body, ref=ref),
        tracker=ref,
        items=(a_merged_pull(7), a_merged_pull(8)),
    )
    judged = judge_snapshot(snapshot, rules=Rules(), people={}, now=NOW)
    return proposal_of(judged, offers_of(judged))


@dataclass(frozen=True, kw_only=True)
class Bench:
    """Everything that a repair touches."""

    gh: FakeGitHub
    database: Database
    clock: Clock
    policy: Policy

    @property
    def body(self) -> str:
        """What stands on GitHub."""
        text: str = self.gh.item(*PLACE)["body"]
        return text

    @property
    def writes(self) -> int:
        """How often somebody asked GitHub to change it."""
        return sum("updateIssue" in seen.query for seen in self.gh.requests)

    @property
    def audit(self) -> Audit:
        return Audit(self.database)

    @asynccontextmanager
    async def repairing(self, credentials: Credentials | None = None) -> AsyncIterator[Repairing]:
        """One process that repairs."""
        chosen = credentials or Credentials(token=WRITE_TOKEN)
        async with EditAccess(endpoints(self.gh.url), chosen, policy=self.policy) as access:
            yield Repairing(
                access,
                Claims(self.database),
                self.audit,
                clock=self.clock,
                sleep=self.clock.sleep,
            )
