"""Words that are not ours, in text that Slack parses (mrkdwn and a message's `text`).

Blocks do not need this: GitHub's words stand there in rich text or plain text, which have no markup
to inject into. Slack has an escape for `&`, `<` and `>` only; what else it would read as markup is
parted by a zero-width space. https://docs.slack.dev/messaging/formatting-message-text
"""

import re

from bot.render.clean import clean

PART = "\u200b"
"""Zero-width space: not seen. `clean` takes it out of foreign text; all that are left are ours."""

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_SPECIAL = re.compile("[&<>]")
# Within a word these are letters to Slack (`create_generation`), at its edges they are markup.
_MARKUP = re.compile(r"(?<!\w)[*_~]|[*_~](?!\w)|[`*]")
_NAMES = re.compile(
    r"@|:(?=[\w+'-]+:)|\bhttps?(?=:)|\bftp(?=:)|\bwww(?=\.)|\bmailto(?=:)", re.IGNORECASE
)
_QUOTE = re.compile(r"\A(?=>)")

# What mrkdwn cannot take for anything: no markup, no name, no address, no emoji.
_INERT = re.compile(r"(?:[^*_~`<>&@|:]|:(?= |\Z))*")


def escaped(text: str) -> str:
    """The text in one line, so that Slack shows it and does nothing else."""
    parted = _MARKUP.sub(rf"{PART}\g<0>{PART}", clean(text))
    parted = _NAMES.sub(rf"\g<0>{PART}", parted)
    parted = _QUOTE.sub(PART, parted)
    return entities(parted)


def entities(text: str) -> str:
    """The text with nothing escaped but the three characters that always are."""
    return _SPECIAL.sub(lambda found: _ENTITIES[found[0]], text)


def is_inert(text: str) -> bool:
    """Whether mrkdwn that is sent `verbatim` shows this text as it stands, without any escaping."""
    return bool(_INERT.fullmatch(text))
