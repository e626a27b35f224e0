"""The fake GitHub keeps GitHub's rules, and is stricter where GitHub is lenient."""

import subprocess
import sys
from typing import Any

import httpx
import pytest

from bot.demo.github import (
    FakeGitHub,
    commit,
    counts,
    fake_github,
    faults,
    served_github,
)
from tests.fakes.github_in_thread import fake_github_in_thread

HEADERS = {"Authorization": "Bearer test-token"}
PLACE = 'repository(owner: "acme", name: "widgets")'


def on_pull(selection: str, number: int = 7) -> str:
    return f"{{ {PLACE} {{ pullRequest(number: {number}) {{ {selection} }} }} }}"


async def post(gh: FakeGitHub, query: str, **headers: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.post(
            gh.url + "/graphql", json={"query": query}, headers=HEADERS | headers
        )


async def answer(gh: FakeGitHub, query: str) -> dict[str, Any]:
    found: dict[str, Any] = (await post(gh, query)).json()
    return found


async def get(gh: FakeGitHub, path: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.get(gh.url + path, headers=HEADERS)


async def test_fake_github__executes_queries_on_what_was_added() -> None:
    async with fake_github() as gh:
        gh.add_pull("acme/widgets", 7, title="feat: refit", checks=counts(SUCCESS=2, FAILURE=1))
        gh.comment("acme/widgets", 7, "hello", by="ci[bot]", at="2026-08-18")
        gh.review("acme/widgets", 7, "APPROVED", by="bo", at="2026-08-18")
        gh.force_push("acme/widgets", 7, None, commit("b", at="2026-08-18"), at="2026-08-19")

        found = await answer(
            gh,
            f"""{{ {PLACE} {{ pullRequest(number: 7) {{
                title headRefOid statusCheckRollup {{ state }}
                latestOpinionatedReviews(first: 5) {{ nodes {{ author {{ login }} }} }}
                timelineItems(last: 2, itemTypes: [ISSUE_COMMENT, HEAD_REF_FORCE_PUSHED_EVENT]) {{
                    pageInfo {{ hasPreviousPage }}
                    nodes {{ __typename ... on IssueComment {{ author {{ __typename login }} }} }}
                }} }} }} }}""",
        )

    assert found["data"]["repository"]["pullRequest"] == {
        "title": "feat: refit",
        "headRefOid": "b",
        "statusCheckRollup": {"state": "FAILURE"},
        "latestOpinionatedReviews": {"nodes": [{"author": {"login": "bo"}}]},
        "timelineItems": {
            "pageInfo": {"hasPreviousPage": False},
            "nodes": [
                {"__typename": "IssueComment", "author": {"__typename": "Bot", "login": "ci"}},
                {"__typename": "HeadRefForcePushedEvent"},
            ],
        },
    }


async def test_fake_github__not_found_costs_only_itself() -> None:
    async with fake_github() as gh:
        gh.add_issue("acme/widgets", 7)
        found = await answer(
            gh,
            f"""{{ r0: {PLACE} {{ n7: issueOrPullRequest(number: 7) {{ __typename }}
                n8: issueOrPullRequest(number: 8) {{ __typename }} }}
                r1: repository(owner: "acme", name: "nowhere") {{ id }} }}""",
        )

    assert found["data"] == {"r0": {"n7": {"__typename": "Issue"}, "n8": None}, "r1": None}
    assert [(e["type"], e["path"]) for e in found["errors"]] == [
        ("NOT_FOUND", ["r0", "n8"]),
        ("NOT_FOUND", ["r1"]),
    ]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (on_pull("nonsense"), "doesn't exist on type"),
        (on_pull("labels { nodes { name } }"), "`first`"),
        (on_pull("labels(first: 101) { totalCount }"), "101"),
        ("{ nonsense", "Parse error"),
    ],
)
async def test_fake_github__refuses_what_github_refuses(query: str, words: str) -> None:
    async with fake_github() as gh:
        gh.add_pull("acme/widgets", 7)
        found = await answer(gh, query)

    assert words in found["errors"][0]["message"]
    assert found.get("data") is None


async def test_fake_github__headers_and_points() -> None:
    async with fake_github() as gh:
        gh.add_issue("acme/widgets", 7)
        response = await post(gh, f"{{ {PLACE} {{ issue(number: 7) {{ title }} }} }}")

        assert gh.points == 1

    assert response.headers["x-ratelimit-remaining"] == "4999"
    assert response.headers["x-ratelimit-resource"] == "graphql"
    assert response.headers["x-github-request-id"]


async def test_fake_github__needs_a_user_agent_and_a_known_token() -> None:
    async with fake_github() as gh:
        assert (await post(gh, "{ viewer { login } }", **{"User-Agent": ""})).status_code == 403
        assert (await post(gh, "{ viewer { login } }", Authorization="Bearer x")).status_code == 401
        async with httpx.AsyncClient() as client:
            assert (await client.get(gh.url + "/user")).status_code == 401


async def test_fake_github__private_repositories_by_token() -> None:
    async with fake_github() as gh:
        gh.add_repository("acme/widgets", private=True)
        gh.add_token("insider", sees={"acme/Widgets"})
        gh.add_token("outsider", sees=set())
        query = f"{{ {PLACE} {{ isPrivate }} }}"

        inside = (await post(gh, query, Authorization="Bearer insider")).json()
        outside = (await post(gh, query, Authorization="Bearer outsider")).json()

    assert inside["data"]["repository"] == {"isPrivate": True}
    assert outside["data"]["repository"] is None


