"""Questions asked of a scene: what is meant, what is asked back, and what is told if nothing is."""

import time
from dataclasses import replace

import pytest

from bot.answers.answer import Answer, DriftFacts, PullFacts, TreeFacts
from bot.answers.audience import PUBLIC, TERMINAL, Audience
from bot.commands import parse, split
from bot.commands.command import Scene
from bot.commands.lookup import named_people, named_workstreams, person_words
from bot.commands.mine import MineQuestion
from bot.commands.pull import PullQuestion
from bot.demo.bundled import demo_snapshot
from bot.errors import Ambiguous, NoMatch, UserError, WrongUsage
from bot.github_status.facts.index import Role, RowRef, Workstream
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.facts.unlisted import Unlisted
from bot.github_status.judge import Rules, judge_snapshot
from bot.people.people import Link, People, PersonName
from tests.builders import a_pull, a_reading, a_ref, a_row, a_workstream, an_actor
from tests.commands.scenes import CORE, OUTLINE, PUMP, a_scene, nemo_scene

SCENE = nemo_scene(
    asker="Zhiyu Li", aliases=(("tq", "Data Plane"), ("dwt2", "refit / delta weight transfer"))
)


def _rowed(*names: str) -> list[Workstream]:
    """Workstreams of these names, each with one row."""
    return [a_workstream(a_row(7), name=name, line=n) for n, name in enumerate(names, start=1)]


def ask(text: str, scene: Scene = SCENE) -> Answer:
    return parse(split(text), trackers=("nemo-rl", "sc-cleanup")).answer(scene)


def workstreams_of(text: str, scene: Scene = SCENE) -> list[tuple[str, ...]]:
    facts = ask(text, scene).facts
    assert isinstance(facts, TreeFacts)
    return [judged.workstream.path for judged in facts.workstreams]


def person_of(text: str, scene: Scene = SCENE) -> str:
    return ask(text, scene).title.split(":")[0]


def grouped_lines(text: str, scene: Scene = SCENE) -> list[list[int]]:
    facts = ask(text, scene).facts
    assert isinstance(facts, TreeFacts)
    return [[row.row.line for row in group.rows] for group in facts.groups or ()]


def test_overview() -> None:
    facts = ask("").facts

    assert isinstance(facts, TreeFacts)
    assert facts.whole


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("Data Plane", ("Data Plane",)),
        ("data-plane", ("Data Plane",)),
        ("data", ("Data Plane",)),
        ("dp", ("Data Plane",)),
        ("tq", ("Data Plane",)),
        ("dataplane", ("Data Plane",)),
        ("dtaa plane", ("Data Plane",)),
        ("Router Replay (R3)", ("Data Plane", "Router Replay (R3)")),
        ("R3", ("Data Plane", "Router Replay (R3)")),
        ("rr", ("Data Plane", "Router Replay (R3)")),
        ("replay", ("Data Plane", "Router Replay (R3)")),
        ("FT", ("Data Plane", "FT, Distillation")),
        ("distillation", ("Data Plane", "FT, Distillation")),
        ("distilation", ("Data Plane", "FT, Distillation")),
        ("refit", ("Refit",)),
        ("REFIT", ("Refit",)),
        ("ref", ("Refit",)),
        ("rfeit", ("Refit",)),
        ("Core refactor series", ("Refit", CORE)),
        ("delta", ("Refit", "Delta Weight Transfer")),
        ("refit delta", ("Refit", "Delta Weight Transfer")),
        ("weight transfer", ("Refit", "Delta Weight Transfer")),
        ("dwt2", ("Refit", "Delta Weight Transfer")),
        ("p2p", ("Refit", "P2P RDMA based refit")),
        ("rdma", ("Refit", "P2P RDMA based refit")),
        ("nccl", ("Refit", "NCCL hierarchical API")),
        ("hierarchical", ("Refit", "NCCL hierarchical API")),
        ("async rl", ("AsyncRL",)),
        ("async", ("AsyncRL",)),
        ("train pump", ("AsyncRL", PUMP)),
        ("grpo", ("AsyncRL", PUMP)),
        ("rollout", ("AsyncRL", "Rollout and per-prompt streaming")),
        ("single controller", ("AsyncRL", "Single Controller")),
        ("gym", ("Gym",)),
        ("generation", ("Generation",)),
        ("genration", ("Generation",)),
        ("refit in nemo-rl", ("Refit",)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_workstream(text: str, path: tuple[str, ...]) -> None:
    assert workstreams_of(text) == [path]
    assert workstreams_of(f"show {text}") == [path]


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("zhiyu li", "Zhiyu Li"),
        ('"Zhiyu Li"', "Zhiyu Li"),
        ("zhiyu", "Zhiyu Li"),
        ("@zhiyu", "Zhiyu Li"),
        ("ZhiyuLi-Nvidia", "Zhiyu Li"),
        ("@zhiyuli-nvidia", "Zhiyu Li"),
        ("gh:ZHIYULI-NVIDIA", "Zhiyu Li"),
        ("zhiyu lee", "Zhiyu Li"),
        ("zhuyi li", "Zhiyu Li"),
        ("songln jiang", "Songlin Jiang"),
        ("jiang", "Songlin Jiang"),
        ("hollowman6", "Songlin Jiang"),
        ("HollowMan", "Songlin Jiang"),
        ("zyzhou5", "Zeyu Zhou"),
        ("gh:zyzhou5", "Zeyu Zhou"),
        ("thombre", "Pranav Prashant Thombre"),
        ("pranav thombre", "Pranav Prashant Thombre"),
        ("yuki-97", "Yuki Huang"),
        ("@Yuki", "Yuki Huang"),
        ("anwithk", "anwithk"),
        ("evelynn-v", "Evelynn-V"),
        ("terry kong", "Terry Kong"),
        ("@rayentian", "RayenTian"),
        ("<@U0DEMO01|zhiyu>", "Zhiyu Li"),
    ],
    ids=lambda value: value,
)
def test_person(text: str, person: str) -> None:
    assert person_of(text) == person


