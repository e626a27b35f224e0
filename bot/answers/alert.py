"""What maintainers are told at once."""

from bot.answers.answer import Answer, HelpFacts, Note, Tone
from bot.answers.parts import said
from bot.errors import NemorlStatusError


def alert_answer(error: NemorlStatusError) -> Answer:
    """What happened, and what to do before anything works again."""
    title = f"GitHub cannot be read any more: {error}"
    what = f"{error.advice} Until then answers and digests tell what was last known.".strip()
    return Answer(
        blocks=(Note(said(title), Tone.WARNING), Note(said(what))),
        facts=HelpFacts(usages=()),
        title=title,
    )
