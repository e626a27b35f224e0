"""`[pictures]`: whether digests and the App Home show pictures."""

from typing import Annotated

from pydantic import Strict

from bot.settings.parts import Table


class PicturesSettings(Table):
    """`[pictures]`: burn-up pictures in Slack, by the extra `charts` and the scope files:write."""

    enabled: Annotated[bool, Strict()] = False
    """Whether weekly digests show one, and the App Home that of the first tracker."""
