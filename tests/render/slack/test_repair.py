"""The modals of a repair: looked at by a person, and at their largest."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bot.answers.repair_done import done_before_answer, told_answer
from bot.answers.repaired import RepairTold
from bot.demo.slack.validate import check_message_blocks, check_view
from bot.github_status.repair import DiffLine
from bot.render.slack import SlackMessage, error_message, modal, slack_pages
from bot.render.slack.forms_repair import (
    BOXES_AT_MOST,
    BoxRow,
    ChoiceForm,
    ConfirmForm,
    choice_view,
    confirm_view,
    message_view,
    waiting_view,
)
from bot.render.slack.repair_lines import diff_words
from tests.builders import NOW
from tests.listeners.harness import HARM

FOLDER = Path(__file__).parent / "golden"
URL = "https://github.com/acme/widgets/issues/1"


def golden(name: str, view: dict[str, Any]) -> dict[str, Any]:
    """The kept view of this name; `view` is kept first where that was asked for."""
    path = FOLDER / f"{name}.json"
    if os.environ.get("NEMORL_WRITE_GOLDEN"):
        kept = json.dumps(view, ensure_ascii=False, indent=1) + "\n"
        path.write_text(kept, encoding="utf-8", newline="\n")
    return dict(json.loads(path.read_text(encoding="utf-8")))


def line(number: int, words: str, *, is_undo: bool = False) -> DiffLine:
    before, after = f"- [ ] {words}", f"- [x] {words}"
    return DiffLine(
        line=number, before=after if is_undo else before, after=before if is_undo else after
    )


def a_row(number: int = 7, title: str = "wire synchronizer", **fields: Any) -> BoxRow:
    defaults: dict[str, Any] = {
        "at": number,
        "label": f"#{number} {title}",
        "ref": f"#{number}",
        "url": f"https://github.com/acme/widgets/pull/{number}",
        "evidence": "The box is empty. GitHub says: merged on 19 August 2026.",
        "line": line(number, f"#{number} {title}"),
        "is_sure": True,
    }
    return BoxRow(**(defaults | fields))


def a_choice(*rows: BoxRow, **fields: Any) -> dict[str, Any]:
    shown = ChoiceForm(
        **{
            "tracker": "widgets",
            "rows": rows,
            "as_of": "2026-08-19 12:00 UTC",
            "mark": "0badcafe",
            "metadata": "{}",
        }
        | fields
    )
    return choice_view(shown)


def test_choice__as_it_is_looked_at() -> None:
    doubtful = "What took its place has landed: #8 and #9 were merged on 18 August 2026."
    view = a_choice(
        a_row(7),
        a_row(12, "delta", evidence=doubtful, is_sure=False),
        hidden=1,
        note="widgets was edited meanwhile, so nothing was written. Choose once more:",
    )

    check_view(view, types=("modal",))
    assert view == golden("repair_choice", view)


def test_confirm__as_it_is_looked_at() -> None:
    lines = tuple(line(n, f"#{n} wire synchronizer") for n in (7, 12))
    view = confirm_view(
        ConfirmForm(tracker="widgets", boxes=2, lines=lines, again="drift refit", metadata="{}")
    )

    check_view(view, types=("modal",))
    assert view == golden("repair_confirm", view)


def test_done__as_it_is_looked_at() -> None:
    told = RepairTold(
        what="1 box of acme/widgets#1 ticked, but bo saved an edit in the same second.",
        advice="Tell bo, and put it back by hand.",
        texts=(("The text of bo", f"## Refit\r\n\r\n- [ ] #7 {HARM}\r\n"),),
    )
    view = modal(
        "Repair the index", told_answer(told, tracker="acme/widgets#1", url=URL, change_id=4)
    )

    check_view(view, types=("modal",))
    assert view == golden("repair_done", view)


def test_confirm__of_an_undo_says_set_back() -> None:
    shown = ConfirmForm(
        tracker="widgets",
        boxes=1,
        lines=(line(7, "x", is_undo=True),),
        is_undo=True,
        metadata="{}",
    )
    seen = str(confirm_view(shown))
    assert "1 box of widgets will be set back to what it was, in one edit." in seen
    assert "Choose others" not in seen


def test_choice__nothing_to_tick_can_only_be_closed() -> None:
    view = a_choice()
    assert "There is no box of widgets to tick." in str(view)
    assert "submit" not in view
    assert "There is no other box of widgets to tick." in str(a_choice(hidden=2))


@pytest.mark.no_cover  # many inputs through what others cover
@pytest.mark.parametrize("letter", ["&", "é", "👩‍👩‍👧", "\u202e"])
def test_views__at_their_largest(letter: str) -> None:
    words = f"{HARM} {letter * 400}".replace("\n", " ")
    rows = [
        a_row(
            n,
            letter * 300,
            evidence=letter * 2_000,
            line=line(n, words),
            ref=f"{letter * 50}#{n}",
            is_sure=n % 2 == 0,
        )
        for n in range(BOXES_AT_MOST)
    ]
    view = a_choice(*rows, more=7, hidden=3, note=letter * 5_000, tracker=letter * 60)
    lines = tuple(row.line for row in rows)
    confirm = confirm_view(
        ConfirmForm(tracker=letter * 60, boxes=70, lines=lines, again="drift", metadata="{}")
    )
    texts = (("Theirs", (letter * 79 + "\n") * 200), ("Others'", letter * 30_000))
    answer = told_answer(
        RepairTold(what="Done.", texts=texts), tracker="acme/widgets#1", url=URL, change_id=1
    )

    pages = slack_pages(answer)

    check_view(view, types=("modal",))
    check_view(confirm, types=("modal",))
    check_view(modal("Repair", answer), types=("modal",))
    for message in pages[:2]:
        check_message_blocks(list(message.blocks))
    assert "Undo" in str(pages[0].blocks)
    assert "edit history" in str(modal("Repair", answer))


def test_lines__are_cut_around_the_box() -> None:
    row = DiffLine(
        line=3,
        before=f"| {'a' * 200} | [ ] | {'b' * 300} |",
        after=f"| {'a' * 200} | [x] | {'b' * 300} |",
    )
    before, after = diff_words(row)
    assert before.startswith("…aaa")
    assert before.endswith("bbb…")
    assert " | [ ] | b" in before
    assert before.replace("[ ]", "[x]") == after


def test_other_views() -> None:
    check_view(waiting_view("Writing to GitHub …"), types=("modal",))
    message: SlackMessage = error_message("It failed.", f"Ask again {HARM}", fault=True)
    check_view(message_view(message), types=("modal",))
    before = done_before_answer(
        by="you", at=NOW, change_id=None, tracker="acme/widgets#1", url="javascript:x"
    )
    view = modal("Repair", before)
    check_view(view, types=("modal",))
    assert "javascript" not in str(view)
    assert "Undo" not in str(view)
