"""JSON with an object of a list on each line: the same values, whatever stands in the strings."""

import json

import pytest

from bot.render.json_layout import json_by_line
from bot.render.json_text import json_lines

HOSTILE = [
    "}, {",
    '}, {"line": 1',
    "[{",
    '[{"a',
    "{",
    '{"',
    '\\{"a": ',
    "a, \n{",
    ", \n",
    ": {",
    "\x7f\u202e\ud800",
    "日本 {",
    "",
]


@pytest.mark.parametrize("word", HOSTILE)
def test_json_by_line__values_are_kept(word: str) -> None:
    row: dict[str, object] = {"line": 1, "text": word, "refs": [word, word], "roles": {word: word}}
    form: dict[str, object] = {"items": [row, row, {word: [{}, {"a": word}]}], word: [], "b": {}}

    text = json_by_line(form)

    assert json.loads(text) == form
    assert not {"\x7f", "\u202e", "\ud800"} & set(text)
    assert json.loads(json_lines(form)) == form


def test_json_by_line__each_object_of_a_list_has_a_line() -> None:
    form: dict[str, object] = {"rows": [{"a": 1, "b": {"c": 2}}, {"a": 3}], "problems": []}

    text = json_by_line(form)

    assert text == '{"rows": [\n{"a": 1, "b": {"c": 2}},\n{"a": 3}], "problems": []}\n'
