from bot.answers.answer import Note, Tone, TreeFacts
from bot.answers.audience import TERMINAL
from bot.answers.from_store import from_store
from bot.answers.help import help_answer
from bot.answers.overview import overview_answer
from tests.answers.builders import a_judged_row, a_judged_tracker, a_judged_workstream
from tests.answers.words import spans_words
from tests.builders import NOW


def test_from_store__every_form_of_the_answer_carries_why_it_is_not_new() -> None:
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7)))
    fresh = overview_answer(tracker, name="widgets", audience=TERMINAL)

    answer = from_store(fresh, NOW, "GitHub did not answer. Ask again in a minute.")

    first, *rest = answer.blocks
    assert isinstance(first, Note)
    assert isinstance(answer.facts, TreeFacts)
    assert (first.tone, tuple(rest)) == (Tone.WARNING, fresh.blocks)
    assert "GitHub did not answer. Ask again in a minute." in spans_words(first.spans)
    assert "19 Aug 2026, 12:00 UTC" in spans_words(first.spans)
    assert answer.facts.coverage.notes == (spans_words(first.spans),)


def test_from_store__help_has_no_coverage() -> None:
    answer = from_store(help_answer((("help", "what can be asked"),)), NOW, "")

    assert isinstance(answer.blocks[0], Note)