def test_mine() -> None:
    theirs = grouped_lines("@Zhiyu Li")
    for asker in ("Zhiyu Li", "zhiyuli-nvidia"):
        scene = nemo_scene(asker=asker)
        assert grouped_lines("mine", scene) == theirs
        assert person_of("mine", scene) == "Your rows"
        assert MineQuestion(to_asker=False).answer(scene).title.startswith("Zhiyu Li: ")


@pytest.mark.parametrize(
    ("asker", "error", "sentence"),
    [
        (None, UserError, "Nobody knows who you are on GitHub."),
        ("Zhiyu Le", NoMatch, "Nobody in nemo-rl is called “Zhiyu Le”."),
    ],
    ids=["nobody asks", "nearly a name"],
)
def test_mine__never_somebody_elses_rows(
    asker: str | None, error: type[UserError], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        ask("mine", nemo_scene(asker=asker))

    assert str(caught.value) == sentence


@pytest.mark.parametrize("asker", ["zhiyu", "yuki97", "octocat"])
def test_mine__of_a_login_that_has_nothing_is_an_answer(asker: str) -> None:
    answer = ask("mine", nemo_scene(asker=asker))

    assert answer.title == f"No row is yours, and none waits for you ({asker})."


@pytest.mark.parametrize(
    ("audience", "advice"),
    [(TERMINAL, "--as NAME"), (PUBLIC, "have a maintainer link you")],
    ids=["terminal", "elsewhere"],
)
def test_mine__advice_where_nobody_asks(audience: Audience, advice: str) -> None:
    with pytest.raises(UserError) as caught:
        ask("mine", replace(nemo_scene(), audience=audience))

    assert advice in caught.value.advice


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("2467", "NVIDIA-NeMo/RL#2467"),
        ("RL#2467", "NVIDIA-NeMo/RL#2467"),
        ("rl #2467", "NVIDIA-NeMo/RL#2467"),
        ("nvidia-nemo/rl#2467", "NVIDIA-NeMo/RL#2467"),
        ("https://github.com/NVIDIA-NeMo/RL/pull/2467", "NVIDIA-NeMo/RL#2467"),
        ("64", "ray-project/enhancements#64"),
        ("Gym#1368", "NVIDIA-NeMo/Gym#1368"),
    ],
    ids=lambda value: value,
)
def test_pull(text: str, ref: str) -> None:
    facts = ask(text).facts

    assert isinstance(facts, PullFacts)
    assert {str(row.ref) for row in facts.rows} == {ref}


def test_pull__listed_twice_is_one_pull_with_two_rows() -> None:
    facts = ask("2528").facts

    assert isinstance(facts, PullFacts)
    assert [row.workstream.path[0] for row in facts.rows] == ["AsyncRL", "Gym"]


