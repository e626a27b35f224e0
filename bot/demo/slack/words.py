"""What Slack makes of a text: whom it pings, what it links, what a person sees.

https://docs.slack.dev/messaging/formatting-message-text
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.demo.slack.refusals import JsonObject

_MARKED = re.compile(r"<([^<>\n]*)>")
_BARE_NAME = re.compile(r"(?<![\w@])@(?:here|channel|everyone|group)\b")
_BARE_URL = re.compile(r"(?<![<|\w])https?://[^\s<>|]+")
# Fields of a block that hold text, besides a text object.
_NEVER_SHOWN = frozenset({"confirm", "options", "option_groups", "value"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """What Slack found in a text."""

    # Ids (`U…`, `S…`) and broadcasts (`here`, `channel`, `everyone`).
    mentions: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()

    def __add__(self, other: "Parsed") -> "Parsed":
        return Parsed(self.mentions + other.mentions, self.urls + other.urls)


def parse_mrkdwn(text: str, *, bare: bool) -> Parsed:
    """Read marked-up text; `bare` also finds names and addresses that nothing marks."""
    mentions: list[str] = []
    urls: list[str] = []
    for inner in _MARKED.findall(text):
        target = inner.partition("|")[0]
        if target.startswith("@"):
            mentions.append(target[1:])
        elif target.startswith("!subteam^"):
            mentions.append(target.split("^")[1])
        elif target.startswith(("!here", "!channel", "!everyone")):
            mentions.append(target[1:])
        elif target.startswith(("http://", "https://")):
            urls.append(html.unescape(target))
    if bare:
        rest = _MARKED.sub(" ", text)
        mentions += [name[1:] for name in _BARE_NAME.findall(rest)]
        urls += [html.unescape(url) for url in _BARE_URL.findall(rest)]
    return Parsed(tuple(mentions), tuple(urls))


def parse_blocks(blocks: object) -> Parsed:
    """Read every text of the blocks: marked-up, Markdown and rich text."""
    found = Parsed()
    for node in _nodes(blocks):
        kind, text = node.get("type"), node.get("text")
        if kind == "mrkdwn" and isinstance(text, str):
            found += parse_mrkdwn(text, bare=node.get("verbatim") is not True)
        elif kind == "markdown" and isinstance(text, str):
            found += parse_mrkdwn(text, bare=True)
        elif kind in ("user", "usergroup"):
            found += Parsed((str(node.get("user_id") or node.get("usergroup_id")),))
        elif kind == "broadcast":
            found += Parsed((str(node.get("range")),))
        elif kind == "link":
            found += Parsed((), (str(node.get("url")),))
    return found


def seen(text: str, names: Mapping[str, str]) -> str:
    """The text as a person reads it; ids become names, links their labels, escapes characters."""

    def shown(match: re.Match[str]) -> str:
        target, bar, rest = match[1].partition("|")
        label = rest.partition("|")[0]  # a second bar ends the label
        if target.startswith("@"):
            return f"@{names.get(target[1:], label or target[1:])}"
        if target.startswith("#"):
            return f"#{names.get(target[1:], label or target[1:])}"
        if target.startswith("!date^"):
            return label if bar else match[0]  # Slack demands a fallback
        if target.startswith("!"):
            return label if bar else f"@{target[1:].partition('^')[0]}"
        if " " in target:
            return match[0]  # no address has a space, so this is none
        return label if bar else target.removeprefix("mailto:")

    return html.unescape(_MARKED.sub(shown, text))


def seen_blocks(blocks: object, names: Mapping[str, str]) -> str:
    """The blocks as a person reads them: a line for each text."""
    return "\n".join(line for line in _lines(blocks, names) if line)


def _lines(value: object, names: Mapping[str, str]) -> Iterator[str]:
    if isinstance(value, list):
        for entry in value:
            yield from _lines(entry, names)
    elif isinstance(value, dict):
        if str(value.get("type")).startswith("rich_text_") and "elements" in value:
            yield _rich_line(value, names)
            return
        kind, text = value.get("type"), value.get("text")
        if isinstance(text, str):
            yield text if kind in ("plain_text", "raw_text") else seen(text, names)
        if value.get("type") == "image":
            yield str(value.get("alt_text", ""))
        for key, entry in value.items():
            if key not in _NEVER_SHOWN:
                yield from _lines(entry, names)


def _rich_line(part: JsonObject, names: Mapping[str, str]) -> str:
    if part["type"] == "rich_text_list":
        return "\n".join(_rich_line(item, names) for item in part["elements"])
    return "".join(_rich_word(word, names) for word in part["elements"])


def _rich_word(word: JsonObject, names: Mapping[str, str]) -> str:
    match word["type"]:
        case "user":
            return f"@{names.get(word['user_id'], word['user_id'])}"
        case "channel":
            return f"#{names.get(word['channel_id'], word['channel_id'])}"
        case "broadcast":
            return f"@{word['range']}"
        case "emoji":
            return f":{word['name']}:"
        case "date":
            return str(word.get("fallback", ""))
        case _:
            return str(word.get("text") or word.get("url", ""))


def _nodes(value: object) -> Iterator[JsonObject]:
    if isinstance(value, list):
        for entry in value:
            yield from _nodes(entry)
    elif isinstance(value, dict):
        yield value
        for entry in value.values():
            yield from _nodes(entry)
