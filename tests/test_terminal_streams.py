import io
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.errors import UserError
from bot.terminal.options import Options, checked, moment
from bot.terminal.progress import progress_on
from bot.terminal.streams import PIPED_WIDTH, Streams


class _Stream(io.TextIOWrapper):
    """A file, or something that says it is a terminal."""

    def __init__(self, *, terminal: bool, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    @property
    def written(self) -> bytes:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue()


def _streams(
    environment: Mapping[str, str] | None = None, *, terminal: bool = True, encoding: str = "utf-8"
) -> Streams:
    out, err = (_Stream(terminal=terminal, encoding=encoding) for _ in range(2))
    known = {"TERM": "xterm-256color"} if environment is None else environment
    return Streams(out=out, err=err, environment=known)


@pytest.mark.parametrize(
    ("environment", "terminal", "colour", "links"),
    [
        pytest.param({"TERM": "xterm"}, True, True, True, id="a terminal"),
        pytest.param({"TERM": "xterm"}, False, False, False, id="piped"),
        pytest.param({"TERM": "dumb"}, True, False, False, id="a dumb terminal"),
        pytest.param({}, True, True, False, id="a terminal that says nothing"),
        pytest.param({"TERM": "linux"}, True, True, False, id="the console"),
        pytest.param({"TERM": "xterm", "NO_COLOR": "1"}, True, False, True, id="no colour"),
        pytest.param({"TERM": "xterm", "NO_COLOR": ""}, True, True, True, id="empty is unset"),
        pytest.param({"FORCE_COLOR": "1"}, False, True, False, id="forced into a pipe"),
        pytest.param({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False, False, id="both"),
    ],
)
def test_style__what_is_shown(
    environment: dict[str, str], terminal: bool, colour: bool, links: bool
) -> None:
    style = _streams(environment, terminal=terminal).style

    assert (style.colour, style.links) == (colour, links)


@pytest.mark.parametrize(
    ("encoding", "unicode"), [("utf-8", True), ("ascii", False), ("latin-1", False)]
)
def test_style__unicode_where_the_encoding_has_it(encoding: str, unicode: bool) -> None:
    assert _streams(encoding=encoding).style.unicode is unicode


@pytest.mark.parametrize(
    ("environment", "terminal", "width"),
    [
        pytest.param({"TERM": "xterm"}, False, PIPED_WIDTH, id="piped"),
        pytest.param({"COLUMNS": "60"}, False, 60, id="piped, and told"),
        pytest.param({"COLUMNS": "wide"}, False, PIPED_WIDTH, id="nonsense"),
        pytest.param({"COLUMNS": "0"}, False, PIPED_WIDTH, id="nothing"),
        pytest.param({"COLUMNS": "9" * 5_000}, False, PIPED_WIDTH, id="more than can be read"),
    ],
)
def test_width__of_a_file(environment: dict[str, str], terminal: bool, width: int) -> None:
    assert _streams(environment, terminal=terminal).width == width


def test_show__what_the_encoding_lacks_is_a_question_mark() -> None:
    streams = _streams(encoding="ascii")

    streams.show("naïve ▓ \ud800\n")

    assert isinstance(streams.out, _Stream)
    assert streams.out.written == b"na?ve ? ?\n"


def test_show_data__is_utf_8_whatever_the_terminal_speaks() -> None:
    streams = _streams(encoding="ascii")

    streams.show_data('"naïve ▓ \ud800"\n')

    assert isinstance(streams.out, _Stream)
    assert streams.out.written.decode() == '"naïve ▓ ?"\n'


def test_complain__is_one_block_on_stderr() -> None:
    streams = _streams()

    streams.complain(UserError("That is wrong.", advice="Do this."))

    assert isinstance(streams.err, _Stream)
    assert streams.err.written == b"nemorl-status: That is wrong.\nDo this.\n"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        pytest.param("2026-08-22", "2026-08-22T23:59:59.999999", id="a day is its end"),
        pytest.param("2026-08-22T23:00", "2026-08-22T23:00", id="without a zone in UTC"),
        pytest.param("2026-08-22T23:00Z", "2026-08-22T23:00", id="in UTC"),
        pytest.param("2026-08-22 23:00:30+02:00", "2026-08-22T21:00:30", id="in another zone"),
    ],
)
def test_moment__is_read(text: str, at: str) -> None:
    assert moment(text) == datetime.fromisoformat(at).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["", "soon", "2026-13-01", "2026-08-22T25:00", "0001-01-01T00:00+14:00", "9" * 999]
)
def test_moment__is_refused(text: str) -> None:
    with pytest.raises(UserError, match="--now cannot read"):
        moment(text)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(Options(), id="nothing"),
        pytest.param(Options(words=("refit",), json=True, config=Path("x")), id="a question"),
        pytest.param(Options(words=("show", "parse"), exit_code=True), id="a later word"),
        pytest.param(Options(words=("parse", "-"), repo="a/b", json=True, debug=True), id="parse"),
        pytest.param(Options(words=("DEMO",), text=True, debug=True), id="the demo as text"),
    ],
)
def test_checked__what_goes_together(options: Options) -> None:
    assert checked(options) is options


def test_warn__what_it_names_does_not_act_and_is_no_secret() -> None:
    streams = _streams()

    streams.warn("No “\x1b[31mred\u202e”:\n  - ghp_hush", "Not https://u:hunter2@h.")

    assert isinstance(streams.err, _Stream)
    assert streams.err.written.decode() == (
        "nemorl-status: No “�[31mred�”:\n  - [secret]\nNot [secret]h.\n"
    )


def test_progress_on__waiting_is_told_once_where_no_bar_is() -> None:
    streams = _streams(terminal=False)

    with progress_on(streams, "Reading widgets") as seen:
        for _ in range(3):
            seen.on_wait(datetime(2026, 8, 22, 23, 5, 7, tzinfo=UTC))
        seen.on_progress(1, 3)

    assert isinstance(streams.err, _Stream)
    assert streams.err.written.decode() == (
        "nemorl-status: Waiting for GitHub's limit until 23:05:07 UTC.\n"
    )


def test_progress_on__the_bar_tells_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    streams = _streams(terminal=True)

    with progress_on(streams, "Reading widgets") as seen:
        seen.on_wait(datetime(2026, 8, 22, 23, 5, 7, tzinfo=UTC))

    assert isinstance(streams.err, _Stream)
    assert "Waiting for GitHub's limit until 23:05:07 UTC" in streams.err.written.decode()
