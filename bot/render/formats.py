"""The ways an answer can be printed, and for whom each of them counts as made."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.answers.answer import Answer
from bot.answers.audience import PUBLIC, TERMINAL, Audience
from bot.render.json_text import json_text
from bot.render.markdown import markdown_text
from bot.render.style import Style
from bot.render.terminal import terminal_text


class Format(StrEnum):
    """How shall the answer be printed?"""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """Where text is printed: `width` in cells, and what can be shown there."""

    width: int
    style: Style


Draw: TypeAlias = Callable[[Answer, Screen], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Renderer:
    """One format. The answer has to be made for its audience."""

    format: Format
    audience: Audience
    draw: Draw


def _text(answer: Answer, screen: Screen) -> str:
    return terminal_text(answer, width=screen.width, style=screen.style)


def _json(answer: Answer, _screen: Screen) -> str:
    return json_text(answer)


def _markdown(answer: Answer, _screen: Screen) -> str:
    return markdown_text(answer)


RENDERERS = (
    Renderer(format=Format.TEXT, audience=TERMINAL, draw=_text),
    Renderer(format=Format.JSON, audience=TERMINAL, draw=_json),
    Renderer(format=Format.MARKDOWN, audience=PUBLIC, draw=_markdown),
)


def renderer(format: Format) -> Renderer:
    """The renderer of this format; every format has one."""
    return next(renderer for renderer in RENDERERS if renderer.format is format)
