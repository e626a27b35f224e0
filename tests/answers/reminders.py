"""Messages to Ana, and what stands in them."""

from typing import Any

from bot.answers.answer import ActionId, Answer, Line
from bot.answers.audience import PUBLIC
from bot.answers.reminder import reminder_answer
from tests.reminders.builders import (
    PEOPLE,
    owned_by,
    planned,
    reminder_of,
)


def said_to_ana(*rows: Any, owners: tuple[str, ...] = ("Ana Souza",), **fields: Any) -> Answer:
    """What she is written about these rows."""
    plan = planned(owned_by(*owners, rows=rows), **fields)
    return reminder_answer(reminder_of(plan), audience=PUBLIC, people=PEOPLE)


def menus_of(answer: Answer) -> list[list[ActionId]]:
    """What can be done with each row that has a menu."""
    lines = [block for block in answer.blocks if isinstance(block, Line)]
    return [[button.action for button in line.menu] for line in lines if line.menu]
