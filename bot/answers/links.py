"""How a ref is written in an answer, and where its link leads."""

from urllib.parse import urlsplit

from bot.answers.answer import Link, Plain, Span
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker


def ref_label(ref: Ref, tracker: JudgedTracker) -> str:
    """`#12` in the tracker's own repository, `repo#12` at the same owner, else in full."""
    home = tracker.snapshot.tracker.repository
    if ref.repository == home:
        return f"#{ref.number}"
    if ref.repository.owner.casefold() == home.owner.casefold():
        return ref.short
    return str(ref)


def row_ref(row: JudgedRow, tracker: JudgedTracker) -> Span | None:
    """The row's ref, with a link where there is something to open; `None` without a ref."""
    if row.ref is None:
        return None
    return ref_span(row.ref, row.reading, tracker)


def ref_span(ref: Ref, reading: Reading | None, tracker: JudgedTracker) -> Span:
    """This ref, with a link unless GitHub has no such number."""
    label = ref_label(ref, tracker)
    if reading is not None and reading.outcome is Outcome.NOT_FOUND:
        return Plain(label)
    if reading is not None and reading.item is not None:
        return web_link(label, reading.item.url)
    return web_link(label, _guessed_url(ref, tracker))


def tracker_span(tracker: JudgedTracker) -> Span:
    """The tracking issue, as the settings name it."""
    return web_link(str(tracker.snapshot.tracker), tracker.snapshot.issue.url)


def web_link(label: str, url: str) -> Span:
    """A link, or only its label when the address is not a plain http(s) one."""
    return Link(label, url) if is_web_address(url) else Plain(label)


def is_web_address(url: str) -> bool:
    """An absolute http(s) address of visible ASCII characters."""
    if not url.isascii() or any(c <= " " or c in '<>"\\^`{|}\x7f' for c in url):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc


def _guessed_url(ref: Ref, tracker: JudgedTracker) -> str:
    # GitHub leads /issues/N on to the pull request of that number.
    try:
        home = urlsplit(tracker.snapshot.issue.url)
    except ValueError:
        return ""
    return f"{home.scheme}://{home.netloc}/{ref.repository}/issues/{ref.number}"
