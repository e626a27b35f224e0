"""Which lines of text open a workstream, and what it is called."""

import re

from bot.github_status.index.owners import is_nobody
from bot.github_status.index.vocabulary import ORDERS, SENTENCE, SENTENCE_STARTS
from bot.github_status.index.words import Words

_BLANKS = re.compile(r"[ \t\n\r\v\u00a0]+")
_COLONS = (":", "：")
_SENTENCE_END = re.compile(r"[.!?。！？…]['\"”’)）*_]*$")
_LABEL_WORDS = 14
"""Words that a label with a colon has at most; more are prose."""

_UNMARKED_WORDS = 5
"""Words that a label without a colon has at most, when its list follows directly."""

_UNMARKED_WORDS_APART = 3
"""The same, when a blank line stands between."""

_NOUN_PHRASES = re.compile(
    r"\b(?:(?:nice|good|great|must|should|could|won't|would)[ -](?:to[ -])?haves?|to[ -]?be[ -]\w+"
    r"|to[ -]?do|this (?:week|month|quarter|sprint|release|milestone|year|cycle|iteration|epic)|all"
    r"|what'?s (?:next|left|new))\b"
)
"""Have the words of a sentence, and are none."""

_CJK_SENTENCE = re.compile(
    r"次の|以下|下記|とおり|です|ます|した$|如下|下面|下列|包括|我们|我們|是|有$|다음|아래|입니다|следующ|ниже|это"
)
_HAS_MORE = re.compile(r"[:：]\s|@")
"""A field with its value, or a person: with no colon at the end this is a line of its own."""

_HAS_LETTER = re.compile(r"[^\W_]")
_NOTE = re.compile(r"[(（][^()（）]{0,300}[)）]")
_PERSON = re.compile(
    r"[^\w@%]{0,6}([@%][\w-]{1,80})[ \u00a0]?[:：][ \u00a0]?(?P<rest>.{0,60})", re.ASCII
)
_ESTIMATE = re.compile(r"[\W_]*(?:\d+(?:\.\d+)?\s?[a-z]{0,8}[\W_]*)?", re.IGNORECASE)


def name_of(text: str) -> str:
    """The name of a workstream: the words as written, without a final colon or doubled spaces."""
    if not text:
        return ""
    name = _BLANKS.sub(" ", text.strip())
    return name[:-1].rstrip() if name.endswith(_COLONS) else name


def is_bold_line(line: Words) -> bool:
    """A line that is only bold, or bold and emoji, and no sentence."""
    if not line.bold:
        return False
    text = line.text.strip()
    is_name = _HAS_LETTER.search(text) is not None and not ends_sentence(text)
    return is_name and line.is_all_bold and len(re.findall(r"\w+", text)) <= _LABEL_WORDS


def ends_sentence(line: str) -> bool:
    """The line ends with the mark of a sentence."""
    return _SENTENCE_END.search(line[-12:]) is not None


def is_label(line: str, *, is_adjacent: bool, has_ref: bool) -> bool:
    """A short noun phrase that names the list after it.

    `is_adjacent`: no blank line stands between.
    """
    line = line.strip()
    words = re.findall(r"[\w'’]+", line.casefold())
    if not words or _is_sentence(line):
        return False
    if line.endswith(_COLONS):
        return len(words) <= _LABEL_WORDS
    if has_ref or ends_sentence(line) or _HAS_MORE.search(_NOTE.sub(" ", line)):
        return False
    return len(words) <= (_UNMARKED_WORDS if is_adjacent else _UNMARKED_WORDS_APART)


def person_line(line: str) -> str | None:
    """The login of a line "@login: 3.00d" that stands above the list of that person's rows."""
    found = _PERSON.fullmatch(line.strip())
    if found is None or not _ESTIMATE.fullmatch(found["rest"]):
        return None
    return found[1]


def person_owners(login: str) -> tuple[str, ...]:
    """The owner that such a line names."""
    return () if is_nobody(login) else (login,)


def _is_sentence(line: str) -> bool:
    """It has a verb, or points at what follows."""
    if _CJK_SENTENCE.search(line):
        return True
    plain = _NOUN_PHRASES.sub(" ", _NOTE.sub(" ", line.casefold()).replace("’", "'"))
    words = re.findall(r"[\w']+", plain)
    if not words:
        return False
    if words[0] in SENTENCE_STARTS:
        return True
    return not SENTENCE.isdisjoint(words[1:] if words[0] in ORDERS else words)
