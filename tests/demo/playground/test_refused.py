"""Sentences for Slack's words: for all that the built-in Slack has, and for none besides."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from bot.demo.playground.refused import SAYS, refusal

_OF_TESTS = {"held"}
"""What comes of `holds_events`, which the demo does not do."""
_OTHER_WAY = "door_http.py"
"""The demo's bot is connected by a websocket."""


@cache
def _nodes() -> tuple[ast.AST, ...]:
    sources = (file for file in files("bot.demo.slack").iterdir() if file.name.endswith(".py"))
    return tuple(
        node
        for source in sources
        if source.name != _OTHER_WAY
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
    )


def _calls(*names: str) -> Iterator[ast.Call]:
    for node in _nodes():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def _words(given: ast.expr) -> set[str]:
    """Those of a text, or of a choice between texts."""
    parts = [given.body, given.orelse] if isinstance(given, ast.IfExp) else [given]
    return {p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)}


def _of_outcomes() -> set[str]:
    """With which something that a person does may end."""
    told = [
        given.value
        for call in _calls("Outcome", "Receipt", "replace")
        for given in call.keywords
        if given.arg == "error"
    ]
    chosen = [
        node.value
        for node in _nodes()
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "error"
    ]
    return {word for given in (*told, *chosen) for word in _words(given)}


def _of_refusals() -> set[str]:
    return {word for call in _calls("Refused") if call.args for word in _words(call.args[0])}


def test_says__every_word_with_which_something_can_end() -> None:
    words = _of_outcomes()

    assert {"operation_timeout", "socket_timeout", "connection_lost"} <= words
    assert words - _OF_TESTS <= SAYS.keys()


def test_says__no_word_that_slack_does_not_have_here() -> None:
    assert SAYS.keys() <= _of_outcomes() | _of_refusals()


def test_refusal__an_unknown_word_can_be_looked_up() -> None:
    assert refusal("hash_conflict") == "Slack refuses this (hash_conflict)."
    assert refusal("dispatch_failed") == "nemorl-status is not connected (dispatch_failed)."
