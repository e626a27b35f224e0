"""Pictures on their way to Slack: uploaded, shared nowhere, and shown by a message later.

https://docs.slack.dev/messaging/working-with-files. A file that no message shows is seen by nobody,
so that uploading once too often does no harm: whether a message is sent once is for its key.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import structlog

from bot.delivery.client import CALL_SECONDS
from bot.delivery.replies import Done, Later, NoAnswer, Refused, Reply, asked
from bot.errors import PictureFault
from bot.render.slack.picture import SlackPicture, alt_text

_MISSING_SCOPE: Final = "missing_scope"
_TRIES: Final = 3
_PAUSE_SECONDS: Final = 2.0
_LONGEST_PAUSE_SECONDS: Final = 30.0
_LATER: Final = "Slack could not be reached in time to take a picture."
_ALT_AT_MOST: Final = 1000
"""Characters that come with an upload; a block takes more."""

_log = structlog.get_logger(__name__)


class Uploads:
    """Brings pictures to Slack."""

    def __init__(
        self, client: Any, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """`client`: that of a delivery, which repeats nothing by itself."""
        self._client = client
        self._sleep = sleep

    async def uploaded(self, picture: bytes, *, name: str, words: str) -> SlackPicture:
        """The picture as a message may show it. `words`: the same for whoever does not see it.

        Raises `PictureFault` where Slack does not take it.
        """
        place = await self._insisted(
            lambda: asked(
                self._client.files_getUploadURLExternal,
                filename=name,
                length=len(picture),
                alt_txt=words[:_ALT_AT_MOST],
            )
        )
        url, file_id = place.data.get("upload_url"), place.data.get("file_id")
        if not isinstance(url, str) or not isinstance(file_id, str) or not self._may_post(url):
            raise PictureFault("Slack said in no form that is known where a picture goes.")
        await self._put(url, picture)
        await self._insisted(
            lambda: asked(
                self._client.files_completeUploadExternal,
                files=[{"id": file_id, "title": name}],
            )
        )
        return SlackPicture(file_id=file_id, alt_text=alt_text(words))

    async def _insisted(self, call: Callable[[], Awaitable[Reply]]) -> Done:
        for left in range(_TRIES - 1, -1, -1):
            reply = await call()
            if isinstance(reply, Done):
                return reply
            if isinstance(reply, Refused):
                raise _refused(reply)
            if left:
                await self._sleep(_pause_seconds(reply))
        raise PictureFault(_LATER)

    def _may_post(self, url: str) -> bool:
        """Nothing goes unencrypted but to where the API itself is."""
        there, api = urlsplit(url), urlsplit(self._client.base_url)
        return there.scheme == "https" or (there.scheme, there.netloc) == (api.scheme, api.netloc)

    async def _put(self, url: str, picture: bytes) -> None:
        """The address itself says whose it is: no token goes there, and no redirect is followed."""
        limit = aiohttp.ClientTimeout(total=CALL_SECONDS)
        how: Any = {
            "headers": {"Content-Type": "application/octet-stream"},
            "allow_redirects": False,
            "proxy": self._client.proxy,  # as every other call to Slack goes
        }
        try:
            async with (
                aiohttp.ClientSession(timeout=limit) as session,
                session.post(url, data=picture, **how) as answer,
            ):
                status = answer.status
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise PictureFault(_LATER) from error
        if status != 200:
            raise PictureFault(f"Slack did not take a picture (HTTP {status}).")


def _pause_seconds(reply: NoAnswer) -> float:
    asks = reply.seconds if isinstance(reply, Later) else _PAUSE_SECONDS
    return min(asks, _LONGEST_PAUSE_SECONDS)


def _refused(reply: Refused) -> PictureFault:
    _log.warning("Slack refused a picture", code=reply.code, needed=reply.needed)
    if reply.code == _MISSING_SCOPE:
        return PictureFault(
            f"The app may not upload pictures: it lacks {reply.needed or 'files:write'}.",
            advice="Add that scope to the app and install it again, or write enabled = false in"
            " [pictures].",
        )
    return PictureFault(f"Slack refused a picture ({reply.code}).")
