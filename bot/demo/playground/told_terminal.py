"""What `demo --text` shows of the terminal: questions that the bundled readings answer, and how to
ask on."""

import shlex

from bot import PROGRAM
from bot.commands import parse
from bot.terminal.desk import demo_desk
from bot.terminal.options import Options
from bot.terminal.questions import answered
from bot.terminal.streams import Streams

_QUESTIONS = ((), ("refit",), ("stale",), ("drift",))

_ASK_ON = f"""

Go on, still without any account (where `make demo` was: .venv/bin/{PROGRAM}):

  {PROGRAM} demo              # the same in a browser, as a small Slack
  {PROGRAM} --demo generation
  {PROGRAM} --demo 2467
  {PROGRAM} --demo mine --as "Zhiyu Li"
  {PROGRAM} --demo --tracker example
  {PROGRAM} --demo help

And about any tracking issue on GitHub, live:

  export GITHUB_TOKEN=...   # https://github.com/settings/tokens; public ones need no permission
  {PROGRAM} --tracker NVIDIA-NeMo/RL#2905
"""


def questions_told(options: Options, streams: Streams) -> None:
    """Show what the program answers, question by question."""
    desk = demo_desk()
    for number, words in enumerate(_QUESTIONS):
        before = "\n\n" if number else ""
        streams.show(f"{before}$ {shlex.join((PROGRAM, '--demo', *words))}\n\n")
        answered(parse(words), desk, options, streams)


def ways_on_told(streams: Streams) -> None:
    """Show what to type next."""
    streams.show(_ASK_ON)
