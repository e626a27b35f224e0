"""Secrets are blotted out however they are written down."""

import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from bot.logs.net import hold_back, plain_without_secrets, without_secrets

SECRET = "plánted/secret+of>the?settings"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAplanted\n-----END RSA PRIVATE KEY-----"


@pytest.fixture(autouse=True)
def held() -> Iterator[None]:
    hold_back([SECRET, PEM, "a short", ""])
    yield
    hold_back(())


@pytest.mark.parametrize(
    "text",
    [
        SECRET,
        f"Bearer {SECRET}!",
        quote(SECRET),
        quote(SECRET, safe=""),
        quote(SECRET, safe="").lower(),
        b64encode(SECRET.encode()).decode(),
        b64encode(f"x:{SECRET}".encode()).decode(),
        urlsafe_b64encode(f"it:{SECRET}:more".encode()).decode(),
        PEM.splitlines()[1],
        PEM.replace("\n", "\\n"),
    ],
    ids=[
        "as it is",
        "in a header",
        "in an address",
        "quoted",
        "quoted in lower case",
        "base64",
        "base64 of more",
        "base64 in the middle",
        "a line of a key",
        "a key in a variable",
    ],
)
def test_without_secrets__of_the_settings(text: str) -> None:
    cleaned = without_secrets(f"before {text} after")

    assert cleaned.startswith("before ")
    assert "[secret]" in cleaned
    for part in (text[4:-4], text[2:18]):
        assert part not in cleaned


def test_without_secrets__leaves_words_alone() -> None:
    assert without_secrets("A short sentence, planted here.") == "A short sentence, planted here."


@pytest.mark.parametrize("secret", ["ghp_abc123", "xoxb-1-2-abc", "xapp-1-abc", "github_pat_1x"])
def test_without_secrets__what_looks_like_one(secret: str) -> None:
    assert without_secrets(f"with {secret}") == "with [secret]"


def test_plain_without_secrets__in_whatever_holds_it() -> None:
    class Holder:
        def __str__(self) -> str:
            return f"<{SECRET}>"

    given = {SECRET: [Holder(), (SECRET.encode(), 1, None)], "set": {SECRET}, "ok": True}

    drawn = plain_without_secrets(given)

    blot = "[secret]"
    assert drawn == {blot: [f"<{blot}>", [blot, 1, None]], "set": [blot], "ok": True}
    assert json.loads(json.dumps(drawn)) == drawn
