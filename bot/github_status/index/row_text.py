"""The words of a row as a person would say them: without box, leading ref and people."""

import re
from collections.abc import Sequence

from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.index.cues import Claim, Weight
from bot.github_status.index.refs import FoundRef
from bot.github_status.index.words import Words

LONGEST_TEXT = 4000
"""Characters; a longer text of one row is cut. GitHub's whole body may have 65,536."""

_REACH = 100
"""Characters before the last refs in which the words that lead to them are looked for."""

_FIELD = re.compile(r"[^\W\d_][\w /-]{0,24}[:：](?:\s|\Z)|.{0,60}[:：]\Z")
_NUMBER_IN_LABEL = re.compile(
    r"\s?[(（\[]?\s?(?:(?<![\w.-])[\w.-]{1,100}/[\w.-]{1,100})?#[0-9]{1,9}\s?[)）\]]?"
)
_EDGE_START = " \t\u00a0:：-–—>→,，.;|/*·•\x01"
_EDGE_END = " \t\u00a0:：-–—,，;|(（[/*·•\x01"
_DROPPED = "\x02"
_DROPPED_IN_BRACKETS = re.compile(
    rf"[(（\[]\s?{_DROPPED}(?:[\s,，、/&+]{{1,3}}{_DROPPED})*\s?[)）\]]"
)
_KIND_ONLY = re.compile(r"\W*(?:prs?|issues?|pull requests?)\W*", re.IGNORECASE)
_LEADS_ON = re.compile(
    r"(?:[(（\[][^()（）\[\]]*\w[^()（）\[\]]*|\b(?:of|in|for|to|by|via|with|from|on|at|than)\s)\Z"
)
_LOGIN = re.compile(r"@[\w-]+")
_WORD = re.compile(r"[^\W_]")


def row_text(
    words: Words,
    refs: Sequence[FoundRef],
    claims: Sequence[Claim],
    *,
    owners: Sequence[str] = (),
    home: Repository,
) -> str:
    """The words of the row. `home`: the repository whose refs need no name."""
    text = _first_lines(words.text)
    if refs and text == refs[0].written and refs[0].start == 0 and refs[0].end == len(text):
        return ""
    inside = [ref for ref in refs if ref.start < len(text)] if refs else []
    if not inside:
        return _tidied(text, owners)
    last: int | None = None
    parts: list[str] = []
    at, has_words = 0, False
    for number, ref in enumerate(inside):
        before, is_words = text[at : ref.start], _is_words(words, ref)
        at = min(ref.end, len(text))
        has_words = has_words or is_words or _has_words(before)
        if has_words:
            parts.append(before)
        if is_words:
            parts.append(_NUMBER_IN_LABEL.sub("", words.text[ref.start : ref.end]))
        elif has_words:
            last = _last_kept(text, inside, claims) if last is None else last
            parts.append(_short(ref.ref, home) if number < last else _DROPPED)
    parts.append(text[at:])
    text = "".join(parts)
    if _DROPPED in text:
        text = _DROPPED_IN_BRACKETS.sub(" ", text).replace(_DROPPED, "")
    return _tidied(text, owners)


def first_word(words: Words, refs: Sequence[FoundRef]) -> tuple[int, int]:
    """Where the words begin, and where they begin after the leading refs."""
    found = _WORD.search(words.text)
    start = found.start() if found is not None else 0
    at = 0
    for ref in refs:
        if _WORD.search(words.text, at, ref.start):
            break
        at = ref.end
    after = _WORD.search(words.text, at)
    return start, after.start() if after is not None else start


def _first_lines(text: str) -> str:
    """The first paragraph, up to a line that is a field of its own ("PoC: @x")."""
    if "\n" not in text:
        return text
    lines = text.split("\n")
    kept = 1
    while kept < len(lines) and not _FIELD.match(lines[kept].strip()):
        kept += 1
    return "\n".join(lines[:kept])


def _last_kept(text: str, refs: Sequence[FoundRef], claims: Sequence[Claim]) -> int:
    """How many refs stay: those at the end that no words lead to are left away."""
    end, kept = len(text), len(refs)
    while kept and claims[kept - 1].weight is Weight.PLAIN:
        after = text[refs[kept - 1].end : end]
        if _WORD.search(_LOGIN.sub("", after) if "@" in after else after):
            break
        kept -= 1
        end = refs[kept].start
    leads_on = kept < len(refs) and _LEADS_ON.search(text[max(0, end - _REACH) : end])
    return len(refs) if leads_on else kept


def _has_words(before: str) -> bool:
    """There are words, and more than "PR" before its number."""
    return _WORD.search(before) is not None and not _KIND_ONLY.fullmatch(before)


def _is_words(words: Words, ref: FoundRef) -> bool:
    """The ref is the target of a link whose text says more than its number."""
    label = words.text[ref.start : ref.end]
    return (
        label != ref.written
        and "://" not in label
        and _WORD.search(_NUMBER_IN_LABEL.sub(" ", label)) is not None
    )


def _short(ref: Ref, home: Repository) -> str:
    return f"#{ref.number}" if ref.repository == home else str(ref)


def _tidied(text: str, owners: Sequence[str]) -> str:
    text = " ".join(text.split()).strip(_EDGE_START)
    if owners:
        text = _without_people(text, frozenset(owners))
    text = text.rstrip(_EDGE_END)
    return text if _WORD.search(text) else ""


def _without_people(text: str, owners: frozenset[str]) -> str:
    """The text without the logins at its start and end that are its owners."""
    tokens = text.split(" ")
    first, last = 0, len(tokens)
    while first < last and _is_person(tokens, first, owners):
        first += 1
    while last > first and _is_person(tokens, last - 1, owners):
        last -= 1
    left = " ".join(tokens[first:last]).lstrip(_EDGE_START)
    # "(assigned to @x)" without its person is no remark any more.
    opened = max(left.rfind("("), left.rfind("（"))
    is_cut = last < len(tokens) and opened > max(left.rfind(")"), left.rfind("）"))
    return left[:opened] if is_cut else left


def _is_person(tokens: Sequence[str], place: int, owners: frozenset[str]) -> bool:
    """The token is a login of the owners, a mark between them, or the "and" before the next."""
    bare = tokens[place].strip(_EDGE_START + "()（）[]&")
    if bare == "and" and place + 1 < len(tokens):
        return tokens[place + 1].strip(_EDGE_START) in owners
    return bare in owners or not bare
