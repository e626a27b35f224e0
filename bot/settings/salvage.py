"""What is right of settings that are partly wrong, so that the rest can be looked at."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bot.settings.fields import FILE_TABLES, Settings

_MOST_TRIES = 3
"""What is cut away may leave something else wrong; nothing does so twice."""


def right_part(values: Mapping[str, Any], wrong: Sequence[ErrorDetails]) -> Settings | None:
    """The settings of these values without what is wrong: whole entries of lists, single keys of
    tables, defaults for variables. `None`: nothing is left that holds together.
    """
    left = dict(values)
    for _ in range(_MOST_TRIES):
        left = _without(left, [tuple(details["loc"]) for details in wrong])
        try:
            return Settings(**left)
        except ValidationError as error:
            wrong = error.errors(include_url=False)
    return None


def _without(values: Mapping[str, Any], places: Sequence[tuple[int | str, ...]]) -> dict[str, Any]:
    left = dict(values)
    for name in {str(place[0]) for place in places}:
        inner = {place[1] for place in places if place[0] == name and len(place) > 1}
        is_whole = any(len(place) == 1 for place in places if place[0] == name)
        if name not in FILE_TABLES:
            left[name] = Settings.model_fields[name].get_default(call_default_factory=True)
        elif is_whole or not isinstance(left.get(name), Mapping | list):
            left.pop(name, None)
        elif isinstance(left[name], list):
            left[name] = [entry for n, entry in enumerate(left[name]) if n not in inner]
        else:
            left[name] = {key: value for key, value in left[name].items() if key not in inner}
    return left
