"""Who answers for a workstream or a row, as the words name them.

Two ways: a label ("Owner: Ana", "(lead: @x)", a column called "Assignees"), and a login that stands
where a row names its person: at its start or end, beside its ref, after a colon, alone in brackets.
Names are kept as written; who they are is not known here.
"""

import re
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from bot.github_status.index.vocabulary import NOBODY
from bot.github_status.index.words import Words

_ADJECTIVE = (
    r"(?:(?:primary|main|overall|tech(?:nical)?|feature|workstream|section|area|team|project|issue"
    r"|task|eng(?:ineering)?|code|co|current|new|epic|product|work|stream|component|module|core"
    r"|lead|committee|possible)[ -]{1,2})?"
)
_LABEL = (
    rf"{_ADJECTIVE}(?:owners?|owned[ ]by|members?|dris?|assign(?:ee|ed[ ]to)s?|assignee[(]s[)]"
    r"|owner[(]s[)]|leads?|leaders?|led[ ]by|maintain(?:ers?|ed[ ]by)|maintainer[(]s[)]|po[ic]s?"
    r"|points?[ ]of[ ]contacts?|point[ ]person|contacts?|champions?|responsible(?:[ ]person)?"
    r"|drivers?|driven[ ]by|captains?|shepherds?)"
    r"|负责人|认领人|责任人|维护者|维护人|成员|對接人|对接人|負責人|担当者?|責任者|オーナー|담당자?|소유자"
    r"|verantwortlich(?:e[rn]?)?|zuständig|besitzer|responsables?|propietari[oa]s?|encargad[oa]s?"
    r"|dueñ[oa]s?|responsáve(?:l|is)|don[oa]s?|propriétaires?|responsabil[ei]|eigenaar"
    r"|ответственн(?:ый|ые|ая)|владел(?:ец|ьцы)|исполнител[ьи]"
)
_LABEL_ONLY = re.compile(rf"\W{{0,8}}(?=[^\W\d_])(?:{_LABEL})\b(?P<rest>.{{0,24}})", re.IGNORECASE)
_LINE = re.compile(
    rf"[^\w@%(（]{{0,8}}(?=[^\W\d_])(?:{_LABEL})[ ]?"
    r"(?:[(（][^()（）:：\n]{0,60}[)）])?[ \u00a0]{0,4}"
    r"(?:[:：][ \u00a0:*_]{0,4}(?P<names>.*)"
    r"|[ ](?:is[ ]|are[ ]|=[ ]?|[–—-][ ])?(?P<logins>@.*))",
    re.IGNORECASE,
)
_INLINE = re.compile(
    rf"[(（\[|,，;；·•–—-](?:(?<=[(（\[])|(?<=[|,，;；·•–—-])[ ])[ ]?(?:{_LABEL})[ ]?[:：][ ]?"
    r"(?P<names>[^()（）\[\]|;；·•\n]{1,160})",
    re.IGNORECASE,
)
_BARE_LABEL = re.compile(
    rf"[^\w@]{{0,8}}(?:{_LABEL})[ \u00a0]?[:：][ \u00a0*_]{{0,4}}", re.IGNORECASE
)
_LOGIN = re.compile(
    r"(?<![\w.@/`-])[@%](?P<name>[A-Za-z0-9](?:[\w-]{0,60}\w)?)(?:/[\w.-]{1,60})?(?![\w@])",
    re.ASCII,
)
_ITEM_LOGIN = re.compile(r"(?<![\w.@/`-])@[A-Za-z0-9](?:[\w-]{0,60}\w)?(?![\w@/]|\.\w)", re.ASCII)
_NEXT_FIELD = re.compile(r"\s[|·•]\s|\s\s(?=[A-Z][\w ]{0,20}:)|[;,.]?\s(?=[A-Z][\w-]{0,20}:\s)")
_SEPARATORS = re.compile(r"[,，;；、/&+\n\v]|\s(?:and|und|et|y)\s|\s?[和与及と]\s?")
_NOTE = re.compile(r"[(（\[][^()（）\[\]]{0,200}[)）\]]")
_NAMES_PEOPLE = re.compile("[@:：]")
"""Everything that names people has one of these."""

_TEAM = re.compile(r"@[\w-]+/[\w.-]+")
_WORD = re.compile(r"[^\W_]")
_JOINTS = frozenset(("and", "und", "et", "by", "pr", "with", "in"))
_REACH = 60
"""Characters before a login in which the words are looked for that say what it does there."""

