import pytest

from bot.answers.answer import ActionId, Answer, Button, Buttons
from bot.answers.audience import PUBLIC
from bot.answers.digest import (
    digest_preview,
)
from bot.commands.grammar import parse
from bot.commands.words import split
from bot.github_status.facts.index import Role, RowRef
from bot.github_status.facts.pulls import (
    Actor,
    ActorKind,
    EventKind,
    Item,
    ReviewState,
)
from tests.answers.digests import (
    OLD,
    START,
    a_plan,
    a_reading_at,
    merged_lately,
    moving,
    plan_of,
    reply_words,
    some_changes,
    stale_lately,
    stale_long,
    summary_words,
)
from tests.answers.words import words_of
from tests.builders import (
    a_closed_pull,
    a_failed_reading,
    a_pull,
    a_ref,
    a_review,
    a_row,
    a_tracker_issue,
    a_workstream,
    an_actor,
    an_event,
    at,
)

REFIT = a_workstream(a_row(7), a_row(8), a_row(9))
GYM = a_workstream(a_row(21), name="Gym", line=20, owners=("Bo Chen", "Cy Twombly"))


def buttons_of(answer: Answer) -> list[Button]:
    return [b for block in answer.blocks if isinstance(block, Buttons) for b in block.buttons]


def test_summary__says_everything_in_few_lines() -> None:
    items = (merged_lately(7), stale_long(8), stale_lately(9), moving(21))
    baseline = a_reading_at(REFIT, items=items[:3], as_of=START)

    lines = summary_words(plan_of(REFIT, GYM, items=items, baseline=baseline)).splitlines()

    assert lines == [
        "widgets: digest of Monday 17 August [1 of 4]",
        "The index says 0 of 4 done; GitHub says 1 merged, 3 open.",
        "Since Monday 10 August: 1 merged, 1 newly stale and 1 change of the index."
        " Which ones: in the thread.",
        "Progress since Monday 10 August",
        "Refit | [1 of 3] | +1",
        "Gym | [0 of 1] | ",
        "Still stale · 1",
        "Ana Souza: #8 for 50 working days",
        "2 disagreements of index and GitHub, 1 box out of date.",
        "4 refs in 1 repository, as of 17 Aug 2026, 16:00 UTC (token)",
    ]


def test_replies__one_for_each_set_of_owners_in_the_order_of_the_index() -> None:
    again = a_workstream(a_row(31), name="Later", line=30, owners=("cy twombly", "Bo Chen"))
    none = a_workstream(a_row(41), name="Loose", line=40, owners=())
    items = (
        merged_lately(7),
        a_closed_pull(8, on="2026-08-12", **OLD),
        stale_lately(9),
        a_pull(21, created_at=at("2026-08-14")),
        merged_lately(31),
        merged_lately(41),
    )

    plan = plan_of(REFIT, GYM, again, none, items=items)

    assert [(reply.key, reply.owners, reply.answer.title) for reply in plan.replies] == [
        (
            "ana souza",
            ("Ana Souza",),
            "Ana Souza · 1 newly merged, 1 newly stale, 1 closed without a merge",
        ),
        (
            "bo chen + cy twombly",
            ("Bo Chen", "Cy Twombly"),
            "Bo Chen, Cy Twombly · 1 newly merged, 1 opened",
        ),
        ("", (), "No owner · 1 newly merged"),
    ]
    assert reply_words(plan)["ana souza"][1:] == [
        "Newly merged",
        "#7 some work · merged 12 Aug · box still empty · in Refit · thanks to Ana Souza",
        "Newly stale",
        "#9 some work · no push since 31 Jul, 11 working days · checks and conflict not known"
        " · in Refit",
        "Closed without a merge",
        "#8 some work · closed unmerged 12 Aug · in Refit",
    ]


def test_reply__of_one_kind_has_no_titles_inside() -> None:
    (lines,) = reply_words(plan_of(REFIT, items=(merged_lately(7),))).values()

    assert len(lines) == 2


