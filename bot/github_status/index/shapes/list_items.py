"""List items: bullets, numbers and tasks, nested as they are."""

from bot.github_status.index.blocks import Block, ListBlock
from bot.github_status.index.problems import html_problem
from bot.github_status.index.refs import Scanner
from bot.github_status.index.shapes.shaped import Shaped


def list_items(block: Block, _scanner: Scanner) -> Shaped | None:
    """Every item of a list; which of them are rows is decided with their refs."""
    if not isinstance(block, ListBlock):
        return None
    problems = (html_problem(block.line),) if block.is_text else ()
    return Shaped(line=block.line, items=block.items, problems=problems)
