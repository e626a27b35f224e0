"""Draws the bot's own Slack messages as pages, for pictures in docs/ and to look at them.

    python -m scripts.draw_slack --out FOLDER [--chromium PROGRAM] [--page N] [WORDS]
    python -m scripts.draw_slack --out FOLDER [--chromium PROGRAM] --docs

asks the bundled readings, and writes FOLDER/NAME.html, with `--chromium` also NAME.png. `--docs`
writes what README.md and docs/ show; with `--chromium` only the pictures.
"""

import argparse
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template

from bot.answers.answer import Answer
from bot.answers.audience import PUBLIC
from bot.answers.repair_offers import offered_boxes
from bot.commands import Scene, parse, split
from bot.demo.bundled import DEMO_NOW, DEMO_TRACKERS, demo_people, demo_snapshot
from bot.errors import UserError
from bot.github_status.current import Outcome, State
from bot.github_status.facts.refs import Ref
from bot.github_status.judge import Rules, judge_snapshot
from bot.listeners.asks import HomeAsk
from bot.listeners.parks import NothingParked
from bot.listeners.repair.scene import Matter, choice_form
from bot.listeners.speaker import Speaker, TrackerOutcome
from bot.people.people import PersonName
from bot.render.slack import SlackMessage, refusal_message, slack_message
from bot.render.slack.forms_repair import choice_view
from scripts.slack_html import Json, blocks_html, modal_html

PAGE = Path(__file__).with_name("slack_page.html")
WIDE, NARROW, IN_DOCS, IN_MODAL = 860, 380, 660, 560

DOCS = {"overview": "", "refit": "refit", "stale": "stale", "drift": "drift refit"}
"""The pictures of messages that the documents show, and what is asked for each."""

HOME_OF = PersonName("Songlin Jiang")
"""Whose App Home the documents show."""

REPAIR_IN = "Refit"
"""The workstream of which the documents show the modal of a repair."""

_TELL_HEIGHT = "<script>document.title = document.documentElement.scrollHeight</script>"
_HEIGHT = re.compile(r"<title>([0-9]+)")
_LOWEST = 260
"""Pixels: a lower window than this has no room for a page."""


def demo_answer(words: str) -> Answer:
    """What the bundled readings say; raises `UserError` as the bot does."""
    asked = parse(split(words), trackers=DEMO_TRACKERS)
    name = asked.tracker_name or next(iter(DEMO_TRACKERS))
    people = demo_people(name)
    scene = Scene(
        tracker=judge_snapshot(
            demo_snapshot(name), rules=Rules(), people=people.for_judge(), now=DEMO_NOW
        ),
        name=name,
        aliases=(),
        people=people,
        asker=None,
        audience=PUBLIC,
    )
    return asked.answer(scene)


def demo_message(words: str, *, page: int = 1) -> SlackMessage:
    """The message that the bot answers these words with."""
    try:
        return slack_message(demo_answer(words), page=page)
    except UserError as error:
        return refusal_message(error)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTracker:
    """The bundled tracker as the settings would have it."""

    name: str = next(iter(DEMO_TRACKERS))
    workstream_aliases: tuple[tuple[str, str], ...] = ()

    @property
    def ref(self) -> Ref:
        """Its tracking issue."""
        return DEMO_TRACKERS[self.name]

    @property
    def all_names(self) -> tuple[str, ...]:
        """Only one."""
        return (self.name,)


def demo_home(person: PersonName) -> list[Json]:
    """The blocks of this person's App Home."""
    tracker = DemoTracker()
    people = demo_people(tracker.name)
    speaker = Speaker([tracker], Rules(), people, NothingParked(), command="/nemorl-status")
    outcome = Outcome(state=State.FRESH, snapshot=demo_snapshot(tracker.name))
    ask = HomeAsk(slack="", audience=PUBLIC, asker=person)
    blocks: list[Json] = speaker.home(ask, [TrackerOutcome(tracker, outcome)], DEMO_NOW)["blocks"]
    return blocks


