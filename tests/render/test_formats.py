from bot.answers.audience import PUBLIC, TERMINAL
from bot.answers.help import help_answer
from bot.render.formats import RENDERERS, Format, Screen, renderer
from bot.render.style import PLAIN

SCREEN = Screen(width=80, style=PLAIN)


def test_every_format__has_one_renderer() -> None:
    assert [renderer.format for renderer in RENDERERS] == list(Format)
    assert [renderer(format).format for format in Format] == list(Format)


def test_markdown__counts_as_public() -> None:
    assert renderer(Format.MARKDOWN).audience is PUBLIC
    assert renderer(Format.TEXT).audience is renderer(Format.JSON).audience is TERMINAL


def test_every_format__draws() -> None:
    answer = help_answer((("stale", "what is stale"),))

    drawn = [renderer.draw(answer, SCREEN) for renderer in RENDERERS]

    assert drawn[0] == "How to ask\n\nstale  what is stale\n"
    assert drawn[1].startswith('{\n  "schema_version": 1,\n  "commands": [')
    assert drawn[2].startswith("## How to ask\n")
