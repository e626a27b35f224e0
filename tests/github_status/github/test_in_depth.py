"""What one pull request in depth needs, over real HTTP, into the store and back."""

from bot.demo.github import FakeGitHub
from bot.demo.github.nodes import commit
from bot.github_status.fact_json import decoder, encoder
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import EventKind, Pull, ReviewState
from bot.github_status.github import GitHub
from tests.builders import a_ref, an_actor


async def test_readings__branches_and_how_reviews_were_dismissed(
    gh: FakeGitHub, github: GitHub
) -> None:
    home = "acme/widgets"
    gh.add_pull(home, 7, headRefName="seven", isCrossRepository=True, baseRefName="six")
    for login, state in (("bo", "APPROVED"), ("cy", "CHANGES_REQUESTED")):
        gh.review(home, 7, state, by=login, at="2026-08-18")
    pushed = commit("1a2b3c4d", at="2026-08-19")
    gh.dismiss_review(home, 7, "bo", at="2026-08-19", pushed=pushed)
    gh.dismiss_review(home, 7, "cy", by="di", at="2026-08-20", message="It was mended.")

    batch = await github.readings([a_ref(7)])

    item = batch.readings[0].item
    assert isinstance(item, Pull)
    assert (item.base_branch, item.head_branch, item.from_fork) == ("six", "seven", True)
    assert item.events is not UNKNOWN
    told = [event for event in item.events if event.kind is EventKind.REVIEW_DISMISSED]
    assert [(e.actor, e.subject, e.review_state, e.oid, e.text) for e in told] == [
        (an_actor("ana"), an_actor("bo"), ReviewState.APPROVED, "1a2b3c4d", ""),
        (an_actor("di"), an_actor("cy"), ReviewState.CHANGES_REQUESTED, "", "It was mended."),
    ]
    assert decoder(Pull)(encoder(Pull)(item)) == item


def test_pull__one_that_was_stored_before_there_were_branches() -> None:
    written = {"ref": "acme/widgets#7", "node_id": "PR", "url": "", "title": "t", "state": "OPEN"}

    item = decoder(Pull)(written)

    assert (item.head_branch, item.from_fork) == (UNKNOWN, UNKNOWN)
