"""FakeGitHub: a stateful GitHub on loopback, over real HTTP, with GitHub's own schema.

    async with fake_github() as gh:
        gh.add_issue("acme/widgets", 1, body="- [ ] #7")
        gh.add_pull("acme/widgets", 7, title="feat: refit", labels=["x"])
        gh.merge("acme/widgets", 7, at="2026-08-19")
        ... GitHub(endpoints(gh.url, None), Credentials(token="test-token")) ...

The token `test-token` (login `tester`) sees everything. Verbs:

- things: `add_repository(private=)`, `add_pull`, `add_issue`, `add_discussion`,
  `add_token(sees=, scopes=)`, `add_app`, `install`
- what happens: `comment`, `review`, `request_review`, `push`, `force_push`, `merge`, `close`,
  `edit`, `event("ReopenedEvent", …)`, `rename`, `transfer`, `delete`, `require_saml`
- logins: `"ana"` a user, `"renovate[bot]"` a bot, `"acme/reviewers"` a team, `None` a deleted
  account
- faults for whole answers: `plan(html(502), times=2)`, `plan(hang(), number=7)`,
  `plan_timeouts(above=5)`, `heal()`; what can be planned is in `bot.demo.github.faults`,
  what waits for its request in `planned` and `hooks`
- faults for one item: `refuse("acme/widgets", 7, "statusCheckRollup", FORBIDDEN_PAT)`
- writing: `edit_body(…, by=)` with its history, `archive`, `add_token(may_write=False)`,
  `install(permissions=)`; `when("updateIssue", lambda: …, is_after=True)` acts in between;
  `plan(done_but_lost(), containing="updateIssue")`
- a classic token: `add_token("ghp_x", scopes=set())`; fields that need a scope refuse the query
- an older server: `drop_from_schema("PullRequest.mergeQueueEntry")`
- budgets: `spend_quota(remaining=0, reset_in=30)`, `sends_quota_headers`, `latency_seconds`
- books: `requests` (each a `Seen`), `points`, `most_at_once`, `invalid`

Queries are validated and executed with graphql-core. It is stricter than GitHub: every connection
needs `first` or `last` from 1 to 100, every request a User-Agent and an Authorization; a field that
the fake has no value for is a crash. `check` raises for crashes, and `fake_github` does so at its
end; `served_github` goes on.
"""

from bot.demo.github.books import Seen
from bot.demo.github.nodes import commit
from bot.demo.github.server import FakeGitHub
from bot.demo.github.serving import fake_github, served_github
from bot.demo.github.world import counts

__all__ = ["FakeGitHub", "Seen", "commit", "counts", "fake_github", "served_github"]