def test_thanks__author_and_people_who_reviewed_each_once_and_no_bot() -> None:
    bot = Actor(login=an_actor("coderabbitai").login, kind=ActorKind.BOT)
    asked = ReviewState.CHANGES_REQUESTED
    item = merged_lately(
        7,
        author=an_actor("mika"),
        reviews=(a_review("bo"), a_review("mika"), a_review("zed", asked)),
        events=(
            an_event(EventKind.REVIEW, on="2026-08-01", actor=an_actor("Zed"), review_state=asked),
            an_event(EventKind.REVIEW, on="2026-08-02", actor=bot, review_state=asked),
            an_event(EventKind.REVIEW, on="2026-08-03", actor=None, review_state=asked),
            an_event(EventKind.COMMENT, on="2026-08-03", actor=an_actor("eve")),
        ),
    )
    gym = a_workstream(name="Gym", line=20, owners=("Bo Chen",))

    (lines,) = reply_words(plan_of(REFIT, gym, items=(item,))).values()

    assert lines[-1].endswith(" · thanks to mika, reviewed by zed and Bo Chen")


def test_thanks__no_bot_that_wrote_it_and_not_everybody() -> None:
    bot = Actor(login=an_actor("dependabot").login, kind=ActorKind.BOT)
    reviews = tuple(a_review(f"r{n}") for n in range(7))
    item = merged_lately(7, author=bot, reviews=reviews)

    (lines,) = reply_words(plan_of(REFIT, items=(item,))).values()

    assert lines[-1].endswith(" · in Refit · reviewed by r0, r1, r2, r3, r4 and 2 more")


@pytest.mark.parametrize(
    ("owners", "lines"),
    [
        (("Ana Souza",), {"ana souza": ["#7 some work · merged 12 Aug · in Refit · also in Gym"]}),
        (
            ("Bo Chen",),
            {
                "ana souza": ["#7 some work · merged 12 Aug · in Refit"],
                "bo chen": [
                    "Newly merged",
                    "#7 some work · merged 12 Aug · also in Gym, counts in Refit",
                ],
            },
        ),
    ],
    ids=["of the same owners", "of others"],
)
def test_a_row_in_two_workstreams__counts_once(
    owners: tuple[str, ...], lines: dict[str, list[str]]
) -> None:
    gym = a_workstream(a_row(7, line=21), name="Gym", line=20, owners=owners)
    plan = plan_of(a_workstream(a_row(7)), gym, items=(merged_lately(7, author=None),))

    told = {
        key: [line.replace(" · box still empty", "") for line in said[1:]]
        for key, said in reply_words(plan).items()
    }

    assert "Since Monday 10 August: 1 merged." in summary_words(plan)
    assert told == lines
    assert [reply.answer.title.split(" · ")[1] for reply in plan.replies] == [
        "1 newly merged",
        "1 counted elsewhere",
    ][: len(lines)]


def test_titles__have_a_year_where_the_reading_is_of_another() -> None:
    plan = plan_of(REFIT, items=(merged_lately(7),), as_of=at("2027-01-05T09:00"))

    assert plan.summary.title == "widgets: digest of Monday 17 August 2026"
    assert "Since Monday 10 August 2026: " in summary_words(plan)


def test_split__its_parts_are_told_where_they_are_no_rows() -> None:
    parts = tuple(
        RowRef(ref=a_ref(n), role=Role.SPLIT_INTO, written=f"#{n}") for n in (31, 32, 33, 34)
    )
    whole = RowRef(ref=a_ref(7), role=Role.PRIMARY, written="#7")
    earlier = (merged_lately(31, on="2026-08-01"), merged_lately(32, on="2026-08-02"))
    items = (stale_long(7), *earlier, merged_lately(33), merged_lately(34))

    plan = plan_of(a_workstream(a_row(7, refs=(whole, *parts)), a_row(34)), items=items)

    assert "Since Monday 10 August: 1 merged and 1 part merged." in summary_words(plan)
    (lines,) = reply_words(plan).values()
    assert "4 of 4 parts of #7 merged · now #33, #34 · in Refit" in lines