_LONGEST_LABEL = 40
"""Characters in the heading of a column; more are prose."""

_LONGEST_NAME_WORDS = 6
"""More words than this are prose: "Owner: we have to find somebody who knows NCCL"."""

_OTHER_PEOPLE = re.compile(
    r"(?:reviewers?|reviews?|reviewed|approved|approvers?|cc|fyi|thanks|thx|liaisons?|report(?:ed|er)s?|requested|requestor"
    r"|requester|suggested|proposed|created|opened|filed|mentioned|ping|ask|asked|poke|see|from|to|with|of|for|like|credits?"
    r"|kudos|hat tip|via|unlike|per|about|on|at|in|the|using|through|users?)"
    r"(?:[ ]by)?[\s:：(（]{0,3}",
    re.IGNORECASE,
)
_OWNING = re.compile(
    r"\b(?:assigned[ ]to|(?:owned|led|claimed|taken|driven|maintained|handled|picked[ ]up)[ ]by"
    r"|owners?|leads?|assignees?|dri|poc)[\s:：]{0,3}\Z",
    re.IGNORECASE,
)
_MAIL = re.compile(r"<?[^\s<>@,;]{1,64}@[^\s<>@,;]{1,200}\.[a-z]{2,10}>?", re.IGNORECASE)
_LAST_WORDS_REVERSED = re.compile(r"[\s:：(（]{0,3}[\w-]+(?:[ ][\w-]+)?")
_LINE_ENDS = re.compile(r"[\n\v]|\Z")


def owner_line(line: str) -> tuple[str, ...] | None:
    """The names of a line such as "Owner: Ana, @bo"; `None` when it is no such line."""
    found = _LINE.fullmatch(line.strip().rstrip("*_ "))
    if found is None:
        return None
    names = found["names"] if found["names"] is not None else found["logins"]
    return names_in(_NEXT_FIELD.split(names, maxsplit=1)[0])


def is_bare_owner_line(line: str) -> bool:
    """An owner label with nothing after it: the names may follow as a list."""
    return _BARE_LABEL.fullmatch(line.strip()) is not None


def is_owner_label(text: str) -> bool:
    """The heading of a column, or the first cell of a row, that stands for owners."""
    if not text or len(text) > _LONGEST_LABEL or "@" in text:
        return False
    return _LABEL_ONLY.fullmatch(text.strip()) is not None


def names_in(text: str) -> tuple[str, ...]:
    """The people of a list of names or logins, as written, each once; placeholders are nobody."""
    if _LOGIN.fullmatch(text):
        return () if is_nobody(text) else (text,)
    names: list[str] = []
    for piece in _pieces(text):
        logins = [found[0] for found in _LOGIN.finditer(piece)]
        if logins:
            names += [login for login in logins if not is_nobody(login)]
        elif (name := _name(piece)) and not is_nobody(name):
            names.append(name)
    return tuple(dict.fromkeys(names))


def _pieces(text: str) -> Iterator[str]:
    # A team is written with a slash, `@org/team`, so slashes separate only where no login precedes.
    if "/" in text:
        text = _TEAM.sub(lambda team: team[0].replace("/", "\x01"), text)
    for piece in _SEPARATORS.split(text):
        yield piece.replace("\x01", "/")


def _name(piece: str) -> str | None:
    name = _MAIL.sub(" ", _NOTE.sub(" ", piece)).split(" - ")[0].split(" – ")[0].split(" — ")[0]
    name = " ".join(name.split()).strip(" \t\u00a0.*_:：<>\"'()[]{}~-–—")
    if not _WORD.search(name) or len(name.split()) > _LONGEST_NAME_WORDS or name.startswith("@"):
        return None
    return None if "://" in name or "#" in name else name


def is_nobody(name: str) -> bool:
    """A name that stands for nobody yet: "TBD", `@unassigned`."""
    return name.casefold().strip("@%_ .!?") in NOBODY or not _WORD.search(name)


def heading_owners(words: Words) -> tuple[str, ...]:
    """The owners that a heading names: "(lead: @x)", or a login beside its words."""
    if not _NAMES_PEOPLE.search(words.text):
        return ()
    names = (*inline_owners(words), *placed_logins(words, ()))
    return tuple(dict.fromkeys(names)) if names else ()


class _Token(NamedTuple):
    start: int
    end: int
    is_person: bool


