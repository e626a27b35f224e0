"""Words → the question that is meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import COMMANDS, parse, split
from bot.commands.command import Question
from bot.commands.drift import DriftQuestion
from bot.commands.help import HelpQuestion
from bot.commands.merged import MergedQuestion
from bot.commands.mine import MineQuestion
from bot.commands.name import NameQuestion
from bot.commands.overview import OverviewQuestion
from bot.commands.person import By, PersonQuestion
from bot.commands.pull import PullQuestion
from bot.commands.stale import StaleQuestion
from bot.commands.workstream import WorkstreamQuestion
from bot.errors import NemorlStatusError, UserError, WrongUsage
from tests.commands.scenes import nemo_scene

TRACKERS = ("nemo-rl", "sc-cleanup", "NVIDIA-NeMo/RL#2905")


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("", OverviewQuestion()),
        ("Overview", OverviewQuestion()),
        ("refit", NameQuestion(name="refit")),
        ("data plane", NameQuestion(name="data plane")),
        ("zhiyu li", NameQuestion(name="zhiyu li")),
        ("'data plane'", NameQuestion(name="'data plane'")),
        ("stales", NameQuestion(name="stales")),
        ("refit stale", NameQuestion(name="refit stale")),
        ("show stale", WorkstreamQuestion(workstream="stale")),
        ('show "Router Replay (R3)"', WorkstreamQuestion(workstream="Router Replay (R3)")),
        ("show 2026", WorkstreamQuestion(workstream="2026")),
        ("stale", StaleQuestion()),
        ("Stale", StaleQuestion()),
        ("stale data plane", StaleQuestion(workstream="data plane")),
        ("stale 14d", StaleQuestion(days=14)),
        ("stale “data plane” 2w", StaleQuestion(workstream="data plane", days=14)),
        ("merged", MergedQuestion(days=7)),
        ("merged refit 30d", MergedQuestion(workstream="refit", days=30)),
        ("drift", DriftQuestion()),
        ("drift refit", DriftQuestion(workstream="refit")),
        ("mine", MineQuestion()),
        ("@zyzhou5", PersonQuestion(person="zyzhou5")),
        ("@Zhiyu Li", PersonQuestion(person="Zhiyu Li")),
        ('"Zhiyu Li"', PersonQuestion(person="Zhiyu Li")),
        ("“mine”", PersonQuestion(person="mine")),
        ('"2467"', PersonQuestion(person="2467")),
        ("gh:zyzhou5", PersonQuestion(person="zyzhou5", by=By.LOGIN)),
        ("GH: @zyzhou5", PersonQuestion(person="zyzhou5", by=By.LOGIN)),
        ("<@U0DEMO01>", PersonQuestion(person="U0DEMO01", by=By.SLACK)),
        ("<@U0DEMO01|Zhiyu Li>", PersonQuestion(person="U0DEMO01", by=By.SLACK)),
        ("2467", PullQuestion(number=2467)),
        ("#2467", PullQuestion(number=2467)),
        ("RL#2467", PullQuestion(number=2467, repository="RL")),
        ("RL #2467", PullQuestion(number=2467, repository="RL")),
        ("NVIDIA-NeMo/RL#2467", PullQuestion(number=2467, repository="NVIDIA-NeMo/RL")),
        ("phase 2", NameQuestion(name="phase 2")),
        ("RL#x", NameQuestion(name="RL#x")),
        ("#", NameQuestion(name="#")),
    ],
    ids=lambda value: repr(value) if isinstance(value, str) else "",
)
def test_parse(text: str, question: Question) -> None:
    asked = parse(split(text), trackers=TRACKERS)

    assert (asked.question, asked.tracker_name) == (question, None)


@pytest.mark.parametrize(
    "address",
    [
        "https://github.com/NVIDIA-NeMo/RL/pull/2467",
        "http://github.com/NVIDIA-NeMo/RL/issues/2467",
        "https://github.com/NVIDIA-NeMo/RL/pull/2467/files#diff-1",
        "https://github.com/NVIDIA-NeMo/RL/pull/2467?notification=1",
        "HTTPS://GitHub.com/NVIDIA-NeMo/RL/pull/2467#issuecomment-9",
        "github.com/NVIDIA-NeMo/RL/pull/2467",
        "https://github.example.org:8443/NVIDIA-NeMo/RL/pull/2467",
        "<https://github.com/NVIDIA-NeMo/RL/pull/2467>",
        "<https://github.com/NVIDIA-NeMo/RL/pull/2467|the pull request>",
    ],
    ids=[
        "pull request",
        "issue",
        "a file of it",
        "with a query",
        "with a comment",
        "without https",
        "another server",
        "as Slack writes it",
        "as Slack writes it with a label",
    ],
)
def test_parse__addresses(address: str) -> None:
    question = parse(split(address)).question

    assert isinstance(question, PullQuestion)
    assert (question.number, question.repository) == (2467, "NVIDIA-NeMo/RL")
    assert question.host is not None
    assert "github" in question.host.casefold()


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (["data plane"], NameQuestion(name="data plane")),
        (["data", "plane"], NameQuestion(name="data plane")),
        (["stale", "data plane", "14d"], StaleQuestion(workstream="data plane", days=14)),
        (["", " "], OverviewQuestion()),
        (["RL #2467"], PullQuestion(number=2467, repository="RL")),
        (["@Zhiyu Li"], PersonQuestion(person="Zhiyu Li")),
        (['"Zhiyu Li"'], PersonQuestion(person="Zhiyu Li")),
    ],
    ids=[
        "name in one argument",
        "name in two",
        "one argument is never a subcommand and more",
        "empty arguments",
        "ref in one argument",
        "person in one argument",
        "quotation marks that the shell left",
    ],
)
def test_parse__words_of_a_shell(words: list[str], question: Question) -> None:
    assert parse(words).question == question


@pytest.mark.parametrize(
    ("text", "question", "tracker"),
    [
        ("in sc-cleanup", OverviewQuestion(), "sc-cleanup"),
        ("refit in sc-cleanup", NameQuestion(name="refit"), "sc-cleanup"),
        ("refit IN SC Cleanup", NameQuestion(name="refit"), "sc-cleanup"),
        ('stale 14d in "sc cleanup"', StaleQuestion(days=14), "sc-cleanup"),
        ("mine in nvidia-nemo/rl#2905", MineQuestion(), "NVIDIA-NeMo/RL#2905"),
        ("2467 in nemo-rl", PullQuestion(number=2467), "nemo-rl"),
        ("built in tools in nemo-rl", NameQuestion(name="built in tools"), "nemo-rl"),
        ("built in tools", NameQuestion(name="built in tools"), None),
        ("show built in tools", WorkstreamQuestion(workstream="built in tools"), None),
        ("in flight", NameQuestion(name="in flight"), None),
        ("in", NameQuestion(name="in"), None),
        ("refit in", NameQuestion(name="refit in"), None),
        ("in nemo-rl refit", NameQuestion(name="in nemo-rl refit"), None),
        ('show "built in nemo-rl"', WorkstreamQuestion(workstream="built in nemo-rl"), None),
        ('refit "in" nemo-rl', NameQuestion(name="refit in nemo-rl"), None),
    ],
    ids=[
        "overview of another tracker",
        "workstream",
        "without case or punctuation",
        "tracker in quotation marks",
        "tracker by its ref",
        "pull request",
        "the last `in` counts",
        "a name with `in`",
        "a name with `in` after show",
        "a name that begins with in",
        "only in",
        "ends with in",
        "tracker not at the end",
        "quoted: all of it is a name",
        "quoted in",
    ],
)
def test_parse__in_another_tracker(text: str, question: Question, tracker: str | None) -> None:
    asked = parse(split(text), trackers=TRACKERS)

    assert (asked.question, asked.tracker_name) == (question, tracker)


@pytest.mark.parametrize(
    ("text", "sentence", "usage"),
    [
        ("show", "“show” needs the name of a workstream.", "show WORKSTREAM"),
        ("stale 0d", "“0d” is not between 1 and 3650 days.", "stale [WORKSTREAM] [14d]"),
        ("merged 9", "“9” is not a time: days or weeks?", "merged [WORKSTREAM] [7d]"),
        ("overview all", "“overview” stands alone, without “all”.", "overview"),
        ("mine too", "“mine” stands alone, without “too”.", "mine"),
        ("gh:", "“gh:” needs a name or a login after it.", '@NAME, "NAME" or gh:LOGIN'),
        ("@", "“@” needs a name or a login after it.", '@NAME, "NAME" or gh:LOGIN'),
        ('""', "There is no name between the quotation marks.", '@NAME, "NAME" or gh:LOGIN'),
        (
            '"Zhiyu Li" stale',
            "“Zhiyu Li” is a person, and “stale” does not belong to it.",
            '@NAME, "NAME" or gh:LOGIN',
        ),
        (
            "https://example.org/x",
            "“https://example.org/x” is not the address of a pull request or an issue.",
            "2467, RL#2467, OWNER/REPOSITORY#2467 or a URL",
        ),
        (
            "#0",
            "“0” is no number of a pull request.",
            "2467, RL#2467, OWNER/REPOSITORY#2467 or a URL",
        ),
        (
            "99999999999",
            "“99999999999” is no number of a pull request.",
            "2467, RL#2467, OWNER/REPOSITORY#2467 or a URL",
        ),
        ("help nonsense", "There is no subcommand “nonsense”.", "help [SUBCOMMAND]"),
    ],
    ids=[
        "show nothing",
        "no days",
        "no unit",
        "words after overview",
        "words after mine",
        "no login",
        "no name",
        "empty quotation",
        "words after a quotation",
        "another address",
        "number nought",
        "too large a number",
        "help for nothing",
    ],
)
def test_parse__mine_but_wrong(text: str, sentence: str, usage: str) -> None:
    with pytest.raises(WrongUsage) as caught:
        parse(split(text))

    assert (str(caught.value), caught.value.usage) == (sentence, usage)
    assert caught.value.advice.endswith(f"Usage: {usage}")


def test_parse__help_for_something_near_offers_it() -> None:
    with pytest.raises(WrongUsage) as caught:
        parse(["help", "drifting"])

    assert caught.value.nearest == ("help drift",)
    assert caught.value.advice == "Did you mean “help drift”? Usage: help [SUBCOMMAND]"


@pytest.mark.parametrize("word", ["m", "xyzzy", "person", "name", "pull"])
def test_parse__help_for_no_subcommand_offers_none(word: str) -> None:
    with pytest.raises(WrongUsage) as caught:
        parse(["help", word])

    assert caught.value.nearest == ()


@pytest.mark.parametrize("text", ["24 67", "#24, #67", "RL#24 RL#67"])
def test_parse__one_pull_request_at_a_time(text: str) -> None:
    with pytest.raises(WrongUsage, match="one pull request at a time"):
        parse(split(text))


@pytest.mark.parametrize(
    ("phrase", "as_words"),
    [
        ("in nemo-rl", ["in", "nemo-rl"]),
        ("stale in nemo-rl", ["stale", "in", "nemo-rl"]),
        ("zhiyu li in nemo-rl", ["zhiyu li", "in", "nemo-rl"]),
        ("RL #2467", ["RL", "#2467"]),
    ],
)
def test_parse__a_question_in_one_word(phrase: str, as_words: list[str]) -> None:
    one, several = (parse(words, trackers=TRACKERS) for words in ([phrase], as_words))

    assert (one.question, one.tracker_name) == (several.question, several.tracker_name)


def test_parse__an_unknown_tracker_after_words_that_are_wrong() -> None:
    with pytest.raises(WrongUsage) as caught:
        parse(split("mine in nemo"), trackers=TRACKERS[:2])

    assert caught.value.advice == ("No tracker is called “nemo”; the nearest: nemo-rl. Usage: mine")


@pytest.mark.parametrize("text", ["help", "help stale", "HELP stal"])
def test_parse__help(text: str) -> None:
    question = parse(split(text)).question

    assert isinstance(question, HelpQuestion)
    stale = ("stale [WORKSTREAM] [14d]", "what has not moved for too long, by whose turn it is")
    assert stale in question.usages
    assert len(question.usages) == (len(COMMANDS) if text == "help" else 1)


def test_commands__each_is_complete_and_different() -> None:
    for command in COMMANDS:
        assert command.name == command.name.casefold().strip() != ""
        assert command.usage
        assert command.help
        assert not command.help.endswith(".")
        assert "\n" not in command.help
        if command.recognises is None:
            assert command.usage.split()[0] == command.name
    for attribute in ("name", "usage", "help"):
        assert len({getattr(command, attribute) for command in COMMANDS}) == len(COMMANDS)


def test_commands__a_word_is_never_two_things() -> None:
    for command in COMMANDS:
        if command.recognises is None and command.name != "show":
            assert type(parse([command.name]).question).__name__.lower().startswith(command.name)


SCENE = nemo_scene(asker="Zhiyu Li", aliases=(("tq", "Data Plane"),))
WORDS = st.one_of(
    st.text(max_size=12),
    st.sampled_from([c.name for c in COMMANDS]),
    st.sampled_from(["in", "nemo-rl", "refit", "14d", "0d", "d", "@", "gh:", '"', "#2467", "2475"]),
    st.from_regex(r"(https?://|<|@|gh:|#|RL#|\"|“)[\w/#|>\"” -]{0,12}", fullmatch=True),
)


@pytest.mark.no_cover  # many inputs through what others cover
@given(words=st.lists(WORDS, max_size=5))
def test_parse_and_answer__any_words(words: list[str]) -> None:
    """Nothing but an answer or a `UserError` that says what happened and what to do."""
    for form in (words, split(" ".join(words))):
        try:
            answer = parse(form, trackers=TRACKERS).answer(SCENE)
        except UserError as error:
            told: NemorlStatusError = error
            assert str(told)
            assert told.advice
            assert "\n" not in str(told) + told.advice
        else:
            assert answer.title


@pytest.mark.parametrize(
    ("text", "lists_all"),
    [
        ("", True),
        ("  ", True),
        ("overview", False),
        ("in sc-cleanup", False),
        ("stale", False),
    ],
)
def test_only_nothing_at_all__asks_for_every_tracker(text: str, lists_all: bool) -> None:
    assert parse(split(text), trackers=TRACKERS).lists_all is lists_all


@pytest.mark.parametrize(
    ("text", "question", "tracker"),
    [
        ("stale", StaleQuestion(), None),
        ("stale in stale", StaleQuestion(), "stale"),
        ("in stale", OverviewQuestion(), "stale"),
        ("refit", NameQuestion(name="refit"), None),
        ("refit in refit", NameQuestion(name="refit"), "refit"),
        ("show refit in refit", WorkstreamQuestion(workstream="refit"), "refit"),
        ("stale refit in refit", StaleQuestion(workstream="refit"), "refit"),
    ],
)
def test_tracker_called_like_a_subcommand_or_a_workstream(
    text: str, question: Question, tracker: str | None
) -> None:
    """A word is the tracker's name behind `in` alone."""
    asked = parse(split(text), trackers=("stale", "refit"))

    assert (asked.question, asked.tracker_name) == (question, tracker)
