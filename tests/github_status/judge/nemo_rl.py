"""NVIDIA-NeMo/RL#2905 as it was read on 22 August 2026, from a copy of the true facts.

`data/facts-2905.json` keeps of each pull request what the judge needs. Null means not seen.
The merge of TransferQueue#167, which happened on 4 or 5 January, is put on the 5th.
"""

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import Actor, Event, EventKind, Login, Pull, PullState
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot
from bot.github_status.index import parse_index
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.rules import LinkedPerson
from tests.builders import a_tracker_issue

DATA = Path(__file__).parent / "data"
AS_OF = datetime(2026, 8, 22, 22, 40, 50, tzinfo=UTC)
JUDGED_AT = datetime(2026, 8, 22, 23, 0, tzinfo=UTC)

PEOPLE = {
    fold_name(name): LinkedPerson(login=Login(login))
    for name, login in {
        "Zhiyu Li": "ZhiyuLi-Nvidia",
        "Zeyu Zhou": "zyzhou5",
        "Pranav Prashant Thombre": "pthombre",
        "Songlin Jiang": "HollowMan6",
        "Youngeun Kwon": "youngeunkwon0405",
        "Akash Mehra": "mehraakash",
        "Yuki Huang": "yuki-97",
        "Ananth Subramaniam": "ananthsub",
        "Hemil Desai": "hemildesai",
    }.items()
}


def ref(text: str) -> Ref:
    """The ref written as `RL#2467`, or in full."""
    owners = {"RL": "NVIDIA-NeMo", "Gym": "NVIDIA-NeMo", "enhancements": "ray-project"}
    owners["TransferQueue"] = "TransferQueue"
    name = text.partition("#")[0]
    found = Ref.parse(text if "/" in text else f"{owners[name]}/{text}")
    assert found is not None
    return found


@cache
def nemo_rl() -> Snapshot:
    """The snapshot."""
    facts = json.loads((DATA / "facts-2905.json").read_text())
    pulls = {pull.ref: pull for pull in map(_pull, facts)}
    body = (DATA / "tracker-2905.md").read_text()
    index = parse_index(body, repository=Repository("NVIDIA-NeMo", "RL"))
    return Snapshot(
        tracker=ref("RL#2905"),
        as_of=AS_OF,
        issue=a_tracker_issue(body, ref=ref("RL#2905")),
        index=index,
        readings=tuple(
            Reading(ref=one, outcome=Outcome.READ, item=pulls[one], read_at=AS_OF)
            for one in index.refs()
        ),
        credentials=("bundled reading",),
    )


def _pull(fact: dict[str, Any]) -> Pull:
    one = ref(fact["ref"])
    author = Actor(login=Login(fact["author_login"]))
    last_at = _moment(fact["last_activity_at"])
    assert last_at is not UNKNOWN
    state = PullState(fact["state"])
    is_open = state is PullState.OPEN
    reviews = tuple(
        Event(kind=EventKind.REVIEW, at=last_at, actor=Actor(login=Login(login)))
        for login in fact["reviewers"]
    )
    commit = Event(kind=EventKind.COMMIT, at=last_at, actor=author, oid="0" * 40)
    return Pull(
        ref=one,
        node_id=f"PR_{one.number}",
        url=f"https://github.com/{one.repository}/pull/{one.number}",
        title=fact["title"],
        state=state,
        is_draft=UNKNOWN if fact["is_draft"] is None else fact["is_draft"],
        author=author,
        created_at=_moment(fact["created_at"]),
        merged_at=None if is_open else _moment(fact["merged_at"]),
        closed_at=None if is_open else _moment(fact["closed_at"]),
        events=(*reviews, commit),
    )


def _moment(text: str | None) -> Known[datetime]:
    """A moment, or the midnight of a day."""
    if text is None:
        return UNKNOWN
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