@pytest.mark.parametrize(
    ("text", "sentence", "advice"),
    [
        (
            "2476",
            "#2476 is not listed in nemo-rl.",
            "The nearest that it lists: #2467 and #2466.",
        ),
        (
            "Gym#2467",
            "Gym#2467 is not listed in nemo-rl.",
            "The nearest that it lists: #2467 and #2466.",
        ),
        (
            "2905",
            "NVIDIA-NeMo/RL#2905 is the tracker itself.",
            "Ask “overview” to see it.",
        ),
    ],
    ids=["digits swapped", "another repository", "the tracker"],
)
def test_pull__not_listed(text: str, sentence: str, advice: str) -> None:
    with pytest.raises(NoMatch) as caught:
        ask(text)

    assert (str(caught.value), caught.value.advice) == (sentence, advice)


def pull_scene(*refs: str, private: tuple[str, ...] = ()) -> Scene:
    items = [a_pull(ref=Ref.parse(text), is_private=text in private) for text in refs]
    rows = [
        a_row(None, line=n, refs=(RowRef(ref=item.ref, role=Role.PRIMARY, written=str(item.ref)),))
        for n, item in enumerate(items, start=1)
    ]
    return a_scene(a_workstream(*rows), items=items)


def test_pull__the_trackers_own_repository_goes_first() -> None:
    facts = ask("7", pull_scene("other/gadgets#7", "acme/widgets#7")).facts

    assert isinstance(facts, PullFacts)
    assert [str(row.ref) for row in facts.rows] == ["acme/widgets#7"]


def test_pull__a_number_in_two_other_repositories_asks() -> None:
    scene = pull_scene("other/gadgets#7", "third/gadgets#7")

    for text in ("7", "gadgets#7"):
        with pytest.raises(Ambiguous) as caught:
            ask(text, scene)
        assert [c.words for c in caught.value.choices] == ["other/gadgets#7", "third/gadgets#7"]


def test_pull__a_choice_never_tells_of_a_private_repository() -> None:
    scene = pull_scene("other/gadgets#7", "secret/gadgets#7", private=("secret/gadgets#7",))

    facts = ask("7", replace(scene, audience=PUBLIC)).facts

    assert isinstance(facts, PullFacts)
    assert [str(row.ref) for row in facts.rows] == ["other/gadgets#7"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("3219", "#3219 is not listed in nemo-rl, but belongs in AsyncRL › Single Controller."),
        (
            "RL#2915",
            "RL#2915 is not listed in nemo-rl, but may belong in Data Plane › Router Replay (R3).",
        ),
    ],
)
def test_pull__not_listed_and_missing(text: str, what: str) -> None:
    snapshot = demo_snapshot("nemo-rl")
    tracker = judge_snapshot(snapshot, rules=Rules(), people={}, now=snapshot.as_of)

    with pytest.raises(NoMatch) as caught:
        ask(text, replace(SCENE, tracker=tracker))

    assert str(caught.value) == what
    assert caught.value.advice == "Ask “drift” to see why, and the line to paste."


@pytest.mark.parametrize(
    ("text", "audience", "ref"),
    [
        ("8", PUBLIC, "acme/widgets#8"),
        ("Widgets#8", PUBLIC, "acme/widgets#8"),
        ("gears#8", PUBLIC, "acme/gears#8"),
        ("other/place#8", PUBLIC, "other/place#8"),
        ("https://www.GitHub.com/other/place/pull/8", PUBLIC, "other/place#8"),
        ("https://gitlab.com/other/place/pull/8", PUBLIC, None),
        ("7", PUBLIC, None),
        ("secret/gadgets#6", PUBLIC, "secret/gadgets#6"),
        ("secret/gadgets#6", TERMINAL, None),
        ("1", PUBLIC, None),
    ],
)
def test_pull__what_has_to_be_read_beside_the_tracker(
    text: str, audience: Audience, ref: str | None
) -> None:
    scene = pull_scene("acme/widgets#7", "secret/gadgets#6", private=("secret/gadgets#6",))
    question = parse([text]).question

    assert isinstance(question, PullQuestion)
    wanted = question.unlisted(scene.tracker.snapshot, audience)
    assert (None if wanted is None else str(wanted)) == ref


