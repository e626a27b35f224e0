"""Pictures on their way to Slack."""

import pytest

from bot.delivery import Uploads, delivery_client
from bot.demo.slack import FakeSlack
from bot.demo.slack.faults import Fault, html_500, rate_limited, refused
from bot.errors import PictureFault

PNG = b"\x89PNG"


class Waits:
    """Sleeps not at all, and remembers for how long."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def uploads(slack: FakeSlack, waits: Waits) -> Uploads:
    slack.app.scopes.add("files:write")
    slack.api.enforces_rates = False
    client = delivery_client(slack.bot_token, url=slack.api_url, call_seconds=5)
    return Uploads(client, sleep=waits)


async def test_upload__is_finished_and_shared_nowhere(slack: FakeSlack, uploads: Uploads) -> None:
    picture = await uploads.uploaded(PNG, name="a.png", words="2 of 3 merged")

    file = slack.world.files[picture.file_id]
    assert (file.content, file.is_complete, file.alt_text) == (PNG, True, "2 of 3 merged")
    [completed] = slack.calls("files.completeUploadExternal")
    assert set(completed.args) == {"files"}, "without a channel nobody sees it yet"


async def test_upload__long_words_are_cut_to_what_slack_takes(
    slack: FakeSlack, uploads: Uploads
) -> None:
    picture = await uploads.uploaded(PNG, name="a.png", words="word " * 1000)

    assert len(slack.world.files[picture.file_id].alt_text) == 1000
    assert len(picture.alt_text) == 2000


@pytest.mark.parametrize("method", ["files.getUploadURLExternal", "files.completeUploadExternal"])
async def test_upload__is_tried_again_when_slack_asks(
    slack: FakeSlack, uploads: Uploads, waits: Waits, method: str
) -> None:
    slack.fails(method, rate_limited(7), html_500())

    await uploads.uploaded(PNG, name="a.png", words="")

    assert waits.seconds == [7, 2]


@pytest.mark.parametrize(
    ("faults", "said"),
    [
        ([html_500(), html_500(), html_500()], "could not be reached in time"),
        ([refused("file_upload_disabled")], "file_upload_disabled"),
        ([refused("missing_scope", needed="files:write")], "lacks files:write"),
    ],
    ids=["no answer", "refused", "no scope"],
)
async def test_upload__what_went_wrong_is_said(
    slack: FakeSlack, uploads: Uploads, faults: list[Fault], said: str
) -> None:
    slack.fails("files.getUploadURLExternal", *faults)

    with pytest.raises(PictureFault, match=said):
        await uploads.uploaded(PNG, name="a.png", words="")


async def test_upload__nothing_goes_unencrypted_elsewhere(
    slack: FakeSlack, uploads: Uploads
) -> None:
    slack.world.base = lambda: "http://evil.example"

    with pytest.raises(PictureFault, match="in no form that is known"):
        await uploads.uploaded(PNG, name="a.png", words="")


async def test_upload__goes_through_the_proxy_as_every_call_does(slack: FakeSlack) -> None:
    """Nobody but the proxy knows this host."""
    slack.app.scopes.add("files:write")
    slack.listener.hosts.add("slack.invalid")
    here, secret = slack.listener.base.rsplit("/", 1)
    slack.world.base = lambda: f"http://slack.invalid/{secret}"
    client = delivery_client(slack.bot_token, url=f"{slack.world.base()}/api/", call_seconds=5)
    client.proxy = here

    picture = await Uploads(client).uploaded(PNG, name="a.png", words="")

    assert slack.world.files[picture.file_id].content == PNG
