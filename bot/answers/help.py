"""What can be asked."""

from bot.answers.answer import Answer, Code, Heading, HelpFacts, Plain, Table
from bot.answers.parts import Part, said


def help_answer(usages: tuple[tuple[str, str], ...]) -> Answer:
    """Every subcommand as (usage, one line of help), in the order given."""
    title = "What you can ask"
    rows = tuple((_usage(usage), (Plain(words),)) for usage, words in usages)
    return Answer(
        blocks=(Heading((Plain(title),)), Table(rows)),
        facts=HelpFacts(usages=usages),
        title=title,
    )


def _usage(usage: str) -> Part:
    return (Code(usage),) if usage else said("(nothing)")
