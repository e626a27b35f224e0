"""Words → mrkdwn, where Slack takes no rich text: in context, and in lines with a menu.

What stands outside of links and dates is escaped, so that Slack shows it as it is.
"""

from collections.abc import Sequence
from typing import Final

from bot.render.slack.escape import entities, escaped
from bot.render.slack.measure import utf16_units
from bot.render.slack.words import Word, Words

# Each holds the empty text, too: the beginning and the end of a line.
_BEFORE_CODE: Final = "\n (“"
_AFTER_CODE: Final = "\n .,:;!?)”"


def mrkdwn(words: Words) -> str:
    """The words in one text; to be sent `verbatim`."""
    texts = [_marked(word) for word in words]
    if not any("`" in word.text for word in words):
        for place, word in enumerate(words):
            if _is_pasted(word) and _stands_free(texts, place):
                texts[place] = f"`{entities(word.text)}`"
    return "".join(texts)


def mrkdwn_units(words: Words) -> int:
    """The length of that text, the brackets of its links and dates counted as if escaped too."""
    text = mrkdwn(words)
    return utf16_units(text) + 3 * (text.count("<") + text.count(">"))


def _marked(word: Word) -> str:
    if word.at is not None:
        return f"<!date^{word.at}^{word.format}|{word.text}>"
    if word.mention:
        return f"<{'@' if word.mention[0] in 'UW' else '#'}{word.mention}>"
    if not word.url:
        return escaped(word.text)
    # In a label a bar would end the address.
    label = escaped(word.text).replace("|", "¦")
    return f"<{_entities(word.url)}|{label}>"


def _is_pasted(word: Word) -> bool:
    """It is to be pasted exactly: between backticks Slack looks for no markup, so nothing has to be
    put into it that a copy would keep."""
    return word.code and word.is_bare and bool(word.text.strip()) and "\n" not in word.text


def _stands_free(texts: Sequence[str], place: int) -> bool:
    """Backticks that touch a word are no markup to Slack: what is between them would act."""
    before, after = "".join(texts[:place])[-1:], "".join(texts[place + 1 :])[:1]
    return before in _BEFORE_CODE and after in _AFTER_CODE


def _entities(url: str) -> str:
    return url.replace("&", "&amp;")
