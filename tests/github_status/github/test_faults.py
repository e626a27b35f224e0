"""What goes wrong between us and GitHub, over real HTTP (reference: sections 3 to 5)."""

import asyncio
import ssl
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from bot.demo.github import FakeGitHub, faults
from bot.demo.github.faults import Fault
from bot.errors import BadCredentials, GitHubFault, QuotaSpent, Unreachable
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.github import Credentials, GitHub, endpoints
from bot.github_status.github.answers import NoAnswer, Trouble, fault_of
from tests.builders import a_ref
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import TOKEN, quick

SOON = 20
"""Seconds until a limit ends that is worth waiting for."""
LATE = 1800


def some_pulls(gh: FakeGitHub, count: int = 4) -> list[Ref]:
    for number in range(1, count + 1):
        gh.add_pull("acme/widgets", number)
    return [a_ref(number) for number in range(1, count + 1)]


def epoch_in(seconds: int) -> int:
    return int(time.time()) + seconds


PASSING_TROUBLE: dict[str, Callable[[], Fault]] = {
    "HTML with 502": lambda: faults.html(502),
    "HTML with 504": lambda: faults.html(504),
    "500 without a body": lambda: Fault(status=500),
    "503 JSON": lambda: faults.http_error(503, "unavailable"),
    "query time-out": faults.query_timeout,
    "connection reset": faults.reset,
    "body cut off": faults.truncated,
    "invalid JSON": faults.not_json,
    "JSON that is no object": lambda: Fault(body="[1, 2]"),
    "empty object": lambda: Fault(body="{}"),
    "data null without errors": lambda: Fault(body='{"data": null}'),
    "error without path or type": lambda: faults.errors({"message": "Something odd"}),
    "errors that is no list": lambda: Fault(body='{"data": null, "errors": "x"}'),
    "resource limits without path": lambda: faults.errors({"type": "RESOURCE_LIMITS_EXCEEDED"}),
    "too many nodes": lambda: faults.errors({"type": "MAX_NODE_LIMIT_EXCEEDED"}),
    "resource limits with every row null": lambda: faults.errors(
        {"type": "RESOURCE_LIMITS_EXCEEDED", "path": ["r0"]}, data={"r0": None}
    ),
    "rows null without a reason": lambda: Fault(body='{"data": {"r0": {"n1": null, "n2": null}}}'),
}


@pytest.mark.parametrize("fault", PASSING_TROUBLE.values(), ids=PASSING_TROUBLE.keys())
async def test_readings__trouble_that_passes_costs_nothing_but_time(
    gh: FakeGitHub, github: GitHub, fault: Callable[[], Fault]
) -> None:
    refs = some_pulls(gh)
    gh.plan(fault(), times=2)

    batch = await github.readings(refs)

    assert {reading.outcome for reading in batch.readings} == {Outcome.READ}
    assert len(gh.requests) <= 6


@pytest.mark.parametrize("fault", PASSING_TROUBLE.values(), ids=PASSING_TROUBLE.keys())
async def test_tracker__trouble_that_passes_is_not_seen(
    gh: FakeGitHub, github: GitHub, fault: Callable[[], Fault]
) -> None:
    gh.add_issue("acme/widgets", 1, body="- [ ] #7")
    gh.plan(fault(), times=2)

    assert (await github.tracker(a_ref(1))).body == "- [ ] #7"


@pytest.mark.parametrize(
    "fault",
    [faults.html(502), faults.reset(), faults.query_timeout()],
    ids=["502", "reset", "time-out"],
)
async def test_readings__trouble_that_stays_raises_when_nothing_was_read(
    gh: FakeGitHub, github: GitHub, clock: Clock, fault: Fault
) -> None:
    refs = some_pulls(gh, 300)
    gh.plan(fault, times=None)

    with pytest.raises(Unreachable) as caught:
        await github.readings(refs)

    assert caught.value.advice
    assert len(gh.requests) <= 40
    assert sum(clock.slept) < 300


async def test_readings__no_connection(clock: Clock) -> None:
    async with GitHub(endpoints("http://127.0.0.1:9"), TOKEN, policy=quick(clock)) as github:
        with pytest.raises(Unreachable, match=r"could not be reached at 127\.0\.0\.1:9\.") as e:
            await github.readings([a_ref(7)])
        assert "GITHUB_API_URL" in e.value.advice
        assert "githubstatus.com" not in e.value.advice
        with pytest.raises(Unreachable, match="could not be reached"):
            await github.tracker(a_ref(1))


async def test_tracker__a_certificate_that_nobody_here_trusts(clock: Clock, tmp_path: Path) -> None:
    """As behind a proxy of a company that looks into what passes."""
    server = await asyncio.start_server(
        lambda _reader, writer: writer.close(), "127.0.0.1", 0, ssl=a_server_context(tmp_path)
    )
    port = server.sockets[0].getsockname()[1]
    at = endpoints(f"https://127.0.0.1:{port}")

    async with server, GitHub(at, TOKEN, policy=quick(clock)) as github:
        with pytest.raises(Unreachable, match="is not trusted here") as caught:
            await github.tracker(a_ref(1))

    assert "SSL_CERT_FILE" in str(caught.value)


