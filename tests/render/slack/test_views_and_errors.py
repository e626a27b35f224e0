import pytest

from bot.errors import Ambiguous, Choice, NoMatch, Unreachable, UserError, WrongUsage
from bot.render.slack import did_you_mean, error_message, home_view, modal, refusal_message
from tests.render.slack.answers import many_rows
from tests.render.slack.strict import assert_fits, assert_view, buttons, seen

R3 = Choice(label="Router Replay", words="show R3")


def test_modal__has_a_short_title_and_a_count_of_what_is_missing() -> None:
    view = modal("Where is this tracked, please?", many_rows(300))

    assert_view(view)
    assert view["title"]["text"] == "Where is this tracked,…"
    assert "40 of 300 rows. For all of it type /nemorl-status refit" in seen(view["blocks"])


def test_home__shows_every_section_and_what_to_type_for_the_rest() -> None:
    view = home_view([many_rows(300), many_rows(3), many_rows(300)], command="/status")

    assert_view(view)
    assert sum(block["type"] == "header" for block in view["blocks"]) == 3
    assert seen(view["blocks"]).count("For all of it type /status refit") == 2
    ids = [button["action_id"] for button in buttons(view["blocks"])]
    assert ids == ["refresh", "refresh.2", "refresh.3"]


def test_home__more_sections_than_fit_are_counted() -> None:
    view = home_view([many_rows(3)] * 20)

    assert_view(view)
    assert "6 more sections left out: no room." in seen(view["blocks"])


def test_home__of_nothing_says_so() -> None:
    view = home_view([])

    assert_view(view)
    assert seen(view["blocks"]) == "Nothing to show."


def test_error__says_what_and_what_to_do() -> None:
    message = error_message("The settings are wrong:\n  - one\n  - two", "Mend them.")

    assert seen(message.blocks) == "The settings are wrong:\n  - one\n  - two\nMend them."
    assert message.text == "The settings are wrong:\n- one.\n- two.\nMend them."


def test_refusal__of_a_fault_has_a_sign() -> None:
    message = refusal_message(Unreachable("GitHub did not answer.", advice="Try again."))

    assert message.blocks[0]["elements"][0]["elements"][0] == {"type": "emoji", "name": "warning"}
    assert message.text == "GitHub did not answer.\nTry again."


@pytest.mark.parametrize(
    ("error", "values"),
    [
        (
            Ambiguous("Two fit.", asked="r", choices=[Choice(label="R3", words="show R3")]),
            ["show R3"],
        ),
        (NoMatch("None fits.", asked="r", nearest=["Refit"], advice="Or help."), ["Refit"]),
        (WrongUsage("Not so.", usage="stale", nearest=["stale"]), ["stale"]),
        (UserError("No.", advice="Ask."), []),
    ],
)
def test_refusal__offers_what_may_be_meant(error: UserError, values: list[str]) -> None:
    message = refusal_message(error)

    assert_fits(message)
    assert [button["value"] for button in buttons(message.blocks)] == values
    assert message.text.startswith(str(error))


def test_did_you_mean__counts_choices_that_have_no_button() -> None:
    choices = [Choice(label=f"c{n}", words=f"c {n}") for n in range(30)]
    message = did_you_mean("Many fit.", choices)

    assert_fits(message)
    assert len(buttons(message.blocks)) == 20
    assert seen(message.blocks).endswith("10 more fit: type more of the name.")
