"""What GitHub's REST says of a pull request, its reviews and its checks: made up, and whole.

Libraries read all of it into objects of theirs, so each answer has every field that GitHub's
description of the API requires (https://github.com/github/rest-api-description).
"""

from typing import Any

Json = dict[str, Any]

REPOSITORY = "acme/widgets"
REVIEWS = 4
CHECKS = 10


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


API = "https://api.github.com"
_WHEN = "2026-08-18T12:00:00Z"
_PERSON = _words(
    "followers following{/other_user} gists{/gist_id} starred{/owner}{/repo} subscriptions orgs"
    " repos events{/privacy} received_events"
)
_PERSON_NAMES = _words(
    "followers following gists starred subscriptions organizations repos events received_events"
)
_REPOSITORY_NAMES = _words(
    "archive assignees blobs branches collaborators comments commits compare contents contributors"
    " deployments downloads events forks git_commits git_refs git_tags hooks issue_comment"
    " issue_events issues keys labels languages merges milestones notifications pulls releases"
    " stargazers statuses subscribers subscription tags teams trees git ssh clone svn"
)
_LINKS = _words("self html issue comments review_comments review_comment commits statuses")
_COUNTS = _words(
    "forks_count stargazers_count watchers_count size open_issues_count forks open_issues watchers"
)
_FLAGS = _words("has_issues has_projects has_wiki has_pages has_downloads has_discussions")


def pull(number: int) -> Json:
    """`GET /repos/{owner}/{repo}/pulls/{number}`."""
    place, page = f"{API}/repos/{REPOSITORY}/pulls/{number}", _page(number)
    return {
        **{"id": number, "node_id": f"PR_{number}", "number": number, "state": "open"},
        **{"locked": False, "active_lock_reason": None, "title": f"feat: number {number}"},
        **{"user": _person("ana"), "body": "What it does, and why. " * 20, "url": place},
        **{"html_url": page, "diff_url": f"{page}.diff", "patch_url": f"{page}.patch"},
        "issue_url": f"{API}/repos/{REPOSITORY}/issues/{number}",
        "commits_url": f"{place}/commits",
        "review_comments_url": f"{place}/comments",
        "review_comment_url": f"{place}/comments{{/number}}",
        "comments_url": f"{API}/repos/{REPOSITORY}/issues/{number}/comments",
        "statuses_url": f"{API}/repos/{REPOSITORY}/statuses/{head(number)}",
        **{"labels": [_label("bug"), _label("refit")], "milestone": None},
        **{"created_at": _WHEN, "updated_at": _WHEN, "closed_at": None, "merged_at": None},
        **{"merge_commit_sha": "0" * 40, "assignee": None, "assignees": [_person("ana")]},
        **{"requested_reviewers": [_person("bo")], "requested_teams": [], "draft": False},
        **{"head": _end(f"branch-{number}", head(number)), "base": _end("main", "1" * 40)},
        "_links": {name: {"href": place} for name in _LINKS},
        **{"author_association": "CONTRIBUTOR", "auto_merge": None, "merged": False},
        **{"mergeable": True, "rebaseable": True, "mergeable_state": "clean", "merged_by": None},
        **{"comments": 10, "review_comments": 8, "maintainer_can_modify": True, "commits": 6},
        **{"additions": 420, "deletions": 17, "changed_files": 9},
    }


def reviews(number: int) -> list[Json]:
    """`GET /repos/{owner}/{repo}/pulls/{number}/reviews`."""
    pull_url = f"{API}/repos/{REPOSITORY}/pulls/{number}"
    return [
        {
            **{"id": one, "node_id": f"PRR_{number}_{one}", "user": _person(f"reviewer{one}")},
            **{"body": "It reads well.", "state": "APPROVED" if one % 2 else "CHANGES_REQUESTED"},
            **{"html_url": f"{_page(number)}#review-{one}", "pull_request_url": pull_url},
            "_links": {"html": {"href": _page(number)}, "pull_request": {"href": pull_url}},
            **{"submitted_at": _WHEN, "commit_id": head(number)},
            "author_association": "MEMBER",
        }
        for one in range(REVIEWS)
    ]


def check_runs(sha: str) -> Json:
    """`GET /repos/{owner}/{repo}/commits/{sha}/check-runs`."""
    return {"total_count": CHECKS, "check_runs": [_check_run(sha, one) for one in range(CHECKS)]}


def head(number: int) -> str:
    """The commit at the head of a pull request."""
    return f"{number:040x}"


def _check_run(sha: str, one: int) -> Json:
    place = f"{API}/repos/{REPOSITORY}/check-runs/{one}"
    output = {"title": "Passed", "summary": "Everything passed.", "text": None}
    return {
        **{"id": one, "node_id": f"CR_{one}", "name": f"check {one}", "head_sha": sha},
        **{"external_id": f"{one}", "url": place, "html_url": place, "details_url": place},
        **{"status": "completed", "conclusion": "success", "started_at": _WHEN},
        **{"completed_at": _WHEN, "check_suite": {"id": one}, "app": None, "pull_requests": []},
        "output": output | {"annotations_count": 0, "annotations_url": f"{place}/annotations"},
    }


def _page(number: int) -> str:
    return f"https://github.com/{REPOSITORY}/pull/{number}"


def _label(name: str) -> Json:
    url = f"{API}/repos/{REPOSITORY}/labels/{name}"
    return {
        **{"id": 1, "node_id": f"LA_{name}", "url": url, "name": name},
        **{"description": "", "color": "ededed", "default": False, "archived_by": None},
    }


def _end(ref: str, sha: str) -> Json:
    """The head, or the base."""
    label = f"acme:{ref}"
    return {
        **{"label": label, "ref": ref, "sha": sha},
        **{"user": _person("acme"), "repo": _repository()},
    }


def _person(login: str) -> Json:
    url = f"{API}/users/{login}"
    links = {
        f"{name}_url": f"{url}/{last}" for name, last in zip(_PERSON_NAMES, _PERSON, strict=True)
    }
    return {
        **{"login": login, "id": 1, "node_id": f"U_{login}", "gravatar_id": "", "url": url},
        "avatar_url": "https://avatars.githubusercontent.com/u/1?v=4",
        **{"html_url": f"https://github.com/{login}", **links},
        **{"type": "User", "user_view_type": "public", "site_admin": False},
    }


def _repository() -> Json:
    url, page = f"{API}/repos/{REPOSITORY}", f"https://github.com/{REPOSITORY}"
    return {
        **{"id": 1, "node_id": "R_1", "name": "widgets", "full_name": REPOSITORY},
        **{"private": False, "owner": _person("acme"), "html_url": page, "fork": False},
        **{"description": "Widgets", "url": url, "homepage": None, "mirror_url": None},
        **{f"{name}_url": f"{url}/{name}" for name in _REPOSITORY_NAMES},
        **dict.fromkeys(_FLAGS, True),
        **dict.fromkeys(_COUNTS, 7),
        **{"created_at": _WHEN, "updated_at": _WHEN, "pushed_at": _WHEN, "language": "Python"},
        **{"archived": False, "disabled": False, "license": None, "allow_forking": True},
        **{"is_template": False, "web_commit_signoff_required": False, "topics": ["widgets"]},
        **{"visibility": "public", "default_branch": "main"},
    }
