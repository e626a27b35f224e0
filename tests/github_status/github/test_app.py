"""GitHub App: tokens of installations, and the token beside it for what is outside of them."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from bot.demo.github import FakeGitHub, fake_github, faults
from bot.errors import BadCredentials, TrackerNotThere, Unreachable
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.github import AppKey, Credentials, GitHub, endpoints
from tests.builders import a_ref
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import quick

_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PRIVATE = _KEY.private_bytes(
    serialization.Encoding.PEM,
    serialization.PrivateFormat.TraditionalOpenSSL,
    serialization.NoEncryption(),
).decode()
PUBLIC = (
    _KEY.public_key()
    .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    .decode()
)
APP = AppKey(app_id="77", private_key=PRIVATE)
INSTALLED = replace(APP, installation_id=5)


@pytest.fixture(autouse=True)
def installed(gh: FakeGitHub) -> None:
    """The app is installed on acme, whose repositories are private; other/things is private too."""
    gh.add_app("77", PUBLIC)
    gh.install("77", 5, "acme")
    for name in ("acme/widgets", "acme/gadgets", "other/things"):
        gh.add_repository(name, private=True)
        gh.add_pull(name, 7)
    gh.add_repository("public/tools")
    gh.add_pull("public/tools", 7)


@pytest.fixture
async def clients(gh: FakeGitHub, clock: Clock) -> AsyncIterator["Clients"]:
    made = Clients(gh, clock)
    yield made
    for client in made.made:
        await client.aclose()


class Clients:
    """Makes clients and has them closed."""

    def __init__(self, gh: FakeGitHub, clock: Clock) -> None:
        self._gh, self._clock = gh, clock
        self.made: list[GitHub] = []

    def client(self, app: AppKey | None, token: str | None = None) -> GitHub:
        credentials = Credentials(token=token, app=app)
        self.made.append(GitHub(endpoints(self._gh.url), credentials, policy=quick(self._clock)))
        return self.made[-1]


def paths(gh: FakeGitHub) -> list[str]:
    return [seen.path for seen in gh.requests]


WIDGET, GADGET = a_ref(7), a_ref(7, repository="acme/gadgets")
THING, TOOL = a_ref(7, repository="other/things"), a_ref(7, repository="public/tools")


async def test_app__installation_given(gh: FakeGitHub, clients: Clients) -> None:
    github = clients.client(INSTALLED)

    batch = await github.readings([WIDGET, GADGET])
    await github.readings([WIDGET])

    assert {r.outcome for r in batch.readings} == {Outcome.READ}
    assert batch.credentials == ("app",)
    assert paths(gh) == ["/app/installations/5/access_tokens", "/graphql", "/graphql"]


async def test_app__installation_looked_up_once_for_an_owner(
    gh: FakeGitHub, clients: Clients
) -> None:
    github = clients.client(APP)

    await github.readings([WIDGET, GADGET])
    await github.readings([WIDGET, GADGET])

    assert paths(gh) == [
        "/repos/acme/widgets/installation",
        "/app/installations/5/access_tokens",
        "/graphql",
        "/graphql",
    ]


async def test_app__token_is_fetched_once_for_many_callers(
    gh: FakeGitHub, clients: Clients
) -> None:
    github = clients.client(INSTALLED)

    await asyncio.gather(*(github.readings([WIDGET]) for _ in range(5)))

    assert paths(gh).count("/app/installations/5/access_tokens") == 1


async def test_app__token_is_renewed_five_minutes_before_its_end(
    gh: FakeGitHub, clients: Clients, clock: Clock
) -> None:
    github = clients.client(INSTALLED)
    await github.readings([WIDGET])

    clock.move(54 * 60)
    await github.readings([WIDGET])
    assert paths(gh).count("/app/installations/5/access_tokens") == 1

    clock.move(2 * 60)
    # By the fake's clock the request is signed in the future; that it is made is what counts.
    with pytest.raises(BadCredentials):
        await github.readings([WIDGET])
    assert paths(gh).count("/app/installations/5/access_tokens") == 2


async def test_app__revoked_token_is_replaced(gh: FakeGitHub, clients: Clients) -> None:
    github = clients.client(INSTALLED)
    await github.readings([WIDGET])
    for token in [name for name in gh.tokens if name.startswith("ghs_")]:
        del gh.tokens[token]

    batch = await github.readings([WIDGET])

    assert batch.readings[0].outcome is Outcome.READ


async def test_app__what_it_may_not_see_is_asked_with_the_token_and_remembered(
    gh: FakeGitHub, clients: Clients
) -> None:
    github = clients.client(INSTALLED, "test-token")

    first = await github.readings([WIDGET, THING])
    asked = len(gh.requests)
    second = await github.readings([WIDGET, THING])

    assert {r.outcome for r in (*first.readings, *second.readings)} == {Outcome.READ}
    assert first.credentials == second.credentials == ("app", "token")
    assert len(gh.requests) - asked < asked


async def test_app__repository_outside_every_installation_uses_the_token(
    gh: FakeGitHub, clients: Clients
) -> None:
    github = clients.client(APP, "test-token")

    batch = await github.readings([THING, WIDGET])

    assert {r.outcome for r in batch.readings} == {Outcome.READ}
    assert batch.credentials == ("app", "token")


async def test_app__public_repository_is_read_with_any_installation(clients: Clients) -> None:
    batch = await clients.client(APP).readings([WIDGET, TOOL])

    assert {r.outcome for r in batch.readings} == {Outcome.READ}
    assert batch.credentials == ("app",)


async def test_app__nowhere_installed_and_no_token(gh: FakeGitHub, clients: Clients) -> None:
    gh.apps["77"].installations.clear()
    github = clients.client(APP)

    batch = await github.readings([WIDGET])

    assert batch.readings[0].outcome is Outcome.NOT_VISIBLE
    assert "not installed" in batch.readings[0].reason
    with pytest.raises(TrackerNotThere, match="not installed"):
        await github.tracker(WIDGET)


async def test_app__private_repository_without_a_token_beside_it(clients: Clients) -> None:
    batch = await clients.client(INSTALLED).readings([WIDGET, THING])

    assert [r.outcome for r in batch.readings] == [Outcome.READ, Outcome.NOT_VISIBLE]


async def test_app__tracker_outside_is_read_with_the_token(
    gh: FakeGitHub, clients: Clients
) -> None:
    gh.add_issue("other/things", 1, body="x")

    tracker = await clients.client(INSTALLED, "test-token").tracker(
        a_ref(1, repository="other/things")
    )

    assert tracker.is_private is True


async def test_app__lost_installation(clients: Clients) -> None:
    github = clients.client(replace(APP, installation_id=6))

    with pytest.raises(BadCredentials, match="no such installation"):
        await github.readings([WIDGET])


async def test_app__lost_installation_leaves_what_the_token_reads(
    gh: FakeGitHub, clients: Clients
) -> None:
    gh.install("77", 8, "public")
    github = clients.client(APP, "test-token")
    gh.plan(faults.bad_credentials(), on="/app/installations/5", times=None)

    batch = await github.readings([WIDGET, TOOL, THING])

    outcomes = [r.outcome for r in batch.readings]
    assert outcomes == [Outcome.FAILED, Outcome.READ, Outcome.READ]
    assert "app's key" in batch.readings[0].reason


@pytest.mark.parametrize("key", ["", "not a key", PUBLIC], ids=["empty", "words", "public key"])
async def test_app__private_key_that_cannot_be_read(clients: Clients, key: str) -> None:
    github = clients.client(replace(INSTALLED, private_key=key))

    with pytest.raises(BadCredentials, match="private key cannot be read"):
        await github.readings([WIDGET])


async def test_app__wrong_key(clients: Clients) -> None:
    with pytest.raises(BadCredentials, match="does not accept"):
        await clients.client(replace(INSTALLED, app_id="78")).readings([WIDGET])


async def test_app__trouble_with_the_token_that_passes(gh: FakeGitHub, clients: Clients) -> None:
    gh.plan(faults.html(502), on="/app", times=2)

    batch = await clients.client(INSTALLED).readings([WIDGET])

    assert batch.readings[0].outcome is Outcome.READ


@pytest.mark.parametrize("fault", [faults.html(502), faults.not_json(), faults.reset()])
async def test_app__trouble_with_the_token_that_stays(
    gh: FakeGitHub, clients: Clients, fault: faults.Fault
) -> None:
    gh.plan(fault, on="/app", times=None)

    with pytest.raises(Unreachable):
        await clients.client(INSTALLED).readings([WIDGET])


async def test_viewer__none_for_an_app_alone(clients: Clients) -> None:
    assert await clients.client(INSTALLED).viewer() is None
    assert await clients.client(INSTALLED, "test-token").viewer() == "tester"


async def test_app__trouble_with_looking_it_up(gh: FakeGitHub, clients: Clients) -> None:
    gh.plan(faults.html(502), on="/repos", times=None)
    github = clients.client(APP)

    with pytest.raises(Unreachable):
        await github.readings([a_ref(number) for number in range(1, 30)])
    assert len(gh.requests) == 3
    with pytest.raises(Unreachable):
        await github.tracker(WIDGET)


async def test_app__tracker_it_may_not_see_and_no_token(clients: Clients) -> None:
    with pytest.raises(TrackerNotThere, match="may not see it"):
        await clients.client(INSTALLED).tracker(THING)


@pytest.mark.parametrize("on", ["/app", "/repos"], ids=["a new token", "where it is installed"])
@pytest.mark.parametrize("status", [302, 307])
async def test_redirect__neither_key_nor_token_leaves_the_host(
    gh: FakeGitHub, clients: Clients, on: str, status: int
) -> None:
    github = clients.client(APP)
    async with fake_github() as other:
        gh.plan(faults.redirect(f"{other.url}{on}", status), on=on, times=None)

        with pytest.raises(Unreachable):
            await github.readings([WIDGET])

        assert other.requests == []
    assert any(path.startswith(on) for path in paths(gh))
