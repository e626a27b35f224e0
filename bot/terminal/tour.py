"""`demo`: what is answered from the bundled readings, and how to ask on."""

import shlex
from dataclasses import replace

from bot import PROGRAM
from bot.commands import parse
from bot.terminal.desk import demo_desk
from bot.terminal.digest import digest_told
from bot.terminal.options import ExitStatus, Options
from bot.terminal.questions import answered
from bot.terminal.remind import remind_told
from bot.terminal.streams import Streams

_QUESTIONS = ((), ("refit",), ("stale",), ("drift",))

_DIGEST_DAY, _ROUND_DAY, _PERSON = "2026-07-20", "2026-08-24", "Songlin Jiang"

_ASK_ON = f"""\
Ask on, still without any account (where `make demo` was: .venv/bin/{PROGRAM}):

  {PROGRAM} --demo generation
  {PROGRAM} --demo 2467
  {PROGRAM} --demo mine --as "Zhiyu Li"
  {PROGRAM} --demo --tracker example
  {PROGRAM} --demo help

And about any tracking issue on GitHub, live:

  export GITHUB_TOKEN=...   # https://github.com/settings/tokens; public ones need no permission
  {PROGRAM} --tracker NVIDIA-NeMo/RL#2905
"""


def tour_status(options: Options, streams: Streams) -> ExitStatus:
    """Show what the program says, question by question, and what it says unasked."""
    desk = demo_desk()
    for words in _QUESTIONS:
        _prompt(words, streams)
        answered(parse(words), desk, options, streams)
        streams.show("\n\n")
    _prompt(("digest", "--slot", _DIGEST_DAY), streams)
    digest_told(desk, replace(options, words=("digest",), demo=True, slot=_DIGEST_DAY), streams)
    streams.show("\n\n")
    _prompt(("remind", "--person", _PERSON, "--slot", _ROUND_DAY), streams)
    asked = replace(options, words=("remind",), demo=True, person=_PERSON, slot=_ROUND_DAY)
    remind_told(desk, asked, streams)
    streams.show("\n\n")
    streams.show(_ASK_ON)
    return ExitStatus.ANSWERED


def _prompt(words: tuple[str, ...], streams: Streams) -> None:
    streams.show(f"$ {shlex.join((PROGRAM, '--demo', *words))}\n\n")