async def test_fake_github__rest_tells_moved_deleted_and_missing() -> None:
    async with fake_github() as gh:
        gh.add_issue("acme/widgets", 7)
        gh.add_issue("acme/widgets", 8)
        gh.add_pull("acme/widgets", 9)
        gh.transfer("acme/widgets", 7, "acme/gadgets", 1)
        gh.delete("acme/widgets", 8)

        moved = await get(gh, "/repos/acme/widgets/issues/7")
        there = await get(gh, moved.headers["location"].removeprefix(gh.url))
        statuses = [
            (await get(gh, f"/repos/acme/widgets/issues/{n}")).status_code for n in (8, 9, 10)
        ]
        user = (await get(gh, "/user")).json()

    assert moved.status_code == 301
    assert there.json()["repository_url"].endswith("/repos/acme/gadgets")
    assert statuses == [410, 200, 404]
    assert user["login"] == "tester"


async def test_fake_github__faults_come_as_often_as_planned() -> None:
    async with fake_github() as gh:
        gh.plan(faults.html(502), times=2)
        statuses = [(await post(gh, "{ viewer { login } }")).status_code for _ in range(3)]

        assert [seen.status for seen in gh.requests] == statuses

    assert statuses == [502, 502, 200]


async def test_fake_github__older_schema() -> None:
    async with fake_github() as gh:
        gh.add_pull("acme/widgets", 7)
        gh.drop_from_schema("PullRequest.mergeQueueEntry", "MergeQueueEntry")
        found = await answer(gh, on_pull("mergeQueueEntry { state }"))

    assert found["errors"][0]["extensions"] == {"code": "undefinedField"}


async def test_fake_github__question_without_an_answer_fails_the_test() -> None:
    async def ask_too_much() -> None:
        async with fake_github() as gh:
            gh.add_pull("acme/widgets", 7)
            await post(gh, on_pull("bodyHTML"))

    with pytest.raises(AssertionError, match="could not answer"):
        await ask_too_much()


async def test_served_github__a_question_without_an_answer_is_a_crash_and_no_more() -> None:
    async with served_github() as gh:
        gh.add_pull("acme/widgets", 7)
        await post(gh, on_pull("bodyHTML"))

    assert len(gh.crashes) == 1
    with pytest.raises(AssertionError, match="could not answer"):
        gh.check()


def test_fake_github_in_thread__serves_another_program() -> None:
    with fake_github_in_thread() as gh:
        gh.add_issue("acme/widgets", 1)
        script = (
            "import urllib.request as u;"
            f"r = u.Request('{gh.url}/user', headers={HEADERS});"
            "print(u.urlopen(r).read().decode())"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, check=True, timeout=30, text=True
        )

    assert "tester" in done.stdout
    assert gh.requests[0].path == "/user"


MUTATION = """mutation($id: ID!, $body: String!) {
    updateIssue(input: {id: $id, body: $body}) { issue { number body } } }"""
HISTORY = """userContentEdits(first: 9) { nodes { diff editor { login } } }"""


async def update(gh: FakeGitHub, body: str, token: str = "test-token") -> dict[str, Any]:
    number = gh.item("acme/widgets", 1)["id"]
    async with httpx.AsyncClient() as client:
        response = await client.post(
            gh.url + "/graphql",
            json={"query": MUTATION, "variables": {"id": number, "body": body}},
            headers={"Authorization": f"Bearer {token}"},
        )
    found: dict[str, Any] = response.json()
    return found


async def test_fake_github__keeps_the_edit_history_from_the_first_edit_on() -> None:
    async with fake_github() as gh:
        gh.add_issue("acme/widgets", 1, body="one")
        before = await answer(gh, f"{{ {PLACE} {{ issue(number: 1) {{ {HISTORY} }} }} }}")
        written = await update(gh, "two")
        await update(gh, "two")
        gh.edit_body("acme/widgets", 1, "three", by="bo")
        after = await answer(gh, f"{{ {PLACE} {{ issue(number: 1) {{ body {HISTORY} }} }} }}")

    assert written["data"]["updateIssue"]["issue"] == {"number": 1, "body": "two"}
    assert before["data"]["repository"]["issue"]["userContentEdits"]["nodes"] == []
    found = after["data"]["repository"]["issue"]
    edits = [(e["diff"], e["editor"]["login"]) for e in found["userContentEdits"]["nodes"]]
    assert found["body"] == "three"
    assert edits == [("three", "bo"), ("two", "tester"), ("one", "ana")]


async def test_fake_github__refuses_edits() -> None:
    async with fake_github() as gh:
        gh.add_issue("acme/widgets", 1, body="one")
        gh.add_token("reads", may_write=False)
        forbidden, too_long = await update(gh, "two", "reads"), await update(gh, "x" * 65_537)
        gh.archive("acme/widgets")
        archived = await update(gh, "two")

    types = [a["errors"][0]["type"] for a in (forbidden, too_long, archived)]
    assert types == ["FORBIDDEN", "UNPROCESSABLE", "UNPROCESSABLE"]
    assert gh.item("acme/widgets", 1)["body"] == "one"


async def test_fake_github__somebody_acts_in_between() -> None:
    async with fake_github() as gh:
        gh.add_issue("acme/widgets", 1, body="one")
        gh.when("updateIssue", lambda: gh.edit_body("acme/widgets", 1, "before"), nth=2)
        gh.when(
            "updateIssue", lambda: gh.edit_body("acme/widgets", 1, "after"), nth=2, is_after=True
        )
        await update(gh, "two")
        assert gh.item("acme/widgets", 1)["body"] == "two"
        await update(gh, "three")

    history = [edit["diff"] for edit in gh.item("acme/widgets", 1)["userContentEdits"]]
    assert history == ["after", "three", "before", "two", "one"]
