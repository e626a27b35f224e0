"""A message without its blocks, for when Slack does not take them."""

from typing import Final

from bot.render.slack import SlackMessage

LONGEST: Final = 3000
"""Characters that Slack takes anywhere."""

_CUT_OFF = "… (cut off)"


def plain_message(message: SlackMessage) -> SlackMessage:
    """Its text alone, which says the same; cut between words where it is too long."""
    return SlackMessage(text=_shortened(message.text), blocks=())


def _shortened(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    kept = text[: LONGEST - len(_CUT_OFF)]
    # A link or a mention that lost its end would stand there as it is written.
    if kept.rfind("<") > kept.rfind(">"):
        kept = kept[: kept.rfind("<")]
    # Escaped characters have no space in them, so that none is cut in two.
    space = max(kept.rfind(" "), kept.rfind("\n"))
    kept = kept[:space] if space > 0 else kept.rpartition("&")[0] or kept
    return kept + _CUT_OFF
