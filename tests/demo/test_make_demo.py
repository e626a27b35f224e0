"""The script that makes the bundles, on a small folder of made-up facts."""

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.demo.answers import laid_out, moment
from scripts.demo.bundles import people_entries
from scripts.make_demo import DATA, TRACKERS, example_bundle, real_bundles
from tests.demo.sources import PAGE, a_fact

TRACKER = TRACKERS["nemo-rl"]
OTHER = TRACKERS["sc-cleanup"]


def test_people_entries__no_bots_and_each_login_once() -> None:
    people = [
        {"name": "Zhi Li", "github_login": "zhi-x", "role": "owner"},
        {"name": "zhi-x", "github_login": "zhi-x", "role": "reviewer"},
        {"name": "a-bot", "github_login": "a-bot", "role": "bot"},
        {"name": "Rui T (commits as rt)", "github_login": "rt", "role": "author"},
    ]

    assert people_entries(people) == [
        {"name": "Zhi Li", "github": "zhi-x", "slack": "U0DEMO01"},
        {"name": "Rui T", "github": "rt", "slack": "U0DEMO02"},
    ]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder as SOURCE_DIR has to be: #2905 lists #7 and #8, which has the successor #9."""
    no_event = {"last_activity_evidence": "date of the description"}
    facts = [
        a_fact(TRACKER, kind="issue", refers_to=["NVIDIA-NeMo/RL#7"]),
        a_fact(OTHER, kind="issue", refers_to=["NVIDIA-NeMo/RL#10"]),
        a_fact("NVIDIA-NeMo/RL#7", last_activity_at="2026-06-30T00:00:00Z"),
        a_fact("NVIDIA-NeMo/Gym#8", possibly_superseded_by=["NVIDIA-NeMo/RL#9"], **no_event),
        a_fact("NVIDIA-NeMo/RL#9", **no_event),
        a_fact("NVIDIA-NeMo/RL#10", **no_event),
        a_fact("NVIDIA-NeMo/RL#11", **no_event),
    ]
    person = {"name": "Ana", "github_login": "ana", "role": "owner"}
    (tmp_path / "facts.json").write_text(json.dumps(facts), encoding="utf-8")
    (tmp_path / "people.json").write_text(json.dumps([person]), encoding="utf-8")
    (tmp_path / "tracker-2905.md").write_bytes(b"- [ ] #7: seven\r\n- [ ] NVIDIA-NeMo/Gym#8\r\n")
    (tmp_path / "tracker-2625.md").write_text("- [ ] #12, of which nothing is known", "utf-8")
    (tmp_path / "pr-7-page.txt").write_text(PAGE, encoding="utf-8")
    return tmp_path


def numbers(data: Any) -> dict[str, list[str]]:
    """The numbers of an answer, by repository."""
    return {
        repository["nameWithOwner"]: sorted(
            key for key in repository if key.startswith("n") and key[1:].isdigit()
        )
        for repository in data.values()
    }


def test_real_bundles__what_is_listed_and_what_is_kept_beside(source: Path) -> None:
    bundles: dict[str, Any] = real_bundles(source)

    assert numbers(bundles["nemo-rl"]["refs"]) == {
        "NVIDIA-NeMo/Gym": ["n8"],
        "NVIDIA-NeMo/RL": ["n7"],
    }
    assert numbers(bundles["nemo-rl"]["extra"]) == {"NVIDIA-NeMo/RL": ["n11", "n9"]}
    assert numbers(bundles["sc-cleanup"]["refs"]) == {}
    assert numbers(bundles["sc-cleanup"]["extra"]) == {"NVIDIA-NeMo/RL": ["n10"]}


def test_real_bundles__the_body_keeps_its_line_ends(source: Path) -> None:
    bundles: dict[str, Any] = real_bundles(source)

    body = bundles["nemo-rl"]["issue"]["r0"]["n2905"]["body"]
    assert body == "- [ ] #7: seven\r\n- [ ] NVIDIA-NeMo/Gym#8\r\n"


def test_real_bundles__are_dated_by_the_newest_commit(source: Path) -> None:
    bundles: dict[str, Any] = real_bundles(source)

    assert bundles["nemo-rl"]["as_of"] == "2026-06-14T10:00:00Z"


def test_real_bundles__a_page_gives_the_time_line_as_far_as_it_goes(source: Path) -> None:
    bundles: dict[str, Any] = real_bundles(source)

    seven = next(r["n7"] for r in bundles["nemo-rl"]["refs"].values() if "n7" in r)
    kinds = [event["__typename"] for event in seven["timelineItems"]["nodes"]]
    assert len(kinds) == 9
    assert kinds[-2:] == ["IssueComment", "PullRequestCommit"]


def test_real_bundles__the_same_sources_make_the_same_text(source: Path) -> None:
    assert laid_out(real_bundles(source)) == laid_out(real_bundles(source))


@pytest.mark.parametrize("name", ["nemo-rl", "sc-cleanup", "example", "people"])
def test_bundle__is_laid_out_by_the_script(name: str) -> None:
    text = (DATA / f"{name}.json").read_text(encoding="utf-8")

    assert laid_out(json.loads(text)) + "\n" == text


def test_example__is_what_its_description_makes() -> None:
    assert json.loads((DATA / "example.json").read_text(encoding="utf-8")) == example_bundle()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2026-06-01", "2026-06-01T00:00:00Z"),
        ("2026-06-01T09:05", "2026-06-01T09:05:00Z"),
        ("2026-06-01T09:05:07Z", "2026-06-01T09:05:07Z"),
    ],
    ids=["day", "minute", "GitHub's own"],
)
def test_moment(written: str, read: str) -> None:
    assert moment(written) == read


def test_laid_out__breaks_only_what_is_too_long_for_a_line() -> None:
    value = {"b": {"short": [1, None]}, "a": ["x" * 90, "y" * 90], "none": []}

    assert laid_out(value) == "\n".join(
        [
            "{",
            ' "a": [',
            f'  "{"x" * 90}",',
            f'  "{"y" * 90}"',
            " ],",
            ' "b": {"short": [1, null]},',
            ' "none": []',
            "}",
        ]
    )