def a_server_context(folder: Path) -> ssl.SSLContext:
    """Of a server that vouches for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    day = timedelta(days=1)
    today = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, today - day, today + day)
        .sign(key, hashes.SHA256())
        .public_bytes(serialization.Encoding.PEM)
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path = folder / "server.pem"
    path.write_bytes(secret + certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def test_fault_of__github_com_has_a_page_that_tells_how_it_is() -> None:
    no_answer = NoAnswer(trouble=Trouble.NO_CONNECTION, reason="GitHub could not be reached")

    advice = fault_of(no_answer, endpoints()).advice

    assert "https://www.githubstatus.com" in advice
    assert "GITHUB_API_URL" not in advice


async def test_readings__silence_ends_after_the_timeout(gh: FakeGitHub, clock: Clock) -> None:
    refs = some_pulls(gh, 1)
    gh.plan(faults.hang(30), times=1)
    policy = quick(clock, timeout_seconds=2)

    async with GitHub(endpoints(gh.url), TOKEN, policy=policy) as github:
        batch = await github.readings(refs)

    assert batch.readings[0].outcome is Outcome.READ


async def test_readings__good_rows_are_kept_when_github_goes_away(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = some_pulls(gh, 60)
    gh.plan(faults.reset(), times=None, number=30)

    batch = await github.readings(refs)

    outcomes = {reading.ref.number: reading.outcome for reading in batch.readings}
    assert outcomes.pop(30) is Outcome.FAILED
    assert set(outcomes.values()) == {Outcome.READ}
    assert "Ask again" in batch.readings[29].reason


async def test_readings__batches_shrink_to_what_github_bears_and_grow_back(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = some_pulls(gh, 100)
    gh.plan_timeouts(above=7)

    batch = await github.readings(refs)
    gh.heal()
    before = len(gh.requests)
    await github.readings(refs)
    await github.readings(refs)
    grown = len(gh.requests)
    await github.readings(refs)

    assert {reading.outcome for reading in batch.readings} == {Outcome.READ}
    assert before <= 45
    assert len(gh.requests) - grown <= 6


async def test_readings__row_over_the_resource_limit_is_asked_alone(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = some_pulls(gh, 10)
    gh.refuse("acme/widgets", 3, "", faults.RESOURCE_LIMIT)

    batch = await github.readings(refs)

    assert [r.ref.number for r in batch.readings if r.outcome is Outcome.FAILED] == [3]
    assert len(gh.requests) <= 5


LIMITS: dict[str, Callable[[], Fault]] = {
    "RATE_LIMITED": lambda: faults.rate_limited(reset_epoch=epoch_in(SOON)),
    "RATE_LIMIT, remaining not 0": lambda: faults.rate_limited(
        "RATE_LIMIT", reset_epoch=epoch_in(SOON), remaining=12
    ),
    "403 with Retry-After": lambda: faults.secondary(403, retry_after="20"),
    "429 with Retry-After": lambda: faults.secondary(429, retry_after="20"),
    "403 without Retry-After": lambda: faults.secondary(403),
    "200 secondary": lambda: faults.secondary(200, retry_after="20"),
    "Retry-After as a date": lambda: faults.secondary(
        403, retry_after=format_datetime(datetime.now(UTC) + timedelta(seconds=SOON), usegmt=True)
    ),
    "403 with nothing left": lambda: faults.http_error(
        403,
        "API rate limit exceeded",
        x_ratelimit_remaining="0",
        x_ratelimit_reset=str(epoch_in(SOON)),
    ),
}


@pytest.mark.parametrize("fault", LIMITS.values(), ids=LIMITS.keys())
async def test_readings__waits_for_a_limit_that_ends_soon(
    gh: FakeGitHub, github: GitHub, clock: Clock, fault: Callable[[], Fault]
) -> None:
    refs = some_pulls(gh)
    gh.plan(fault())

    batch = await github.readings(refs)

    assert {reading.outcome for reading in batch.readings} == {Outcome.READ}
    assert SOON - 3 <= sum(clock.slept) <= 60
    assert len(gh.requests) == 2


@pytest.mark.parametrize("resets", [True, False], ids=["reset told", "reset not told"])
async def test_readings__limit_that_ends_late_fails_the_rest_and_says_until_when(
    gh: FakeGitHub, github: GitHub, clock: Clock, resets: bool
) -> None:
    refs = some_pulls(gh, 60)
    fault = faults.rate_limited(reset_epoch=epoch_in(LATE))
    gh.plan(fault if resets else faults.secondary(403, retry_after="1800"), times=None, number=60)

    batch = await github.readings(refs)

    failed = [reading for reading in batch.readings if reading.outcome is Outcome.FAILED]
    assert {reading.ref.number for reading in failed} >= {60}
    assert len(failed) < 60
    assert "UTC" in failed[0].reason
    assert clock.slept == []


async def test_tracker__limit_that_ends_late_is_raised_with_its_end(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_issue("acme/widgets", 1)
    gh.plan(faults.rate_limited(reset_epoch=epoch_in(LATE)), times=None)

    with pytest.raises(QuotaSpent) as caught:
        await github.tracker(a_ref(1))

    assert caught.value.reset_at == datetime.fromtimestamp(epoch_in(LATE), UTC)


async def test_readings__limit_again_and_again_ends_with_patience(
    gh: FakeGitHub, github: GitHub, clock: Clock
) -> None:
    refs = some_pulls(gh)
    gh.plan(faults.secondary(403), times=None)

    batch = await github.readings(refs)

    assert {reading.outcome for reading in batch.readings} == {Outcome.FAILED}
    assert sum(clock.slept) <= 60


async def test_readings__last_good_answer_is_data_though_nothing_is_left(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = some_pulls(gh)
    gh.spend_quota(remaining=1, reset_in=LATE)

    batch = await github.readings(refs)

    assert {reading.outcome for reading in batch.readings} == {Outcome.READ}
    second = await github.readings(refs)
    assert {reading.outcome for reading in second.readings} == {Outcome.FAILED}
    assert len(gh.requests) == 1


async def test_readings__secondary_limit_lowers_the_number_of_queries_at_once(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = some_pulls(gh, 300)
    gh.plan(faults.secondary(403, retry_after="5"), times=12)

    await github.readings(refs)
    gh.most_at_once = 0
    await github.readings(refs)

    assert gh.most_at_once < 12


async def test_readings__server_without_limits_sends_no_headers(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.sends_quota_headers = False

    batch = await github.readings(some_pulls(gh))

    assert {reading.outcome for reading in batch.readings} == {Outcome.READ}


REFUSED: dict[str, tuple[Fault, type[GitHubFault], str]] = {
    "401": (faults.bad_credentials(), BadCredentials, "does not accept"),
    "scopes": (faults.insufficient_scopes(), BadCredentials, "read:org"),
    "403": (faults.http_error(403, "Forbidden"), BadCredentials, "refuses"),
    "403 sso": (
        faults.http_error(403, "x", x_github_sso="required"),
        BadCredentials,
        "single sign-on",
    ),
    "HTML with 200": (faults.html(200), Unreachable, "web page"),
    "text with 200": (
        Fault(body="Please log in", content_type="text/plain"),
        Unreachable,
        "web page",
    ),
    "404": (faults.http_error(404, "Not Found"), Unreachable, "no GitHub API"),
    "redirect": (faults.redirect("https://evil.dev/graphql"), Unreachable, "leads elsewhere"),
}


@pytest.mark.parametrize(("fault", "kind", "words"), REFUSED.values(), ids=REFUSED.keys())
async def test_readings_and_tracker__refusals_are_told_at_once(
    gh: FakeGitHub, github: GitHub, fault: Fault, kind: type[GitHubFault], words: str
) -> None:
    refs = some_pulls(gh)
    gh.plan(fault, times=None)

    with pytest.raises(kind, match=words) as caught:
        await github.readings(refs)
    with pytest.raises(kind, match=words):
        await github.tracker(a_ref(1))

    assert caught.value.advice
    assert len(gh.requests) == 2


async def test_readings__unknown_token(gh: FakeGitHub, clock: Clock) -> None:
    credentials = Credentials(token="revoked")
    async with GitHub(endpoints(gh.url), credentials, policy=quick(clock)) as github:
        with pytest.raises(BadCredentials):
            await github.readings(some_pulls(gh))


async def test_readings__token_refused_half_way_keeps_the_good_rows(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = some_pulls(gh, 50)
    gh.plan(faults.bad_credentials(), number=50)

    batch = await github.readings(refs)

    outcomes = [reading.outcome for reading in batch.readings]
    assert outcomes.count(Outcome.READ) == 25
    assert "token" in batch.readings[49].reason


async def test_readings__answer_larger_than_the_limit_is_asked_in_parts(
    gh: FakeGitHub, github: GitHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    refs = some_pulls(gh, 8)
    monkeypatch.setattr("bot.github_status.github.transport.MOST_BYTES", 6000)

    batch = await github.readings(refs)

    assert {reading.outcome for reading in batch.readings} == {Outcome.READ}
    assert len(gh.requests) > 1


async def test_readings__several_at_once_share_the_number_of_requests(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = some_pulls(gh, 100)
    gh.latency_seconds = 0.02

    await asyncio.gather(*(github.readings(refs) for _ in range(4)))

    assert gh.most_at_once <= 12
