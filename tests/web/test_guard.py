import json
import sys
from urllib.parse import quote_plus

import pytest
from multidict import CIMultiDict

from bot.web.guard import MOST_DEPTH, Delivery, Refusal, delivery
from tests.web.requests import COMMAND, JSON, SECRET, a_form, a_payload, signed

NOW = 1_787_000_000


def _delivered(raw: bytes, *, now: float = NOW, **how: str) -> Delivery | Refusal:
    headers = CIMultiDict(signed(raw, NOW, **how))
    return delivery(raw, headers, secret=SECRET, now=now)


def _body(found: Delivery | Refusal) -> object:
    assert isinstance(found, Delivery)
    return found.body


def test_delivery__a_command() -> None:
    assert _body(_delivered(a_form())) == COMMAND


def test_delivery__a_command_without_text_has_it_empty() -> None:
    assert _body(_delivered(a_form(text=""))) == {**COMMAND, "text": ""}


def test_delivery__a_command_whose_text_speaks_of_a_payload() -> None:
    """Plain Bolt takes it for an interaction without one, and answers 404."""
    assert _body(_delivered(a_form(text="payload"))) == {**COMMAND, "text": "payload"}


def test_delivery__an_interaction() -> None:
    assert _body(_delivered(a_payload({"type": "block_actions"}))) == {"type": "block_actions"}


@pytest.mark.parametrize("content_type", [JSON, "Application/JSON; charset=utf-8", "text/plain"])
def test_delivery__an_event(content_type: str) -> None:
    raw = '{"type": "event_callback", "text": "refit …"}'.encode()

    found = _delivered(raw, content_type=content_type)

    assert _body(found) == {"type": "event_callback", "text": "refit …"}


def test_delivery__signature_tells_requests_apart() -> None:
    one, same, other = (_delivered(a_form(text=text)) for text in ("a", "a", "b"))

    assert isinstance(one, Delivery)
    assert isinstance(other, Delivery)
    assert one == same
    assert one.signature != other.signature


@pytest.mark.parametrize("age", [-300, 0, 300], ids=["clock ahead", "now", "just in time"])
def test_delivery__in_time(age: int) -> None:
    assert isinstance(_delivered(a_form(), now=NOW + age), Delivery)


@pytest.mark.parametrize("age", [-301, 301, 10**9], ids=["from the future", "old", "ancient"])
def test_delivery__an_old_timestamp(age: int) -> None:
    assert _delivered(a_form(), now=NOW + age) is Refusal.NOT_SIGNED


@pytest.mark.parametrize(
    "signature",
    ["", "v0=", "v0=" + "0" * 64, "nonsense"],
    ids=["missing", "empty", "wrong", "not one"],
)
def test_delivery__a_wrong_signature(signature: str) -> None:
    assert _delivered(a_form(), X_Slack_Signature=signature) is Refusal.NOT_SIGNED


def test_delivery__a_signature_of_another_secret() -> None:
    raw = a_form()

    found = delivery(raw, CIMultiDict(signed(raw, NOW)), secret="other", now=NOW)

    assert found is Refusal.NOT_SIGNED


@pytest.mark.parametrize(
    "timestamp",
    ["", "soon", "-1", "1e9", "17870000.5", "١٧٨٧", "1" * 5_000, "1787000000 "],
    ids=["missing", "word", "negative", "exponent", "fraction", "digits", "long", "space"],
)
def test_delivery__a_timestamp_that_is_none(timestamp: str) -> None:
    assert _delivered(a_form(), X_Slack_Request_Timestamp=timestamp) is Refusal.MALFORMED


def test_delivery__a_signature_that_is_not_ascii() -> None:
    assert _delivered(a_form(), X_Slack_Signature="v0=ü") is Refusal.MALFORMED


_DEEP = "[" * (sys.getrecursionlimit() * 100)


@pytest.mark.parametrize(
    ("raw", "content_type"),
    [
        (b"", JSON),
        (b"text=\xff\xfe", "application/x-www-form-urlencoded"),
        (b'{"a": ', JSON),
        (b"[1, 2]", JSON),
        (b"null", JSON),
        (b'{"a": ' + b"9" * 10_000 + b"}", JSON),
        (_DEEP.encode(), JSON),
        (('{"a": ' + _DEEP).encode(), JSON),
        (("[" * 500 + "]" * 500).encode(), JSON),
        (json.dumps({"a": json.loads("[" * MOST_DEPTH + "]" * MOST_DEPTH)}).encode(), JSON),
        (a_payload("null"), "application/x-www-form-urlencoded"),
        (a_payload("[]"), "application/x-www-form-urlencoded"),
        (a_payload('"text"'), "application/x-www-form-urlencoded"),
        (a_payload("{"), "application/x-www-form-urlencoded"),
        (b"payload=" + quote_plus(_DEEP).encode(), "application/x-www-form-urlencoded"),
        (b"payload=", "application/x-www-form-urlencoded"),
        (b"a=1&" * 1_000, "application/x-www-form-urlencoded"),
    ],
    ids=[
        "empty",
        "not UTF-8",
        "broken",
        "an array",
        "null",
        "a huge number",
        "endlessly nested",
        "endlessly nested inside",
        "nested array",
        "just too deep",
        "payload null",
        "payload array",
        "payload text",
        "payload broken",
        "payload nested",
        "payload empty",
        "too many fields",
    ],
)
def test_delivery__signed_and_malformed(raw: bytes, content_type: str) -> None:
    assert _delivered(raw, content_type=content_type) is Refusal.MALFORMED


def test_delivery__as_deep_as_may_be() -> None:
    inner = json.loads("[" * (MOST_DEPTH - 1) + "]" * (MOST_DEPTH - 1))

    assert _body(_delivered(json.dumps({"a": inner}).encode(), content_type=JSON)) == {"a": inner}


def test_delivery__a_strangers_body_is_not_parsed() -> None:
    """Broken and not signed: the signature decides."""
    assert _delivered(b'{"a": ', X_Slack_Signature="v0=0") is Refusal.NOT_SIGNED


def test_delivery__the_probe_of_a_certificate_is_not_signed() -> None:
    found = delivery(b"ssl_check=1&token=hunter2", {}, secret=SECRET, now=NOW)

    assert found == Delivery(body={"ssl_check": "1"}, signature=None)


@pytest.mark.parametrize(
    "raw",
    [b"ssl_check=0", b"text=ssl_check=1", b"ssl_check=1&a=" + b"1" * 2_000],
    ids=["no probe", "only spoken of", "too long for one"],
)
def test_delivery__what_is_no_probe_has_to_be_signed(raw: bytes) -> None:
    assert delivery(raw, {}, secret=SECRET, now=NOW) is Refusal.MALFORMED