@pytest.mark.parametrize(
    ("outcome", "audience", "what"),
    [
        (Outcome.NOT_FOUND, TERMINAL, "Because."),
        (Outcome.FAILED, TERMINAL, "Because."),
        (Outcome.FAILED, PUBLIC, "Because."),
        (
            Outcome.NOT_VISIBLE,
            PUBLIC,
            "There is no such pull request or issue, or it may not be shown here.",
        ),
    ],
)
def test_pull__not_listed_and_not_read_says_why(
    outcome: Outcome, audience: Audience, what: str
) -> None:
    reading = Reading(ref=a_ref(8), outcome=outcome, reason="Because.")
    scene = replace(
        pull_scene("acme/widgets#7"), audience=audience, unlisted=Unlisted(reading=reading)
    )

    with pytest.raises(NoMatch) as caught:
        ask("88", scene)

    assert str(caught.value) == f"#88 is not listed in widgets. {what}"


def test_pull__a_private_one_is_not_listed_for_who_may_not_see_it() -> None:
    scene = pull_scene("other/gadgets#8", "secret/gadgets#7", private=("secret/gadgets#7",))

    with pytest.raises(NoMatch) as listed:
        ask("7", replace(scene, audience=PUBLIC))
    with pytest.raises(NoMatch) as not_listed:
        ask("5", replace(scene, audience=PUBLIC))

    assert str(listed.value) == str(not_listed.value).replace("#5", "#7")
    assert listed.value.advice == not_listed.value.advice


def test_pull__a_moved_one_is_found_under_its_new_name() -> None:
    moved = a_pull(ref=a_ref(9, repository="acme/gadgets"))
    scene = a_scene(a_workstream(a_row(7)), items=[moved])
    readings = (a_reading(moved, ref=a_ref(7)),)
    snapshot = replace(scene.tracker.snapshot, readings=readings)
    scene = replace(scene, tracker=replace(scene.tracker, snapshot=snapshot))

    assert isinstance(ask("gadgets#9", scene).facts, PullFacts)


def test_ambiguous__offers_what_to_type() -> None:
    with pytest.raises(Ambiguous) as caught:
        ask("stale r 14d in nemo-rl", a_scene(*_rowed("R: one", "R two (that)")))

    assert str(caught.value) == "“r” fits 2 workstreams equally well: R: one, R two (that)."
    assert caught.value.advice == (
        "Type one of these: “stale r one 14d in nemo-rl”, “stale r two 14d in nemo-rl”"
    )


def test_ambiguous__people_with_like_names() -> None:
    with pytest.raises(Ambiguous) as caught:
        ask("zhou")

    assert [(c.label, c.words) for c in caught.value.choices] == [
        ("Zeyu Zhou (zyzhou5)", "gh:zyzhou5"),
        ("Yuchen Zhou (YoyinZyc)", "gh:YoyinZyc"),
    ]


def test_ambiguous__people_without_a_login_are_offered_by_name() -> None:
    scene = a_scene(a_workstream(owners=("Wei Zhang", "Wei Zhao")))

    with pytest.raises(Ambiguous) as caught:
        ask("wei", scene)

    assert [c.words for c in caught.value.choices] == ["@Wei Zhang", "@Wei Zhao"]
    assert person_of("@Wei Zhao", scene) == "Wei Zhao"


def test_ambiguous__many_choices_are_counted() -> None:
    scene = a_scene(*_rowed(*(f"Part {n}" for n in range(1, 12))))

    with pytest.raises(Ambiguous) as caught:
        ask("part", scene)

    assert len(caught.value.choices) == 11
    assert caught.value.advice.endswith("“show part 8” (3 more)")


def test_ambiguous__every_choice_leads_to_one_answer() -> None:
    names = ("C", "C++", "C#", "Café", "Cafe (new)")
    scene = a_scene(*_rowed(*names))

    for text, count in (("(c)", 3), ("caf", 2)):
        with pytest.raises(Ambiguous) as caught:
            ask(text, scene)
        assert len(caught.value.choices) == count
        for choice in caught.value.choices:
            assert workstreams_of(choice.words, scene) == [(choice.label,)]


def test_every_workstream_and_person_can_be_reached() -> None:
    for path, _, _ in OUTLINE:
        assert workstreams_of(f"show {' '.join(path)}") == [path]
    for named in named_people(SCENE):
        assert person_of(person_words(named.value)) == named.value.name


def test_name__a_workstream_wins_where_both_fit_equally() -> None:
    scene = a_scene(
        a_workstream(a_row(7), name="Ana Souza"),
        a_workstream(a_row(8), name="Bo", owners=("Bob Li",)),
    )

    assert workstreams_of("ana souza", scene) == [("Ana Souza",)]
    assert workstreams_of("bo", scene) == [("Bo",)]
    assert person_of("bob li", scene) == "Bob Li"
    assert person_of('"Ana Souza"', scene) == "Ana Souza"


