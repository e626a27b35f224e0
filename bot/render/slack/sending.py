"""What a message is sent with, so that Slack adds nothing: no previews, no names made mentions.

`parse` and `link_names` are for `text` only; blocks say it themselves. An update falls back to
Slack's defaults when they are left out (https://docs.slack.dev/reference/methods/chat.update).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_NAMES: Final[Mapping[str, str | bool]] = {"parse": "none", "link_names": False}
_PREVIEWS: Final[Mapping[str, str | bool]] = {"unfurl_links": False, "unfurl_media": False}

POST: Final[Mapping[str, str | bool]] = MappingProxyType({**_NAMES, **_PREVIEWS})
"""For `chat.postMessage`."""

RESPONSE: Final[Mapping[str, str | bool]] = POST
"""For a `response_url`."""

EPHEMERAL: Final[Mapping[str, str | bool]] = MappingProxyType(_NAMES)
"""For `chat.postEphemeral`, which knows no previews."""

UPDATE: Final[Mapping[str, str | bool]] = MappingProxyType(_NAMES)
"""For `chat.update`, which knows no previews."""
