"""Which spellings are refs, and which only look like one."""

import pytest

from tests.github_status.index.reading import refs_in, row_of, rows_of

COUNTED = {
    "bare number": ("fix #12", ["#12"]),
    "in brackets": ("fix (#12)", ["#12"]),
    "at the end of a sentence": ("fix #12.", ["#12"]),
    "before a comma": ("#12,#13", ["#12", "#13"]),
    "numbers joined by a slash": ("#12/#13", ["#12", "#13"]),
    "full-width brackets": ("修复（#12）、#13：好", ["#12", "#13"]),
    "after a Chinese word": ("修复#12的问题", ["#12"]),
    "no-break space before it": ("Some title\u00a0#12", ["#12"]),
    "no-break space after a slashed word": ("prefill/decode\u00a0#12", ["#12"]),
    "owner and repository": ("ray-project/ray#7: x", ["ray-project/ray#7"]),
    "owner and repository, blank, first": ("ray-project/ray #7: x", ["ray-project/ray#7"]),
    "owner and repository, blank, owner known": ("see it: acme/gears #7", ["acme/gears#7"]),
    "repository of the same owner": ("widgets#12 x", ["#12"]),
    "other repository of the owner": ("x gadgets#12", ["acme/gadgets#12"]),
    "GH and number": ("GH-12 x", ["#12"]),
    "gh and number": ("x (gh-12)", ["#12"]),
    "PR and number": ("PR #12", ["#12"]),
    "PR joined to its number": ("PR#12", ["#12"]),
    "URL of an issue": ("https://github.com/a/b/issues/5", ["a/b#5"]),
    "URL of a pull request": ("https://github.com/a/b/pull/5", ["a/b#5"]),
    "http": ("http://github.com/a/b/pull/5", ["a/b#5"]),
    "www": ("https://www.github.com/a/b/pull/5", ["a/b#5"]),
    "www without a scheme": ("www.github.com/a/b/pull/5", ["a/b#5"]),
    "host in capitals": ("https://GitHub.com/a/b/pull/5", ["a/b#5"]),
    "final slash": ("https://github.com/a/b/pull/5/", ["a/b#5"]),
    "files": ("https://github.com/a/b/pull/5/files#diff-0a", ["a/b#5"]),
    "query": ("https://github.com/a/b/pull/5?diff=split", ["a/b#5"]),
    "comment": ("https://github.com/a/b/issues/5#issuecomment-77", ["a/b#5"]),
    "review comment": ("https://github.com/a/b/pull/5#discussion_r99", ["a/b#5"]),
    "commit of a pull request": ("https://github.com/a/b/pull/5/commits/0a1b", ["a/b#5"]),
    "URL in full-width brackets": ("（https://github.com/a/b/pull/5）。", ["a/b#5"]),
    "two URLs and a comma": (
        "https://github.com/a/b/pull/5,https://github.com/a/b/pull/6",
        ["a/b#5", "a/b#6"],
    ),
    "autolink": ("<https://github.com/a/b/pull/5>", ["a/b#5"]),
    "target of a link": ("[words](https://github.com/a/b/pull/5)", ["a/b#5"]),
    "target of a link with a code span": ("[`x`](https://github.com/a/b/pull/5)", ["a/b#5"]),
    "target wins over the text": ("[#7](https://github.com/a/b/pull/5)", ["a/b#5"]),
    "target of a picture's link": ("[![i](u)](https://github.com/a/b/pull/5)", ["a/b#5"]),
    "target in HTML": ('<a href="https://github.com/a/b/pull/5">x</a>', ["a/b#5"]),
    "escaped number": (r"\#12", ["#12"]),
    "entity for the sign": ("&#35;12", ["#12"]),
    "struck through": ("~~#12~~ and ~#13~", ["#12", "#13"]),
    "bold": ("**#12**", ["#12"]),
    "twice is once": ("#12 and https://github.com/acme/widgets/pull/12", ["#12"]),
    "case of the name": ("Acme/Widgets#12 and #12", ["#12"]),
    "in a continuation line": ("words\n  #12", ["#12"]),
    "in a continuation paragraph": ("words\n\n  #12", ["#12"]),
}


@pytest.mark.parametrize(("words", "refs"), COUNTED.values(), ids=COUNTED)
def test_refs__counted(words: str, refs: list[str]) -> None:
    assert refs_in(words) == refs


NOT_COUNTED = {
    "code span": "`#12` x",
    "code span with a repository": "`a/b#12` x",
    "HTML comment": "x <!-- #12 -->",
    "HTML code": "<code>#12</code> x",
    "picture": "![#12](https://github.com/a/b/pull/5)",
    "zero": "#0",
    "leading zeros": "#007",
    "too long a number": "#12345678901",
    "letters after the number": "#12a",
    "decimal": "#1.5",
    "letter before": "a#12",
    "language": "C#12",
    "two signs": "##12",
    "entity of an apostrophe": "it&#39;s",
    "channel": "#sig-core",
    "heading fragment": "#day-6---one-more-thing",
    "no number": "rust-lang/rfcs#NNN",
    "placeholder": "TODO(#<this-issue>)",
    "letters without the sign": "x PR12 y",
    "mail address": "user@host.com#3",
    "counts a step": "step#3 and Phase#2",
    "longer path": "a/b/c#12",
    "discussion": "https://github.com/a/b/discussions/5",
    "milestone": "https://github.com/a/b/milestone/5",
    "milestone with a number as text": "[#5](https://github.com/a/b/milestone/5)",
    "commit": "https://github.com/a/b/commit/0a1b2c3",
    "release": "https://github.com/a/b/releases/tag/5",
    "list of issues": "https://github.com/a/b/issues?q=12",
    "other host": "https://gitlab.com/a/b/issues/5",
    "enterprise host": "https://github.acme.com/a/b/pull/5",
    "host that only begins alike": "https://github.com.evil.org/a/b/pull/5",
    "fragment of another URL": "https://docs.org/d/edit#12",
    "number of a Trac ticket": "https://trac.org/ticket/5",
}


@pytest.mark.parametrize("words", NOT_COUNTED.values(), ids=NOT_COUNTED)
def test_refs__not_counted(words: str) -> None:
    assert refs_in(words) == []


def test_refs__blank_between_other_words_is_no_repository() -> None:
    assert refs_in("support prefill/decode #12") == ["#12"]
    assert refs_in("input.md/output.md #12") == ["#12"]


def test_refs__reference_style_link() -> None:
    body = "- [ ] [x][1]\n\n[1]: https://github.com/a/b/pull/5\n"

    assert [str(found.ref) for row in rows_of(body) for found in row.refs] == ["a/b#5"]


def test_refs__written_is_what_the_body_says() -> None:
    row = row_of("acme/gears #7, [x](https://github.com/a/b/pull/5/files), GH-3")

    assert [found.written for found in row.refs] == [
        "acme/gears #7",
        "https://github.com/a/b/pull/5/files",
        "GH-3",
    ]
