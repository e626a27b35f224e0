"""Made-up sources of bundles: a fact, and the text of a page."""

from typing import Any

HEAD_SEEN = "not on main; refs/pull/7/head = 0a1b2c3d4, committed 2026-06-13T07:05:33Z"


def a_fact(ref: str = "acme/widgets#7", **fields: Any) -> dict[str, Any]:
    """An open pull request with one push, of which nothing else was seen."""
    defaults: dict[str, Any] = {
        "ref": ref,
        "kind": "pr",
        "title": "feat: seven",
        "author_login": "ana",
        "state": "OPEN",
        "is_draft": None,
        "created_at": None,
        "merged_at": None,
        "closed_at": None,
        "last_activity_at": "2026-06-13T07:05:33Z",
        "last_activity_evidence": "committer time of the newest commit on refs/pull/7/head",
        "base_branch": None,
        "labels": None,
        "reviewers": None,
        "superseded_by": [],
        "possibly_superseded_by": [],
        "refers_to": [],
        "evidence": [
            {"source": "git snapshot (newest commit 2026-06-14T10:00:00Z)", "what": HEAD_SEEN}
        ],
    }
    return defaults | fields


PAGE = """\
feat: seven · Pull Request #7

ana · 2026-06-24T19:11:53Z

What does this do?

a-bot · 2026-06-24T19:11:56Z

Checks wait.

ana · 2026-06-24T19:20:05Z

/ok to test 763fb26

bo

Two nits.

ana · 2026-06-26T20:00:18Z

Both done, thanks.

ana requested a review from a team as a code owner June 24, 2026 19:11

ana added the CI label Jun 24, 2026

ana force-pushed the seven branch from 763fb26 to c289b97 Compare June 24, 2026 20:08

bo reviewed Jun 25, 2026

bo previously approved these changes Jun 25, 2026

ana dismissed bo’s stale review via 3879443 June 25, 2026 19:27

ana added 4 commits June 26, 2026 09:47
"""
