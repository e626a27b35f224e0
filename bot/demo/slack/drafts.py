"""Turns the arguments of a post into a message that could stand in a channel, or refuses them.

Shared by the chat methods, `response_url` and acknowledgements that carry a text.
"""

from copy import deepcopy
from dataclasses import dataclass

from bot.demo.slack import limits, words
from bot.demo.slack.call import Call
from bot.demo.slack.methods_files import check_pictures
from bot.demo.slack.refusals import JsonObject, Refused
from bot.demo.slack.validate import check_message_blocks, check_metadata


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The parts of a message, checked."""

    text: str
    blocks: list[JsonObject]
    attachments: list[JsonObject]
    metadata: JsonObject | None
    parsed: words.Parsed
    unfurls: tuple[str, ...]
    warnings: tuple[str, ...]


def draft(call: Call, *, parses_names: bool, longest_text: int | None = None) -> Draft:
    """Check the arguments of a post.

    `parses_names`: whether a bare `@here` counts as a mention when `parse` is not given.
    `longest_text`: refuse a longer text with `msg_too_long`; `None` cuts it, as postMessage does.
    """
    text, warnings = _text(call, longest_text)
    blocks_given = call.json("blocks", error="invalid_blocks_format")
    blocks = [] if blocks_given is None else deepcopy(check_message_blocks(blocks_given))
    attachments = _attachments(call)
    check_pictures(call.world, [*blocks, *attachments])
    if not (text.strip() or blocks or attachments):
        raise Refused("no_text")
    metadata = call.json("metadata", error="invalid_metadata_format")
    parsed = _parsed(call, text, [*blocks, *attachments], parses_names)
    return Draft(
        text=text,
        blocks=blocks,
        attachments=attachments,
        metadata=None if metadata is None else check_metadata(metadata),
        parsed=parsed,
        unfurls=_unfurls(call, parsed),
        warnings=warnings,
    )


def _text(call: Call, longest: int | None) -> tuple[str, tuple[str, ...]]:
    marked = call.text("markdown_text")
    if marked is not None:
        if call.args.get("text") is not None or call.args.get("blocks") is not None:
            raise Refused("markdown_text_conflict")
        if len(marked) > limits.MARKDOWN_TEXT:
            raise Refused("msg_too_long")
        return marked, ()
    text = call.text("text") or ""
    if longest is not None and len(text) > longest:
        raise Refused("msg_too_long")
    if len(text) > limits.POST_TEXT:
        return text[: limits.POST_TEXT], ("message_truncated",)
    return text, ()


def _attachments(call: Call) -> list[JsonObject]:
    attachments = call.json("attachments", error="invalid_attachments")
    if attachments is None:
        return []
    if not isinstance(attachments, list) or not all(isinstance(a, dict) for a in attachments):
        raise Refused("invalid_attachments")
    if len(attachments) > limits.ATTACHMENTS:
        raise Refused("too_many_attachments")
    for attachment in attachments:
        check_message_blocks(attachment.get("blocks", []))
    return attachments


def _parsed(call: Call, text: str, parts: list[JsonObject], parses_names: bool) -> words.Parsed:
    parse = call.text("parse")
    links_names = call.flag("link_names") or parse == "full"
    if call.flag("mrkdwn") is False:
        return words.parse_blocks(parts)
    bare = parse != "none" if parses_names else parse == "full"
    found = words.parse_mrkdwn(text, bare=bare or bool(links_names))
    # Bare addresses become links by themselves unless parsing is off.
    if parse != "none":
        found += words.Parsed((), words.parse_mrkdwn(text, bare=True).urls)
    return found + words.parse_blocks(parts)


def _unfurls(call: Call, parsed: words.Parsed) -> tuple[str, ...]:
    if call.flag("unfurl_links") is False and call.flag("unfurl_media") is False:
        return ()
    return tuple(dict.fromkeys(parsed.urls))
