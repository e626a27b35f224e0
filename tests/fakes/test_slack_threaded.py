"""The fake Slack beside a bot in another process."""

import os
import signal
import subprocess
import sys

import pytest

from bot.demo.slack import reset_after
from tests.fakes.slack.threaded import threaded_slack

BOT = """
import json, os, time, urllib.request
body = json.dumps({"channel": os.environ["ROOM"], "text": "from elsewhere"}).encode()
head = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["TOKEN"]}
request = urllib.request.Request(os.environ["API"] + "chat.postMessage", body, head)
try:
    urllib.request.urlopen(request).read()
except OSError:
    pass
print("posted", flush=True)
time.sleep(60)
"""


def test_threaded__a_bot_in_another_process_is_killed() -> None:
    with threaded_slack(transport="http") as served:
        room = served.do(lambda slack: slack.add_channel("room"))
        served.do(lambda slack: slack.fails("chat.postMessage", reset_after()))
        env = {**os.environ, "API": served.api_url, "TOKEN": served.bot_token, "ROOM": room.id}
        with subprocess.Popen(
            [sys.executable, "-c", BOT], env=env, stdout=subprocess.PIPE, text=True
        ) as bot:
            assert bot.stdout is not None
            assert bot.stdout.readline() == "posted\n"
            os.kill(bot.pid, signal.SIGKILL)

        texts = served.do(lambda slack: [m.text for m in slack.messages(room)])
        served.wait(lambda slack: slack.until(lambda: slack.calls("chat.postMessage")))

    assert texts == ["from elsewhere"]
    assert bot.returncode == -signal.SIGKILL


def test_threaded__fails_at_its_end_like_the_other_one() -> None:
    with (
        pytest.raises(AssertionError, match="was never met"),
        threaded_slack(transport="http") as served,
    ):
        served.do(lambda slack: slack.fails("chat.update", reset_after()))