def test_workstream__headings_with_the_same_name_are_answered_together() -> None:
    scene = a_scene(a_workstream(a_row(7), line=1), a_workstream(a_row(8), line=9))

    assert workstreams_of("refit", scene) == [("Refit",), ("Refit",)]
    assert len(named_workstreams(scene)) == 1


@pytest.mark.parametrize(
    ("text", "sentence", "nearest"),
    [
        ("nonsense", "No workstream or person of nemo-rl is called “nonsense”.", None),
        ("show gyn", "No workstream of nemo-rl is called “gyn”.", "Gym"),
        ("drift zhiyu", "No workstream of nemo-rl is called “zhiyu”.", None),
        ("!!!", "No workstream or person of nemo-rl is called “!!!”.", None),
        ("gh:zyzhou6", "Nobody in nemo-rl has the login “zyzhou6”.", "zyzhou5"),
        ("@nobody", "Nobody in nemo-rl is called “nobody”.", None),
    ],
    ids=[
        "nothing like it",
        "nearly a short name",
        "a person where a workstream is asked for",
        "no letter",
        "nearly a login",
        "no such person",
    ],
)
def test_no_match(text: str, sentence: str, nearest: str | None) -> None:
    with pytest.raises(NoMatch) as caught:
        ask(text)

    assert str(caught.value) == sentence
    assert list(caught.value.nearest) == ([nearest] if nearest else [])
    assert caught.value.advice.startswith("The nearest: “") is (nearest is not None)


def test_no_match__without_a_near_one_the_example_is_short() -> None:
    with pytest.raises(NoMatch) as caught:
        ask("drift zzz")

    assert caught.value.advice == "For example “drift gym”. Ask “overview” for all of it."


def test_no_match__a_heading_without_rows_is_no_workstream() -> None:
    scene = a_scene(a_workstream(name="Reference links"), a_workstream(a_row(7), line=9))

    with pytest.raises(NoMatch):
        ask("links", scene)


@pytest.mark.parametrize("text", ["wt", "stale wt", "show wt"])
def test_no_match__an_alias_that_leads_nowhere(text: str) -> None:
    scene = replace(nemo_scene(), aliases=(("wt", "Weight transfers"),))

    with pytest.raises(NoMatch) as caught:
        ask(text, scene)

    assert str(caught.value) == (
        "“wt” stands for “Weight transfers” in the settings, and no workstream of nemo-rl is"
        " called that."
    )


def test_phrase__a_name_before_a_subcommand() -> None:
    scene = a_scene(*_rowed("Help wanted", "Draft refit", "Refit"))

    assert parse(["help wanted"]).answer(scene).title.startswith("Help wanted")
    assert parse(["stale refit 14d"]).answer(scene) == ask("stale refit 14d", scene)
    assert parse(["drift refit"]).answer(scene) == ask("drift refit", scene)
    with pytest.raises(WrongUsage):
        parse(["mine too"]).answer(scene)


def test_no_match__the_example_works() -> None:
    with pytest.raises(NoMatch) as caught:
        ask("stale gyn 3d")

    assert caught.value.advice.endswith("For example “stale gym 3d”.")


def test_no_match__an_index_without_names() -> None:
    with pytest.raises(NoMatch) as caught:
        ask("show x", a_scene(a_workstream(path=(), owners=())))

    assert caught.value.advice == "Ask “overview” for all of it."


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("driff", "drift"),
        ("drif refit", "drift refit"),
        ("stael 14d", "stale 14d"),
        ("mreged", "merged"),
        ("refit drift", "drift refit"),
    ],
    ids=["one letter", "one left out, with a name", "swapped", "swapped", "the wrong way round"],
)
def test_no_match__a_misspelt_subcommand_is_offered(text: str, meant: str) -> None:
    with pytest.raises(NoMatch) as caught:
        ask(text)

    assert caught.value.advice.startswith(f"Did you mean “{meant}”? ")
    assert caught.value.nearest[0] == meant


@pytest.mark.parametrize(
    "text",
    ["zzz", "dr", "xx refit", "zzz mine", "@driff", "show driff"],
    ids=[
        "far",
        "short",
        "other words",
        "a subcommand that takes no name",
        "a person",
        "a workstream",
    ],
)
def test_no_match__nothing_like_a_subcommand(text: str) -> None:
    with pytest.raises(NoMatch) as caught:
        ask(text)

    assert "Did you mean" not in caught.value.advice


