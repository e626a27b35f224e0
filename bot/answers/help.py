"""What can be asked."""

from bot.answers.answer import Answer, Code, Heading, HelpFacts, Plain, Table


def help_answer(usages: tuple[tuple[str, str], ...]) -> Answer:
    """Every subcommand as (usage, one line of help), in the order given."""
    title = "How to ask"
    rows = tuple(((Code(usage),), (Plain(words),)) for usage, words in usages)
    return Answer(
        blocks=(Heading((Plain(title),)), Table(rows)),
        facts=HelpFacts(usages=usages),
        title=title,
    )