def test_split__what_was_split_is_no_part_of_itself() -> None:
    """ "#7 split into #33 and #34": from then on the row is about #33."""
    refs = (
        RowRef(ref=a_ref(7), role=Role.CONTEXT, written="#7"),
        RowRef(ref=a_ref(33), role=Role.PRIMARY, written="#33", claim=Role.SPLIT_INTO),
        RowRef(ref=a_ref(34), role=Role.SPLIT_INTO, written="#34"),
    )
    items = (stale_long(7), merged_lately(33), merged_lately(34))

    plan = plan_of(a_workstream(a_row(33, refs=refs)), items=items)

    (lines,) = reply_words(plan).values()
    assert "2 of 2 parts of #7 merged · now #33, #34 · in Refit" in lines


def test_index_changes__under_who_answers_now() -> None:
    before = a_reading_at(
        a_workstream(a_row(7), a_row(8, line=8), a_row(None, line=9, text="announce it")),
        a_workstream(a_row(31, line=31), a_row(32, line=32), name="Old name", line=30, owners=()),
        as_of=START,
    )
    after = (
        a_workstream(a_row(7), owners=("Cy Twombly",)),
        a_workstream(a_row(31, line=31), a_row(32, line=32), name="New name", line=30, owners=()),
        a_workstream(a_row(8, line=41), a_row(9, line=42), name="Gym", line=40),
    )
    items = tuple(moving(number) for number in (7, 8, 9, 31, 32))

    plan = plan_of(*after, items=items, baseline=before)

    told = {key: lines[1:] for key, lines in reply_words(plan).items()}
    assert told["cy twombly"] == ["Refit · owned by Cy Twombly, before by Ana Souza"]
    assert told[""] == ["Old name · is now called New name"]
    assert told["ana souza"][-3:] == [
        "#8 some work · moved from Refit to Gym",
        "#9 some work · added to Gym",
        "announce it · removed from Refit",
    ]
    assert "Since Monday 10 August: 5 changes of the index" in summary_words(plan)


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ((3,), "It stands for that of Monday 3 August too, which was never sent."),
        (
            (3, 10),
            "It stands for those of Monday 3 August and Monday 10 August too, which were never"
            " sent.",
        ),
        (
            (3, 4, 5, 6, 10),
            "It stands for the 5 before it too, from Monday 3 August to Monday 10 August, which"
            " were never sent.",
        ),
    ],
    ids=["one", "two", "many"],
)
def test_late__says_when_it_was_due_and_what_it_stands_for(
    days: tuple[int, ...], words: str
) -> None:
    missed = tuple(at(f"2026-08-{day:02}T16:00") for day in days)
    changes = some_changes(a_reading_at(REFIT))

    lines = summary_words(a_plan(changes, is_late=True, missed=missed)).splitlines()

    assert lines[1:3] == [
        "This digest was due Monday 17 August 09:00 (America/Los_Angeles); it is late.",
        words,
    ]
    assert "late" not in summary_words(a_plan(changes))


def test_merged_earlier__is_told_and_said_so() -> None:
    item = merged_lately(7, on="2026-08-05")
    baseline = a_reading_at(REFIT, readings=(a_failed_reading(7),), as_of=START)

    plan = plan_of(REFIT, items=(item,), baseline=baseline)

    assert "merged 5 Aug" in reply_words(plan)["ana souza"][-1]
    assert "not known last time" in reply_words(plan)["ana souza"][-1]


def test_the_same_reading__makes_the_same_digest() -> None:
    items: tuple[Item, ...] = (merged_lately(7), stale_long(8), stale_lately(9))

    assert plan_of(REFIT, GYM, items=items) == plan_of(REFIT, GYM, items=items)