def demo_repair(words: str) -> Json:
    """The modal in which boxes of the bundled reading are chosen, for a workstream."""
    tracker = DemoTracker()
    people = demo_people(tracker.name)
    judged = judge_snapshot(
        demo_snapshot(tracker.name), rules=Rules(), people=people.for_judge(), now=DEMO_NOW
    )
    asked = [stream for stream in judged.workstreams if stream.workstream.name == words]
    matter = Matter(
        tracker=tracker,
        judged=judged,
        audience=PUBLIC,
        question=f"drift {words}",
        channel="",
        offered=offered_boxes(judged, audience=PUBLIC, workstreams=asked),
    )
    return choice_view(choice_form(matter))


def page_html(
    blocks: Sequence[Json], *, title: str, width: int = WIDE, surface: str = "a-message"
) -> str:
    """The blocks as a page, in the time zone of the bundled readings' clock."""
    return _page(blocks_html(blocks), title=title, width=width, surface=surface)


def _page(html: str, *, title: str, width: int, surface: str) -> str:
    return Template(PAGE.read_text("utf-8")).substitute(
        title=escape(title),
        surface=surface,
        width=f"{width}px",
        when=f"{DEMO_NOW:%H:%M}",
        blocks=html,
    )


def picture(html: Path, chromium: str, *, width: int) -> None:
    """Take a picture of the whole page, beside it."""
    with tempfile.TemporaryDirectory() as profile:
        flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
        quiet = "--disable-background-networking --disable-component-update --disable-sync"
        browser = [
            *(chromium, *flags.split(), *quiet.split(), "--hide-scrollbars"),
            f"--user-data-dir={profile}",
        ]
        probe = Path(profile, "probe.html")
        probe.write_text(html.read_text("utf-8") + _TELL_HEIGHT, "utf-8")
        told = _run([*browser, f"--window-size={width + 40},100", "--dump-dom", probe.as_uri()])
        found = _HEIGHT.search(told)
        height = max(int(found[1]) if found else 0, _LOWEST)
        shot = f"--screenshot={html.with_suffix('.png').resolve()}"
        _run([*browser, f"--window-size={width + 40},{height}", shot, html.resolve().as_uri()])


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, check=True, capture_output=True, timeout=60)  # noqa: S603
    return done.stdout.decode("utf-8", "replace")


def draw(out: Path, name: str, html: str, chromium: str | None, *, width: int) -> Path:
    """Write the page, and its picture where there is a browser."""
    out.mkdir(parents=True, exist_ok=True)
    page = out / f"{name}.html"
    page.write_text(html, "utf-8")
    if chromium:
        picture(page, chromium, width=width)
    return page


def draw_docs(out: Path, chromium: str | None) -> None:
    """What the documents show; beside pictures no page is left."""
    pages = {
        name: page_html(demo_message(words).blocks, title=name, width=IN_DOCS)
        for name, words in DOCS.items()
    }
    pages["home"] = page_html(demo_home(HOME_OF), title="home", width=IN_DOCS, surface="home")
    repair = modal_html(demo_repair(REPAIR_IN))
    pages["repair"] = _page(repair, title="repair", width=IN_MODAL, surface="modal")
    for name, html in pages.items():
        width = IN_MODAL if name == "repair" else IN_DOCS
        page = draw(out, name, html, chromium, width=width)
        if chromium:
            page.unlink()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("words", nargs="*", help="the question; none asks for the overview")
    parser.add_argument("--out", type=Path, default=Path("slack"), help="folder for the pages")
    parser.add_argument("--chromium", help="program that takes pictures")
    parser.add_argument("--page", type=int, default=1, help="which page of the answer")
    parser.add_argument("--narrow", action="store_true", help="as wide as a telephone")
    parser.add_argument("--docs", action="store_true", help="everything that the documents show")
    options = parser.parse_args()
    if options.docs:
        draw_docs(options.out, options.chromium)
        return
    words, width = " ".join(options.words), NARROW if options.narrow else WIDE
    message = demo_message(words, page=options.page)
    name = re.sub(r"\W+", "-", words).strip("-") or "overview"
    html = page_html(message.blocks, title=name, width=width)
    draw(options.out, name, html, options.chromium, width=width)


if __name__ == "__main__":
    main()
