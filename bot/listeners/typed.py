"""Text as Slack delivers it → the words of a question, and the refs that a message names.

Slack escapes `&`, `<` and `>`, and writes mentions and links in angle brackets:
https://docs.slack.dev/messaging/formatting-message-text
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

MOST_REFS: Final = 10
"""Pull requests of one message that are looked up; more are said."""

_MARKUP = re.compile(r"<([^<>\n]+)>")
_USER = re.compile(r"@[UW][A-Z0-9]+", re.ASCII)
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
# Only what stands around whole words: `create_generation` keeps its line.
_STYLE = re.compile(r"(?<![\w*~_])([*~_])(?=\S)([^*~_\n]+?)(?<=\S)\1(?![\w*~_])")

_NUMBER = r"[1-9][0-9]{0,8}"
_NAME = r"[A-Za-z0-9._-]{1,100}"
_POINTER = re.compile(
    rf"https?://[A-Za-z0-9.:-]{{1,253}}/(?P<page>{_NAME}/{_NAME})/(?:pull|issues)/(?P<n1>{_NUMBER})(?![0-9])"
    rf"|(?<![\w./-])(?P<long>{_NAME}/{_NAME})\#(?P<n2>{_NUMBER})(?!\w)"
    rf"|(?<![\w./-])(?P<short>[A-Za-z]{_NAME})?\#(?P<n3>{_NUMBER})(?!\w)",
    re.ASCII,
)
_MOST_DEPTH = 12
"""Levels of blocks inside blocks that are looked through; Slack's own have about six."""


def question_text(text: str, *, bot: str = "") -> str:
    """What was asked, in one line; a mention of the bot (its user id) is left out.

    Where words stand on both sides of it, those after it are the question.
    """
    asked = text
    if bot:
        before, mention, after = _around(text, bot)
        asked = (after if after.strip(" \t\n,:;.!?") else before) if mention else text
    return " ".join(_without_style(_decoded(asked)).split())


def _around(text: str, bot: str) -> tuple[str, bool, str]:
    pattern = re.compile(rf"<@{re.escape(bot)}(?:\|[^<>]*)?>")
    found = pattern.search(text)
    if found is None:
        return text, False, ""
    after = pattern.sub(" ", text[found.end() :])
    return text[: found.start()], True, after.lstrip(" \t\n,:")


def _decoded(text: str) -> str:
    """Markup as what was typed for it, and no entities."""
    parts = _MARKUP.split(text)
    # Every second part stood in angle brackets.
    return "".join(_typed(part) if at % 2 else _unescaped(part) for at, part in enumerate(parts))


def _typed(markup: str) -> str:
    target, _, label = markup.partition("|")
    if _USER.fullmatch(target):
        return f"<{target}>"
    if target.startswith("#"):
        return f"#{_unescaped(label)}" if label else ""
    if target.startswith(("@", "!")):
        return _unescaped(label).removeprefix("@") or target.lstrip("@!").partition("^")[0]
    if target.startswith("mailto:"):
        return _unescaped(label) or target.removeprefix("mailto:")
    return _unescaped(target)


def _unescaped(text: str) -> str:
    for entity, character in _ENTITIES:
        text = text.replace(entity, character)
    return text


def _without_style(text: str) -> str:
    return _STYLE.sub(r"\2", text.replace("`", ""))


def refs_named(message: Mapping[str, Any]) -> tuple[tuple[str, ...], int]:
    """What to type for each pull request that the message names, in its order; and how many more.

    Looked for in the text, in blocks and in attachments. A bare `#12` counts only where nothing
    more exact is named.
    """
    texts = "\n".join(_decoded(text) for text in _texts(message, _MOST_DEPTH))
    exact: dict[str, None] = {}
    bare: dict[str, None] = {}
    for found in _POINTER.finditer(texts):
        repository = found["page"] or found["long"] or found["short"] or ""
        number = found["n1"] or found["n2"] or found["n3"]
        (exact if repository else bare).setdefault(f"{repository}#{number}", None)
    named = _each_once(tuple(exact or bare))
    return tuple(islice(named, MOST_REFS)), max(0, len(named) - MOST_REFS)


def _each_once(named: Sequence[str]) -> tuple[str, ...]:
    """Without case; `RL#12` is left out where `owner/RL#12` is named too."""
    folded = {name.casefold(): name for name in reversed(named)}
    tails = {key.partition("/")[2] for key in folded if "/" in key}
    return tuple(name for key, name in reversed(folded.items()) if key not in tails)


def _texts(value: object, depth: int) -> Iterator[str]:
    """Every text of a message, wherever it stands."""
    if depth < 0:
        return
    if isinstance(value, Mapping):
        for key in ("text", "url", "title_link", "from_url", "original_url", "title", "fallback"):
            if isinstance(value.get(key), str):
                yield value[key]
        for key in ("text", "blocks", "attachments", "elements", "fields", "rows", "message"):
            yield from _texts(value.get(key), depth - 1)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each, depth - 1)
