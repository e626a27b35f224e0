"""What stands on stderr: ours and what libraries log, in either form."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from bot.insight.request import within_request
from bot.logs import configure_logs, hold_back

SECRET = "planted-secret"
TITLE = "Planted title of a private pull request"


@pytest.fixture(autouse=True)
def untouched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", root.handlers[:])
    monkeypatch.setattr(root, "level", root.level)
    hold_back([SECRET])
    yield
    hold_back(())
    structlog.reset_defaults()


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def fail() -> None:
    try:
        raise KeyError(TITLE)
    except KeyError as error:
        raise ValueError(f"{TITLE} with {SECRET}") from error


def test_text__a_sentence_with_fields(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(debug=False, usual=logging.INFO)

    with within_request("digest:2026-07-20"):
        structlog.get_logger().info("A message stands in Slack", key="a\nb")

    (line,) = capsys.readouterr().err.splitlines()
    assert " level='info' event='A message stands in Slack' " in line
    assert r"key='a\nb'" in line, "no text begins a line of its own"
    assert "request='digest:2026-07-20'" in line


def test_json__one_object_for_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(debug=False, usual=logging.INFO, form="json")

    with within_request("one"):
        structlog.get_logger().warning("It\nfailed", count=3, because=f"with {SECRET}", at=(1, 2))
        logging.getLogger("some.library").error("Odd: %s", f"token {SECRET}")

    ours, theirs = lines(capsys)
    assert ours.pop("timestamp").endswith("Z")
    assert ours == {
        "level": "warning",
        "event": "It\nfailed",
        "count": 3,
        "because": "with [secret]",
        "at": [1, 2],
        "request": "one",
    }
    assert theirs["event"] == "Odd: token [secret]"
    assert (theirs["logger"], theirs["request"]) == ("some.library", "one")


@pytest.mark.parametrize("logger", ["ours", "a library's"])
@pytest.mark.parametrize("debug", [False, True], ids=["usually", "with --debug"])
def test_exceptions__their_kind_and_place_and_never_their_words(
    capsys: pytest.CaptureFixture[str], logger: str, debug: bool
) -> None:
    configure_logs(debug=debug, usual=logging.INFO, form="json")

    try:
        fail()
    except ValueError as error:
        if logger == "ours":
            structlog.get_logger().error("It failed", exc_info=error)
        else:
            logging.getLogger("some.library").exception("It failed")

    (line,) = lines(capsys)
    assert line["kind"] == "ValueError from KeyError"
    assert "in fail" in line["where"]
    assert TITLE not in str(line)
    assert SECRET not in str(line)


def test_exceptions__of_a_group_and_what_it_came_from(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(debug=False, usual=logging.INFO, form="json")
    group = ExceptionGroup(TITLE, [ValueError(TITLE), KeyError(TITLE)])
    group.__cause__ = OSError(TITLE)

    structlog.get_logger().error("It failed", exc_info=group, seconds=float("nan"))

    (line,) = lines(capsys)
    assert line["kind"] == "ExceptionGroup from ValueError from KeyError from OSError"
    assert line["seconds"] == "nan", "JSON has no number for it"
    assert TITLE not in str(line)


def test_libraries__a_broken_line_prints_nothing_of_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    configure_logs(debug=False, usual=logging.INFO, form="json")
    # Without pytest's own, which fails at such a line.
    monkeypatch.setattr(logging.getLogger(), "handlers", logging.getLogger().handlers[-1:])

    logging.getLogger("some.library").error("%d", TITLE)

    (line,) = lines(capsys)
    assert line["event"] == "A line of a library cannot be read"
    assert line["logger"] == "some.library"


def test_libraries__are_quiet_unless_something_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure_logs(debug=False, usual=logging.INFO)
    configure_logs(debug=False, usual=logging.INFO)

    logging.getLogger("some.library").warning("Perhaps")
    logging.getLogger("some.library").error("Certainly")

    assert capsys.readouterr().err.count("\n") == 1, "and told once, however often it is set up"
