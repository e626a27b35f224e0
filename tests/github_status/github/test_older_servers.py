"""Servers that lack fields: the query gets shorter, and what is then unknown is said."""

import pytest

from bot.demo.github import FakeGitHub, faults
from bot.errors import GitHubFault
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Checks, ChecksState, Pull, ReviewState
from bot.github_status.github import Batch, GitHub
from tests.builders import a_ref


def pull_in(batch: Batch) -> Pull:
    item = batch.readings[0].item
    assert isinstance(item, Pull), batch.readings[0].reason
    return item


MERGE_QUEUE = (
    "PullRequest.mergeQueueEntry", "MergeQueueEntry", "AddedToMergeQueueEvent",
    "RemovedFromMergeQueueEvent",
    "PullRequestTimelineItemsItemType.ADDED_TO_MERGE_QUEUE_EVENT",
    "PullRequestTimelineItemsItemType.REMOVED_FROM_MERGE_QUEUE_EVENT",
)  # fmt: skip


async def test_readings__server_without_merge_queues(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7, autoMergeRequest={"enabledAt": None, "enabledBy": None})
    gh.drop_from_schema(*MERGE_QUEUE)

    first = await github.readings([a_ref(7)])
    asked = len(gh.requests)
    second = await github.readings([a_ref(7)])

    assert pull_in(first).queue_entry is UNKNOWN
    assert pull_in(first).auto_merge is not UNKNOWN
    assert first.notes == second.notes
    assert first.notes == ("This GitHub server does not tell the state of merge queues.",)
    assert (asked, len(gh.requests)) == (2, 3)


async def test_readings__checks_of_the_last_commit_instead(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7, checks={"FAILURE": 1, "SUCCESS": 2})
    gh.drop_from_schema("PullRequest.statusCheckRollup")

    batch = await github.readings([a_ref(7)])

    expected = Checks(state=ChecksState.FAILING, passing=2, failing=1, running=0)
    assert pull_in(batch).checks == expected
    assert batch.notes == ()


async def test_readings__last_opinion_of_each_person_from_all_reviews(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.review("acme/widgets", 7, "CHANGES_REQUESTED", by="bo", at="2026-08-18")
    gh.review("acme/widgets", 7, "APPROVED", by="bo", at="2026-08-19")
    gh.review("acme/widgets", 7, "COMMENTED", by="bo", at="2026-08-20")
    gh.drop_from_schema("PullRequest.latestOpinionatedReviews")

    reviews = pull_in(await github.readings([a_ref(7)])).reviews

    assert reviews is not UNKNOWN
    assert [review.state for review in reviews] == [ReviewState.APPROVED]


async def test_tracker__server_without_duplicates(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue("acme/widgets", 1)
    gh.drop_from_schema("Issue.stateReason.enableDuplicate")

    assert (await github.tracker(a_ref(1))).reason is None


@pytest.mark.parametrize(
    "dropped",
    [
        "PullRequestReview.authorCanPushToRepository",
        "ReviewRequest.asCodeOwner",
        "Commit.changedFilesIfAvailable",
        "StatusCheckRollupContextConnection.checkRunCountsByState",
    ],
)
async def test_readings__each_optional_field_costs_only_itself(
    gh: FakeGitHub, github: GitHub, dropped: str
) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.drop_from_schema(dropped)

    batch = await github.readings([a_ref(7)])

    assert pull_in(batch).mergeable is not UNKNOWN
    assert pull_in(batch).queue_entry is None
    assert len(batch.notes) == 1
    assert len(gh.requests) == 2


async def test_readings__very_old_server(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.drop_from_schema(
        *MERGE_QUEUE,
        "PullRequest.autoMergeRequest",
        "AutoMergeEnabledEvent",
        "AutoMergeDisabledEvent",
        "PullRequest.statusCheckRollup",
        "PullRequest.latestOpinionatedReviews",
        "Issue.stateReason.enableDuplicate",
    )

    batch = await github.readings([a_ref(n) for n in (7,)])

    assert pull_in(batch).reviews == ()


async def test_readings__many_queries_at_once_learn_it_together(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = [a_ref(number) for number in range(1, 101)]
    for ref in refs:
        gh.add_pull("acme/widgets", ref.number)
    gh.drop_from_schema(*MERGE_QUEUE)

    batch = await github.readings(refs)

    assert pull_in(batch).auto_merge is None
    assert len(gh.requests) <= 8


async def test_readings__error_that_names_nothing_drops_every_optional_part(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    entry = {
        "message": "Field 'x' doesn't exist on type 'Y'",
        "extensions": {"code": "undefinedField"},
    }
    gh.plan(faults.errors(entry))

    batch = await github.readings([a_ref(7)])

    assert pull_in(batch).checks is UNKNOWN
    assert pull_in(batch).mergeable is not UNKNOWN


async def test_readings__server_that_knows_too_little(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7)
    gh.drop_from_schema("PullRequest.isDraft")

    with pytest.raises(GitHubFault, match="does not know a field"):
        await github.readings([a_ref(7)])