def inline_owners(words: Words) -> tuple[str, ...]:
    """The names of "(lead: @x)" or "| Owner: Ana" within other words."""
    prose = words.prose
    if ":" not in prose and "：" not in prose:
        return ()
    names: list[str] = []
    for found in _INLINE.finditer(prose):
        names += names_in(_NEXT_FIELD.split(found["names"], maxsplit=1)[0])
    return tuple(dict.fromkeys(names))


def placed_logins(words: Words, refs: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """The logins that stand where a row names its people. `refs`: start and end of each ref."""
    text = words.prose
    if "@" not in text:
        return ()
    if "/@" in text and "://" not in text:
        text = text.replace("/@", " @")
    people = [_Token(*found.span(), is_person=True) for found in _ITEM_LOGIN.finditer(text)]
    if not people:
        return ()
    tokens = sorted(
        (*people, *(_Token(start, end, is_person=False) for start, end in refs)),
        key=itemgetter(0),
    )
    names: list[str] = []
    for begin, end, found in _by_line(text, tokens):
        inside = [_Token(t.start - begin, t.end - begin, t.is_person) for t in found]
        names += _placed(text[begin:end], inside)
    return tuple(dict.fromkeys(name for name in names if not is_nobody(name)))


def _by_line(text: str, tokens: Sequence[_Token]) -> Iterator[tuple[int, int, Sequence[_Token]]]:
    """Start and end of each line that holds tokens, with them."""
    if "\n" not in text and "\v" not in text:
        yield 0, len(text), tokens
        return
    at = first = 0
    for found in _LINE_ENDS.finditer(text):
        last = first
        while last < len(tokens) and tokens[last].start < found.start():
            last += 1
        if last > first:
            yield at, found.start(), tokens[first:last]
        at, first = found.end(), last


def _placed(line: str, tokens: Sequence[_Token]) -> list[str]:
    """The logins of one line that are placed well; `tokens` are its refs and logins."""
    gaps = _gaps(line, tokens)
    has_words = [_has_words(gap) for gap in gaps]
    first_word = has_words.index(True) if True in has_words else len(gaps)
    last_word = len(gaps) - 1 - has_words[::-1].index(True) if True in has_words else -1
    placed = [False] * len(tokens)
    for i, token in enumerate(tokens):
        if not token.is_person:
            continue
        is_beside = (i > 0 and not has_words[i] and not tokens[i - 1].is_person) or (
            i + 1 < len(tokens) and not has_words[i + 1] and not tokens[i + 1].is_person
        )
        is_placed = (
            first_word > i
            or (last_word <= i and i >= 0)
            or is_beside
            or _is_set_apart(gaps[i], gaps[i + 1])
        )
        placed[i] = (is_placed and not (first_word <= i and _is_other(gaps[i]))) or (
            _OWNING.search(gaps[i][-_REACH:]) is not None
        )
    for order in (range(1, len(tokens)), range(len(tokens) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for i in order:
            other = i + step
            joined = not has_words[i if step < 0 else i + 1]
            placed[i] = placed[i] or (
                tokens[i].is_person and tokens[other].is_person and joined and placed[other]
            )
    return [
        line[token.start : token.end] for token, good in zip(tokens, placed, strict=True) if good
    ]


def _gaps(line: str, tokens: Sequence[_Token]) -> list[str]:
    """What stands before the first token, between each two, and after the last."""
    starts = [0, *(token.end for token in tokens)]
    ends = [*(token.start for token in tokens), len(line)]
    return [line[start:end] for start, end in zip(starts, ends, strict=True)]


def _has_words(gap: str) -> bool:
    """There are words, and more than one that joins what stands on its sides."""
    return _WORD.search(gap) is not None and gap.strip().casefold() not in _JOINTS


def _is_set_apart(before: str, after: str) -> bool:
    """After a colon or a bar, or alone in brackets."""
    before, after = before.rstrip(), after.lstrip()
    if before.endswith((":", "：", "|")):
        return True
    return before.endswith(("(", "（", "[")) and after.startswith((")", "）", "]", ",", "，"))


def _is_other(before: str) -> bool:
    """The word before says that this person is not the one who does the work ("cc")."""
    # From the end: a search for what ends there would try every position before it.
    found = _LAST_WORDS_REVERSED.match(before[: -_REACH - 1 : -1])
    if found is None:
        return False
    last = found[0][::-1]
    if _OTHER_PEOPLE.fullmatch(last):
        return True
    return " " in last.rstrip() and _OTHER_PEOPLE.fullmatch(last.split(" ", 1)[1]) is not None
