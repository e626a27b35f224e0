"""Answer → messages: as many pages as it takes, each within every limit.

A page has the answer's header, some of its rows, the notes on how complete the reading is, and the
buttons. Nothing is left out: what does not fit stands on the next page, and every page counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.answers.answer import Answer, Block, Buttons, Note
from bot.render.slack.actions import question_of, tracker_url, turners
from bot.render.slack.drawing import BlockJson, blocks_of
from bot.render.slack.items import Item, Kind, continued, items_of
from bot.render.slack.limits import MESSAGE_BLOCKS, MESSAGE_TEXT, PAGE_ROWS, WHOLE_ROWS
from bot.render.slack.notification import notification_text, title_line
from bot.render.slack.stacking import Stack, blocks_in, units_in
from bot.render.slack.words import ours

_TAIL_UNITS = 3000
_TAIL_BLOCKS = 15
"""Notes at the end stand on every page; where they are longer than this, on the last ones only."""

_TURNER_UNITS = 150
_TURNER_BLOCKS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackMessage:
    """One message: `text` for notifications and screen readers, blocks for everybody else."""

    text: str
    blocks: tuple[BlockJson, ...]
    page: int = 1
    pages: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How much fits."""

    units: int
    blocks: int
    rows: int = PAGE_ROWS


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """An answer, taken apart: `head` and `tail` stand on every page."""

    head: tuple[Item, ...]
    body: tuple[Item, ...]
    tail: tuple[Item, ...]


def slack_message(answer: Answer, *, page: int = 1, question: str | None = None) -> SlackMessage:
    """One page of the answer; a page that is not there is the nearest one.

    `question` asks for the answer again, for *Next* and *Previous*; left out, it is that of the
    answer's *Refresh*.
    """
    plan = _plan(answer, question)
    return _message(plan, min(max(page, 1), len(plan.bodies)))


def slack_pages(answer: Answer, *, question: str | None = None) -> tuple[SlackMessage, ...]:
    """Every page of the answer, at least one."""
    plan = _plan(answer, question)
    return tuple(_message(plan, page) for page in range(1, len(plan.bodies) + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """What stands on which page."""

    title: str
    question: str | None
    parts: Parts
    bodies: tuple[tuple[Item, ...], ...]

    def place(self, page: int) -> "_Place":
        counts = [sum(item.is_row for item in body) for body in self.bodies]
        to = sum(counts[:page])
        return _Place(page, len(counts), to - counts[page - 1], to, sum(counts))


def _plan(answer: Answer, question: str | None) -> _Plan:
    parts = parts_of(answer)
    return _Plan(
        title=answer.title,
        question=question_of(answer) if question is None else question,
        parts=parts,
        bodies=tuple(_bodies(parts)),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a page stands: rows `after`+1 to `to` of `rows`."""

    page: int
    pages: int
    after: int
    to: int
    rows: int

    def words(self) -> str:
        """ "rows 1–40 of 300 · page 1 of 8"."""
        page = f"page {self.page} of {self.pages}"
        if self.to == self.after:
            return page
        if self.to == self.after + 1:
            return f"row {self.to} of {self.rows} · {page}"
        return f"rows {self.after + 1}–{self.to} of {self.rows} · {page}"


def _message(plan: _Plan, page: int) -> SlackMessage:
    place, parts, body = plan.place(page), plan.parts, plan.bodies[page - 1]
    several = place.pages > 1
    turner = _turner(place, plan.question) if several else ()
    drawn = (*parts.head, *body, *turner, *parts.tail)
    said = (*parts.head, *body, *parts.tail)
    return SlackMessage(
        text=notification_text(plan.title, said, place=place.words() if several else ""),
        blocks=blocks_of(drawn or _untitled(plan.title)),
        page=place.page,
        pages=place.pages,
    )


def _turner(place: _Place, question: str | None) -> tuple[Item, ...]:
    presses = turners(question, page=place.page, of=place.pages)
    words = place.words()
    count = Item(kind=Kind.QUIET, words=(ours(words[:1].upper() + words[1:]),), apart=True)
    return (count, Item(kind=Kind.BUTTONS, presses=presses)) if presses else (count,)


def _untitled(title: str) -> tuple[Item, ...]:
    return (Item(kind=Kind.TEXT, words=(ours(title_line(title)),)),)


def parts_of(answer: Answer) -> Parts:
    """Header, rows, and what ends the answer."""
    url = tracker_url(answer)
    blocks, tail_blocks = _without_tail(answer.blocks)
    tail = _apart(items_of(tail_blocks, tracker_url=url))
    items = items_of(blocks, tracker_url=url)
    head = items[:1] if items and items[0].kind is Kind.HEADER else ()
    body = items[len(head) :]
    if units_in(tail) > _TAIL_UNITS or blocks_in(tail) > _TAIL_BLOCKS:
        buttons = tuple(item for item in tail if item.kind is Kind.BUTTONS)
        notes = tuple(item for item in tail if item.kind is not Kind.BUTTONS)
        return Parts(head=head, body=(*body, *notes), tail=buttons[:_TAIL_BLOCKS])
    return Parts(head=head, body=body, tail=tail)


def _apart(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return (replace(items[0], apart=True), *items[1:]) if items else ()


def _without_tail(blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """The blocks, and the notes and buttons that end them."""
    end = len(blocks)
    while end > 1 and isinstance(blocks[end - 1], Note | Buttons):
        end -= 1
    return blocks[:end], blocks[end:]


def _bodies(parts: Parts) -> list[tuple[Item, ...]]:
    """What of the body stands on which page; one page where everything fits."""
    fixed = (*parts.head, *parts.tail)
    units, blocks = MESSAGE_TEXT - units_in(fixed), MESSAGE_BLOCKS - blocks_in(fixed)
    rows = sum(item.is_row for item in parts.body)
    if units_in(parts.body) <= units and blocks_in(parts.body) <= blocks and rows <= WHOLE_ROWS:
        return [parts.body]
    room = Room(units=units - _TURNER_UNITS, blocks=blocks - _TURNER_BLOCKS)
    return list(filled(parts.body, room))


def filled(items: Sequence[Item], room: Room) -> Iterator[tuple[Item, ...]]:
    """The items in as many portions as it takes; a title stays with what it is the title of.

    A portion is never empty, whatever room there is.
    """
    page = Stack()
    name: Item | None = None
    for item in items:
        if page.items and not _has_room(page, item, room):
            done, titles = _without_titles(page.items)
            yield done
            again = () if titles or name is None or item.is_title else (continued(name),)
            page = Stack((*titles, *again))
            if titles and not _has_room(page, item, room):
                yield page.items
                page = Stack()
        name = _name_after(item, name)
        page.add(item)
    if page.items:
        yield page.items


def _name_after(item: Item, name: Item | None) -> Item | None:
    """The section that the next item stands in; notes at the end of an answer stand in none."""
    if item.kind is Kind.NAME:
        return item
    return None if item.kind is Kind.HEADER or (item.apart and not item.is_row) else name


def _has_room(page: Stack, item: Item, room: Room) -> bool:
    units, blocks = page.units + item.units, page.blocks_with(item)
    return units <= room.units and blocks <= room.blocks and page.rows + item.is_row <= room.rows


def _without_titles(page: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The page, and the titles that end it; a page of nothing but titles is left whole."""
    end = len(page)
    while end and page[end - 1].is_title:
        end -= 1
    return (page[:end], page[end:]) if end else (page, ())