def test_no_match__what_was_typed_is_told_in_one_visible_line() -> None:
    with pytest.raises(NoMatch) as caught:
        parse(["driff", "a\nb\x1b[31m\u202e"]).answer(SCENE)

    assert f"{caught.value}{caught.value.advice}".isprintable()
    assert "“drift a b [31m”" in caught.value.advice


def test_no_match__a_workstream_near_a_subcommand_is_the_workstream() -> None:
    scene = a_scene(a_workstream(a_row(7), name="Drafts"))

    assert workstreams_of("draft", scene) == [("Drafts",)]


def test_no_match__an_unknown_tracker_is_told() -> None:
    with pytest.raises(NoMatch) as caught:
        ask("refit in foo")

    assert caught.value.advice.endswith(
        "No tracker is called “foo”; there are: nemo-rl and sc-cleanup."
    )


def test_no_match__the_tracker_that_was_asked_is_kept() -> None:
    with pytest.raises(NoMatch) as caught:
        ask("nonsense in sc-cleanup")

    assert caught.value.advice.endswith("End it with “in sc-cleanup” again.")


def test_person__quotation_marks_around_a_workstream() -> None:
    with pytest.raises(NoMatch) as caught:
        ask('"data plane"')

    assert caught.value.advice.endswith("The workstream of that name: “show data plane”.")


def test_person__a_slack_account_that_nobody_linked() -> None:
    with pytest.raises(UserError) as caught:
        ask("<@U0STRANGER>")

    assert str(caught.value) == "That Slack account is linked to nobody."
    assert "gh:LOGIN" in caught.value.advice


def test_person__the_name_of_one_is_the_login_of_another() -> None:
    people = People(
        (
            Link(name=PersonName("ana"), github=Login("ana-nvidia")),
            Link(name=PersonName("Ana Souza"), github=Login("ana")),
        )
    )
    scene = a_scene(a_workstream(owners=("ana", "Ana Souza")), people=people)

    assert person_of("gh:ana", scene) == "Ana Souza"
    assert person_of("gh:ana-nvidia", scene) == "ana"
    assert person_of("@ana", scene) == "ana"
    mine = MineQuestion(to_asker=False).answer(replace(scene, asker=PersonName("ana")))
    assert mine.title.startswith("Ana Souza: ")


def test_private_rows__their_people_and_numbers_are_not_told() -> None:
    items = [
        a_pull(7, author=an_actor("secretive"), is_private=True),
        a_pull(8, author=an_actor("open-one"), is_private=False),
    ]
    scene = a_scene(
        a_workstream(a_row(7), a_row(8)), items=items, audience=PUBLIC, asker="secretive"
    )

    for text in ("@secretiv", "9", "nonsense"):
        with pytest.raises(NoMatch) as caught:
            ask(text, scene)
        told = f"{caught.value.advice} {caught.value.nearest}"
        assert "secretive" not in told
        assert "#7" not in told


@pytest.mark.parametrize("text", ["stale refit 14d", "merged refit 30d"])
def test_lists__of_one_workstream(text: str) -> None:
    assert isinstance(ask(text).facts, TreeFacts)
    assert "Refit" in ask(text).title


def test_drift__of_one_workstream() -> None:
    facts = ask("drift generation").facts

    assert isinstance(facts, DriftFacts)
    assert {finding.path for finding in facts.findings} == {("Generation",)}


@pytest.mark.parametrize("text", ["stale", "merged", "drift", "help", "help drift"])
def test_lists__of_everything(text: str) -> None:
    assert ask(text).title


def test_ambiguous__a_tie_of_many_takes_linear_time() -> None:
    def seconds(size: int) -> float:
        names = [f"Part {n}" for n in range(size)]
        scene = a_scene(*_rowed(*names))
        began = time.process_time()
        with pytest.raises(Ambiguous) as caught:
            ask("part", scene)
        took = time.process_time() - began
        assert len(caught.value.choices) == len(names)
        assert workstreams_of(caught.value.choices[-1].words, scene) == [(names[-1],)]
        return took

    few = min(seconds(400), seconds(400))

    # Four times as many: quadratic time would be sixteen times as long.
    assert min(seconds(1_600), seconds(1_600)) < 9 * few
