from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.web.github_guard import Refusal, Webhook, webhook
from tests.web.webhooks import HEAD, SECRET, headers, raw

_WORDS = """
    action changes check_run check_suite from full_name head_sha issue login name new_issue
    new_repository number organization owner pull_request pull_requests repository sha
"""
WORDS = st.sampled_from(_WORDS.split())
LEAVES = st.sampled_from(
    [None, True, 0, 7, -1, 1e400, 10**30, "", "acme/widgets", "acme", "a/b/c", HEAD, "\ud800"]
)
PAYLOADS = st.dictionaries(
    WORDS,
    st.recursive(
        LEAVES,
        lambda inner: st.dictionaries(WORDS, inner, max_size=4) | st.lists(inner, max_size=3),
        max_leaves=12,
    ),
    max_size=6,
)
EVENTS = st.sampled_from(
    ["issues", "issue_comment", "pull_request", "check_suite", "check_run", "status", "repository"]
)


DOCS = (Path(__file__).parents[2] / "docs" / "webhooks.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("refusal", Refusal)
def test_refusal__is_told_in_the_docs(refusal: Refusal) -> None:
    assert f"\n| {refusal.value} |" in DOCS


@given(PAYLOADS, EVENTS)
def test_webhook__whatever_is_signed(payload: dict[str, Any], event: str) -> None:
    body = raw(payload)

    found = webhook(body, headers(body, event=event), secret=SECRET)

    assert isinstance(found, Webhook) or found is Refusal.MALFORMED


@given(st.binary(max_size=60), st.dictionaries(st.sampled_from(list(headers(b""))), st.text()))
def test_webhook__whatever_is_sent(body: bytes, changed: dict[str, str]) -> None:
    """Whose signature is another one learns nothing else."""
    sent = headers(body) | changed

    found = webhook(body, sent, secret=SECRET)

    if "X-Hub-Signature-256" in changed:
        assert found is Refusal.NOT_SIGNED
    else:
        assert isinstance(found, Webhook | Refusal)
