"""`demo`: four questions answered from the bundled readings, and how to ask on."""

from bot.commands import parse
from bot.terminal.desk import demo_desk
from bot.terminal.options import PROGRAM, ExitStatus, Options
from bot.terminal.questions import answered
from bot.terminal.streams import Streams

_QUESTIONS = ((), ("refit",), ("stale",), ("drift",))

_ASK_ON = f"""\
Ask on, still without any account:

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
    """Show what the program says, question by question."""
    desk = demo_desk()
    for words in _QUESTIONS:
        streams.show(f"$ {' '.join((PROGRAM, '--demo', *words))}\n\n")
        answered(parse(words), desk, options, streams)
        streams.show("\n\n")
    streams.show(_ASK_ON)
    return ExitStatus.ANSWERED