def test_keys__are_short_and_differ() -> None:
    first, second = ("A" * 300, "B" * 300), ("A" * 300, "C" * 300)
    workstreams = [
        a_workstream(a_row(n, line=n), name=str(n), line=n, owners=owners)
        for n, owners in enumerate((first, second), start=10)
    ]

    plan = plan_of(*workstreams, items=(merged_lately(10), merged_lately(11)))

    keys = [reply.key for reply in plan.replies]
    assert len(set(keys)) == 2
    assert all(len(key) <= 80 for key in keys)


def test_summary__cuts_long_lists_and_counts_what_is_left() -> None:
    workstreams = [
        a_workstream(
            *(a_row(100 * n + m, line=100 * n + m) for m in range(10)),
            name=f"W{n}",
            line=100 * n - 1,
            owners=(f"Person {n}",),
        )
        for n in range(1, 41)
    ]
    items = [stale_long(row.primary.number) for w in workstreams for row in w.rows if row.primary]
    items[-1] = merged_lately(items[-1].ref.number)

    text = summary_words(plan_of(*workstreams, items=tuple(items)))

    assert "Still stale · 399" in text
    assert "Person 1: #100 for 50 working days, #101 for 50," in text
    assert "#107 for 50, and 2 more\n" in text
    listed = sum(line.startswith("Person ") for line in text.splitlines())
    assert 5 < listed <= 30
    assert f"And {400 - 10 * listed - 1} rows more: ask for what is stale." in text
    assert "W40 | [1 of 10] | +1" in text
    assert "W1 | [0 of 10] | " in text
    assert "And 25 workstreams more: ask for them all." in text


def test_buttons__ask_about_the_tracker_by_name() -> None:
    plan = plan_of(REFIT, items=(merged_lately(7),))

    asked = {b.label: parse(split(b.value), trackers=["widgets"]) for b in buttons_of(plan.summary)}

    assert list(asked) == ["Show drift", "Only stale", "All workstreams", "Open tracker"]
    assert {one.tracker_name for one in asked.values()} == {"widgets"}
    assert asked["Show drift"].words == ("drift",)
    assert asked["All workstreams"].words == ()
    assert not [reply for reply in plan.replies if buttons_of(reply.answer)]


def test_preview__has_all_of_it_with_the_coverage_last_and_questions_without_a_name() -> None:
    plan = plan_of(REFIT, GYM, items=(merged_lately(7), merged_lately(21)))

    preview = digest_preview(plan)

    lines = words_of(preview).splitlines()
    assert lines[0] == "widgets: digest of Monday 17 August [2 of 2]"
    assert [line for line in lines if "newly merged" in line] == [
        "Ana Souza · 1 newly merged",
        "Bo Chen, Cy Twombly · 1 newly merged",
    ]
    assert lines[-1].startswith("4 refs in 1 repository")
    assert [(b.action, b.value) for b in buttons_of(preview)] == [
        (ActionId.REFRESH, "digest"),
        (ActionId.ASK, "drift"),
        (ActionId.ONLY_STALE, "stale"),
        (ActionId.OPEN_TRACKER, "digest"),
    ]


def test_a_private_tracker_without_a_short_name__is_not_named() -> None:
    issue = a_tracker_issue(is_private=True)
    changes = some_changes(a_reading_at(REFIT, items=(merged_lately(7),), issue=issue))

    plan = a_plan(changes, audience=PUBLIC, name="acme/widgets#1")
    other = a_plan(changes, audience=PUBLIC, name="rewrite")

    assert "acme" not in repr(plan)
    assert plan.summary.title == "a private tracker: digest of Monday 17 August"
    assert {b.value for b in buttons_of(plan.summary)} == {"drift", "stale", ""}
    assert other.summary.title == "rewrite: digest of Monday 17 August"
