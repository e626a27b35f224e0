"""Words → mrkdwn, where Slack takes no rich text: in context, and in lines with a menu.

What stands outside of links and dates is escaped, so that Slack shows it as it is.
"""

from bot.render.slack.escape import entities, escaped
from bot.render.slack.measure import utf16_units
from bot.render.slack.words import Word, Words


def mrkdwn(words: Words) -> str:
    """The words in one text; to be sent `verbatim`."""
    return "".join(_marked(word) for word in words)


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
        return _code(word.text) if word.code else escaped(word.text)
    # In a label a bar would end the address.
    label = escaped(word.text).replace("|", "¦")
    return f"<{_entities(word.url)}|{label}>"


def _code(text: str) -> str:
    """What is to be pasted exactly: between backticks Slack looks for no markup, so nothing has to
    be put into it that a copy would keep."""
    is_code = bool(text.strip()) and not {"`", "\n"} & set(text)
    return f"`{entities(text)}`" if is_code else escaped(text)


def _entities(url: str) -> str:
    return url.replace("&", "&amp;")
