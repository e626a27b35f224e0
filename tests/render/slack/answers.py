"""Answers to draw: generated ones, and those of the bundled reading."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from bot.answers.answer import (
    ActionId,
    Answer,
    Bar,
    Block,
    Button,
    Buttons,
    Code,
    Day,
    Heading,
    HelpFacts,
    Line,
    Link,
    Mark,
    Moment,
    Note,
    Person,
    Plain,
    Span,
    Table,
    Tone,
    Verbatim,
)
from tests.render.hostile import HOSTILE

HARM = "<!channel> *x* | <https://example.org|y> & @here"
URL = "https://github.com/acme/widgets/pull/7"
FACTS = HelpFacts(usages=())

_LONG = ("👩‍👩‍👧‍👦" * 36, "漢" * 2000, "&" * 3001, "🇩🇪" * 300, "x" * 5000, "é" * 500)
TEXTS = st.one_of(
    st.sampled_from([HARM, *(text[:4000] for text in HOSTILE), *_LONG]),
    st.text(st.characters(exclude_categories=()), max_size=80),
)
MOMENTS = st.integers(-(10**9), 2 * 10**10).map(lambda at: datetime.fromtimestamp(at, UTC))
SPANS: st.SearchStrategy[Span] = st.one_of(
    st.builds(Plain, TEXTS),
    st.builds(Link, TEXTS, st.one_of(st.just(URL), st.just(f"{URL}?a=1&b=2"), TEXTS)),
    st.builds(Person, TEXTS),
    st.builds(Code, TEXTS),
    st.builds(Day, MOMENTS),
    st.builds(Moment, MOMENTS),
)
WORDS = st.lists(SPANS, max_size=4).map(tuple)
BARS = st.integers(0, 50).flatmap(
    lambda total: st.builds(Bar, st.integers(0, total), st.just(total))
)
BUTTONS = st.lists(st.builds(Button, st.sampled_from(ActionId), TEXTS, TEXTS), max_size=9).map(
    lambda buttons: Buttons(tuple(buttons))
)


def a_token(number: int) -> str:
    """What tells one row from all others."""
    return f"row{number}row"


def tokens(seen: str) -> list[str]:
    """The rows in what was drawn, in their order."""
    return re.findall(r"row\d+row", seen)


@st.composite
def any_answers(draw: st.DrawFn) -> Answer:
    """Any blocks in any order, every row with its token first."""
    number = 0
    blocks: list[Block] = []
    for _ in range(draw(st.integers(0, 12))):
        kind = draw(st.sampled_from(["heading", "lines", "table", "note", "verbatim", "buttons"]))
        if kind == "lines":
            most = draw(st.sampled_from([1, 3, 70]))
            spans, mark = draw(WORDS), draw(st.sampled_from(Mark))
            menu = draw(BUTTONS).buttons if draw(st.booleans()) else ()
            for _ in range(most):
                depth = draw(st.integers(0, 9))
                spoken = (Plain(a_token(number)), *spans)
                blocks.append(Line(spoken, mark=mark, depth=depth, menu=menu))
                number += 1
        elif kind == "table":
            rows = draw(st.lists(st.tuples(WORDS, BARS, WORDS), max_size=8))
            rows *= draw(st.sampled_from([1, 9]))
            cells = [((Plain(a_token(number + n)), *a), b, c) for n, (a, b, c) in enumerate(rows)]
            depths = tuple(draw(st.integers(0, 3)) for _ in rows) if draw(st.booleans()) else ()
            blocks.append(Table(tuple(cells), depths))
            number += len(rows)
        else:
            blocks.append(draw(_OTHERS[kind]))
    return Answer(blocks=tuple(blocks), facts=FACTS, title=draw(TEXTS))


_OTHERS: dict[str, st.SearchStrategy[Any]] = {
    "heading": st.builds(Heading, WORDS, st.integers(1, 3), st.none() | BARS),
    "note": st.builds(Note, WORDS, st.sampled_from(Tone)),
    "verbatim": st.builds(Verbatim, TEXTS),
    "buttons": BUTTONS,
}


def many_rows(count: int, text: str = "wire the synchronizer into GRPO", **fields: Any) -> Answer:
    """A workstream of so many rows, as answers have them."""
    rows = tuple(
        Line((Link(f"#{n}", f"{URL}{n}"), Plain(f" {a_token(n)} {text}")), mark=Mark.OPEN)
        for n in range(count)
    )
    blocks: tuple[Block, ...] = (
        Heading((Plain("Refit · 300 open"),), bar=Bar(0, count)),
        Note((Plain("Owner Ana Souza"),)),
        Heading((Plain("Core series"),), level=2),
        *rows,
        Note((Plain("300 refs, as of "), Moment(datetime(2026, 8, 22, tzinfo=UTC))), Tone.QUIET),
        Buttons((Button(ActionId.REFRESH, "Refresh", "refit"),)),
    )
    return replace(Answer(blocks=blocks, facts=FACTS, title="Refit: 300 open"), **fields)


def a_table(count: int, text: str) -> Answer:
    """An overview of so many workstreams."""
    row = ((Plain(text),), Bar(1, 3), (Plain("1 merged, 2 open"),))
    rows = tuple(((Plain(a_token(n)), *row[0]), *row[1:]) for n in range(count))
    return Answer(blocks=(Heading((Plain("all"),)), Table(rows)), facts=FACTS, title="all")
