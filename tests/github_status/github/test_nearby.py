"""What GitHub tells beside the listed pull requests, and what that costs."""

from typing import Any

import pytest

from bot.demo.github import FakeGitHub
from bot.demo.github.faults import http_error
from bot.errors import GitHubFault
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.github import Credentials, GitHub, endpoints
from bot.github_status.github.neighbours import MOST_CHARACTERS, kept_description
from bot.github_status.reader import Reader
from tests.builders import a_ref
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import quick

HOME = "acme/widgets"


async def reading_of(github: GitHub, number: int = 7) -> Reading:
    return (await github.readings([a_ref(number)])).readings[0]


def mentions_of(reading: Reading) -> list[tuple[int, object]]:
    assert reading.mentions is not UNKNOWN
    return [(mention.pull.ref.number, mention.pull.body) for mention in reading.mentions]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Words.\n\nSupersedes #7.\nMore words.", "Supersedes #7."),
        ("Split into:\n- #1\n- #2\n\nBye", "Split into:\n- #1\n- #2"),
        ("<!-- fixes #7 -->\n```\n#8\n```\n> #9", ""),
        ("no ref", ""),
        ("#1 " * 2_000, ("#1 " * 2_000)[:MOST_CHARACTERS]),
    ],
)
def test_description__only_what_it_says_of_others(text: str, kept: str) -> None:
    assert kept_description(text) == kept


async def test_pull__with_description_mentions_and_labels(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull(HOME, 7, body="Words.\nPart of #1.")
    gh.add_pull(HOME, 12, body="Supersedes #7.\nAnd more.", author="bo")
    gh.add_issue(HOME, 13, body="See #7")
    gh.mention(HOME, 7, by=gh.item(HOME, 12))
    gh.mention(HOME, 7, by=gh.item(HOME, 13))
    label = {"__typename": "Label", "name": "stale"}
    gh.event(HOME, 7, "LabeledEvent", by="ana", at="2026-08-18", label=label)
    gh.event(HOME, 7, "UnlabeledEvent", by="ana", at="2026-08-19", label=label)

    reading = await reading_of(github)

    assert isinstance(reading.item, Pull)
    assert reading.item.body == "Part of #1."
    assert mentions_of(reading) == [(12, "Supersedes #7.")]
    changes = reading.item.label_changes
    assert changes is not UNKNOWN
    assert [(change.label, change.added) for change in changes] == [
        ("stale", True),
        ("stale", False),
    ]


async def test_tracker__what_names_it(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_issue(HOME, 1, body="- [ ] #7")
    gh.add_pull(HOME, 12, body="Part of #1")
    gh.mention(HOME, 1, by=gh.item(HOME, 12))

    issue = await github.tracker(a_ref(1))

    assert issue.mentions is not UNKNOWN
    assert [mention.pull.ref for mention in issue.mentions] == [a_ref(12)]


@pytest.mark.parametrize("missing", ["CrossReferencedEvent.source", "UnlabeledEvent"])
async def test_older_server__is_read_without(gh: FakeGitHub, github: GitHub, missing: str) -> None:
    gh.drop_from_schema(missing)
    gh.add_issue(HOME, 1, body="- [ ] #7")
    gh.add_pull(HOME, 7, body="Part of #1.")

    batch = await github.readings([a_ref(7)])

    (reading,) = batch.readings
    assert reading.outcome is Outcome.READ
    assert reading.mentions is UNKNOWN
    assert isinstance(reading.item, Pull)
    assert reading.item.body == "Part of #1."
    said = "This GitHub server does not tell what other pull requests say of the listed ones."
    assert said in batch.notes
    assert (await github.tracker(a_ref(1))).mentions is UNKNOWN


async def test_nearby__by_the_same_authors_and_what_is_named(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull(HOME, 7, body="Superseded by #20, and by acme/elsewhere#3", author="ana")
    gh.add_pull(HOME, 12, author="ana", title="feat: another", at="2026-08-16")
    gh.add_pull(HOME, 13, author="bo")
    gh.add_pull(HOME, 14, author="ana", at="2025-08-16")
    gh.add_pull(HOME, 20, author="bo", body="Nothing")
    batch = await github.readings([a_ref(7)])
    asked = len(gh.requests)

    found = await github.nearby(batch.readings)

    assert [pull.ref.number for pull in found.pulls] == [12, 20]
    assert found.pulls[0].title == "feat: another"
    assert found.pulls[0].is_private is False
    assert len(gh.requests) == asked + 1


async def test_nearby__what_the_token_may_not_see_is_not_there(
    gh: FakeGitHub, clock: Clock
) -> None:
    gh.add_repository("acme/secret", private=True)
    gh.add_pull(HOME, 7, author="ana")
    gh.add_pull("acme/secret", 3, author="ana", body="Part of acme/widgets#7")
    gh.add_token("narrow", sees=set())
    credentials = Credentials(token="narrow")

    async with GitHub(endpoints(gh.url), credentials, policy=quick(clock)) as github:
        batch = await github.readings([a_ref(7), a_ref(3, repository="acme/secret")])
        found = await github.nearby(batch.readings)

    assert found.pulls == ()


async def test_nearby__nothing_was_read_and_nothing_is_asked(
    gh: FakeGitHub, github: GitHub
) -> None:
    assert (await github.nearby(())).pulls == ()
    assert gh.requests == []


async def test_nearby__github_does_not_answer(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull(HOME, 7)
    batch = await github.readings([a_ref(7)])
    gh.plan(http_error(500), times=None)

    with pytest.raises(GitHubFault):
        await github.nearby(batch.readings)


@pytest.mark.no_cover  # many inputs through what others cover
async def test_300_pulls_in_4_repositories__at_most_15_requests(
    gh: FakeGitHub, github: GitHub
) -> None:
    class Store:
        async def newest_snapshot(self, _key: str) -> None:
            return None

        async def save_snapshot(self, *_: object) -> None: ...

        async def prune_snapshots(self, *_: object, **__: object) -> int:
            return 0

    refs = [a_ref(n, repository=f"acme/r{r}") for r in range(4) for n in range(1, 76)]
    for ref in refs:
        gh.add_pull(str(ref.repository), ref.number)
    gh.add_issue(HOME, 1, body="\n".join(f"- [ ] {ref}" for ref in refs))
    store: Any = Store()

    snapshot = await Reader(github, store).refresh(a_ref(1), now=Clock()())

    assert {reading.outcome for reading in snapshot.readings} == {Outcome.READ}
    assert len(snapshot.readings) == 300
    assert len(gh.requests) <= 15
