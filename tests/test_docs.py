"""The documentation names nothing that is not there: links, paths, `make` targets, commands."""

import re
import shlex
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from bot.commands import COMMANDS
from bot.terminal.options import TERMINAL_COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))

_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```", flags=re.DOTALL | re.MULTILINE)
_PATH = re.compile(r"(?:[\w.*-]+/)*[\w.*-]*(?:/|\.(?:py|md|lock|yaml|yml|toml|tsv))")
_PLACE_HOLDER = re.compile(r"NAME|NUMBER")
_OURS = ("benchmarks/", "bot/", "docker/", "docs/", "scripts/", "tests/")

YOURS = {
    ".env",
    ".github/workflows/index.yml",
    "docker/nemorl-status.toml",
    "docker/secrets/",
    "nemorl-status.toml",
}
"""Files of whoever runs the bot."""


def _id(page: Path) -> str:
    return page.name


@cache
def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def _anchors(page: Path) -> frozenset[str]:
    """As GitHub makes them of headings."""
    text = _BLOCK.sub("", _text(page))
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)


@cache
def _every_path() -> tuple[str, ...]:
    tops = [ROOT / top for top in _OURS]
    below = [path for top in tops for path in top.rglob("*") if "__pycache__" not in path.parts]
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in (*ROOT.glob("*"), *below))


@cache
def _targets() -> frozenset[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^([a-z][a-z-]*):", makefile, flags=re.MULTILINE))


def _commands(page: Path) -> Iterator[list[str]]:
    """What is typed: lines of console blocks, and code in the text, as words."""
    blocks = (body for _, kind, body in _BLOCK.findall(_text(page)) if kind == "console")
    typed = [line.strip() for body in blocks for line in body.splitlines()]
    lines = [line[2:] for line in typed if line.startswith("$ ")]
    for line in (*lines, *_CODE.findall(_BLOCK.sub("", _text(page)))):
        try:
            words = shlex.split(line.rstrip("\\"), comments=True)
        except ValueError:  # an apostrophe: no command
            continue
        if words:
            yield words


def _is_there(path: str, page: Path) -> bool:
    """From the top, beside the page, or as the end of a path within a room."""
    pattern = _PLACE_HOLDER.sub("*", path.rstrip("/"))
    if any(next(base.glob(pattern), None) is not None for base in (ROOT, page.parent)):
        return True
    return any(fnmatch(known, f"*/{pattern}") for known in _every_path())


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_links__lead_somewhere(page: Path) -> None:
    lost = []
    for link in _LINK.findall(_BLOCK.sub("", _text(page))):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            lost.append(link)

    assert not lost


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_paths__exist(page: Path) -> None:
    named = {word for word in _CODE.findall(_BLOCK.sub("", _text(page))) if _PATH.fullmatch(word)}
    ours = {word for word in named - YOURS if word.startswith(_OURS) or not word.endswith("/")}

    assert {path for path in ours if not _is_there(path, page)} == set()


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_commands__exist(page: Path) -> None:
    """`make` targets, and modules that are run."""
    unknown = []
    for words in _commands(page):
        if words[0] == "make" and len(words) > 1 and words[1] not in _targets():
            unknown.append(words)
        if "-m" in words[:-1] and words[0].endswith("python"):
            module = words[words.index("-m") + 1]
            place = ROOT / module.replace(".", "/")
            is_ours = module.split(".")[0] in {"benchmarks", "bot", "scripts"}
            if is_ours and not (place.with_suffix(".py").exists() or place.is_dir()):
                unknown.append(words)

    assert not unknown


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_commands__of_the_program_are_its_own(page: Path) -> None:
    """What follows `nemorl-status` in small letters is a subcommand, or a name of the demo."""
    known = {one.name for one in COMMANDS} | {one.name for one in TERMINAL_COMMANDS} | {"refit"}
    options = {"--demo", "--debug"}
    programs = [w for w in _commands(page) if w[0].rsplit("/", maxsplit=1)[-1] == "nemorl-status"]
    said = [[word for word in words[1:] if word not in options] for words in programs]

    assert {w[0] for w in said if w and re.fullmatch("[a-z]+", w[0])} <= known


def test_readme__leads_to_every_page() -> None:
    readme = _text(ROOT / "README.md")

    assert [page.name for page in PAGES[1:] if f"{page.relative_to(ROOT)})" not in readme] == []


def test_readme__its_commands_and_the_headline_come_first() -> None:
    begins = "\n".join(_text(ROOT / "README.md").splitlines()[:24])

    assert [line.split("#")[0].strip() for line in re.findall(r"^\$ (.+)$", begins, re.M)] == [
        "make demo",
        "make test",
        "make playground",
    ]
    assert "The index says 5 of 28 done; GitHub says 16 merged" in begins


def test_pictures__each_is_shown_somewhere() -> None:
    shown = "".join(_text(page) for page in PAGES)

    kept = [picture.name for picture in (ROOT / "docs" / "pictures").iterdir()]
    assert [name for name in kept if f"pictures/{name}" not in shown] == []


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_pages__fit_their_readers(page: Path) -> None:
    """Short: what is longer wants a page of its own. The reference of JSON is looked up."""
    most = 300 if page.name == "json.md" else 240

    assert len(_text(page).splitlines()) <= most
