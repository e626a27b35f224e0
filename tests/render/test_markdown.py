import re
from html.parser import HTMLParser

import pyromark
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answers.answer import Answer, Code, HelpFacts, Line, Link, Note, Plain, Table, Verbatim
from bot.answers.audience import PUBLIC
from bot.render.escape import code_block, code_span, escaped
from bot.render.markdown import markdown_text
from tests.render.hostile import HOSTILE
from tests.render.kept import golden
from tests.render.scenes import about_everything, saying

OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_GFM
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_FOOTNOTES
)
OURS = {"h2", "h3", "h4", "p", "ul", "li", "a", "sub", "strong", "pre", "code"} | {
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
}
# What GitHub makes of plain text once the markup is gone.
LINKED_LATER = re.compile(
    r"@[A-Za-z0-9]|#[0-9]|\bGH-[0-9]|https?:|www\.|:[a-z0-9_+-]+:", re.IGNORECASE
)


class Page(HTMLParser):
    """The tags of a page, its link targets, and its text outside links and code."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.targets: list[str] = []
        self.text = ""
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._within.append(tag)
        self.targets += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        self._within = self._within[: len(self._within) - 1 - self._within[::-1].index(tag)]

    def handle_data(self, data: str) -> None:
        if not {"a", "code"} & set(self._within):
            self.text += data


def page_of(markdown: str) -> Page:
    page = Page()
    page.feed(pyromark.html(markdown, options=OPTIONS))
    return page


def an_answer(*blocks: Line | Note | Table | Verbatim) -> Answer:
    return Answer(blocks=blocks, facts=HelpFacts(usages=()), title="x")


def assert_harmless(answer: Answer) -> None:
    page = page_of(markdown_text(answer))
    assert page.tags <= OURS
    assert all(target.startswith("https://github.com/acme/") for target in page.targets)
    assert not LINKED_LATER.search(page.text)


@pytest.mark.parametrize("name", about_everything(PUBLIC))
def test_golden(name: str) -> None:
    text = markdown_text(about_everything(PUBLIC)[name])

    assert text == golden(f"{name}.md", text)


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile__nothing_survives(hostile: str) -> None:
    for answer in saying(hostile, PUBLIC).values():
        assert_harmless(answer)


@given(st.text(max_size=200) | st.text(alphabet="@#:|`*_[]()<>&~!-+=.1a \n\\$^{}", max_size=60))
def test_any_text__is_harmless(text: str) -> None:
    for name in ("workstream", "drift", "one"):
        assert_harmless(saying(text, PUBLIC)[name])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*x* _y_ `z`", r"\*x\* \_y\_ \`z\`"),
        ("<b> & [a](b)", r"&lt;b&gt; &amp; \[a\](b)"),
        ("@everyone", "@\u200beveryone"),
        ("fix #12 and GH-3", "fix \\#\u200b12 and GH\u200b-3"),
        ("https://x.y", "https\u200b://x.y"),
        ("a\nb | c", r"a b \| c"),
    ],
)
def test_escaped(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_code__survives_backticks() -> None:
    assert code_span("a `b` c") == "`` a `b` c ``"
    assert code_block("```\nx") == "````\n```\nx\n````"


def test_table__code_with_a_bar_stays_in_its_cell() -> None:
    table = Table((((Code("drift | more"),), (Plain("help"),)),))

    assert markdown_text(an_answer(table)).splitlines()[-1] == "| `drift \\| more` | help |"


def test_start_of_a_line__opens_no_list_or_heading() -> None:
    answer = an_answer(Note((Plain("1. one"),)), Note((Plain("- two"),)), Line((Plain("+ three"),)))

    assert markdown_text(answer) == "1\\. one\n\n\\- two\n\n- \\+ three\n"


def test_links__only_to_web_addresses() -> None:
    answer = an_answer(Line((Link("x", "javascript:alert(1)"),)))

    assert markdown_text(answer) == "- x\n"


def test_nested_rows__never_jump_into_code() -> None:
    answer = an_answer(Line((Plain("deep"),), depth=3), Line((Plain("deeper"),), depth=4))

    assert markdown_text(answer) == "- deep\n  - deeper\n"
