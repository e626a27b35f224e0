"""Words for what would mend a disagreement, so that what is to be written can be copied."""

from bot.answers.answer import Code
from bot.answers.parts import WORDS_AT_MOST, Part, said, shortened

_VERB = "write "


def repair_part(repair: str) -> Part:
    """ "tick the box"; behind "write" every character exactly, to paste."""
    verb, text = repair[: len(_VERB)], repair[len(_VERB) :]
    if verb.casefold() != _VERB or not text.strip() or len(text) > WORDS_AT_MOST:
        return said(shortened(repair))
    return said(verb, Code(text))
