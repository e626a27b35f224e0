"""Reads the bundles in data/ as if GitHub had just answered them."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from importlib.resources import files
from typing import Any

from bot.answers.coverage import BUNDLED
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot
from bot.github_status.facts.unlisted import Unlisted
from bot.github_status.github.decode import decode_answer, decode_nearby_pulls, decode_tracker
from bot.github_status.index import parse_index
from bot.people.people import Link, People, PersonName, SlackId

NOT_VISIBLE = "The repository does not exist, or this reading may not see it."
NOT_KNOWN = "The bundled reading does not know its state."


def bundled(name: str) -> Any:
    """The bundle itself: its keys are told by data/README.md."""
    return json.loads(files("bot.demo.bundled").joinpath("data", f"{name}.json").read_text("utf-8"))


def bundled_snapshot(name: str, tracker: Ref) -> Snapshot:
    """The snapshot that the bundle of this name makes."""
    bundle = bundled(name)
    as_of = datetime.fromisoformat(bundle["as_of"])
    issue = decode_tracker(bundle["issue"], tracker)
    index = parse_index(issue.body, repository=tracker.repository)
    readings = decode_answer(bundle["refs"], index.refs(), read_at=as_of)
    hidden = {Ref.parse(text) for text in bundle["not_visible"]}
    return Snapshot(
        tracker=tracker,
        as_of=as_of,
        issue=issue,
        index=index,
        readings=tuple(_not_visible(r) if r.ref in hidden else _as_known(r) for r in readings),
        credentials=BUNDLED,
        notes=tuple(bundle["notes"]),
        nearby=decode_nearby_pulls(bundle["extra"]),
    )


def bundled_unlisted(ref: Ref, names: Iterable[str]) -> Unlisted | None:
    """What one of these bundles has of the ref, whether its tracker lists it or not."""
    for name in names:
        bundle = bundled(name)
        as_of = datetime.fromisoformat(bundle["as_of"])
        for part in ("extra", "refs"):
            (reading,) = decode_answer(bundle[part], [ref], read_at=as_of)
            if reading.outcome is Outcome.READ:
                return Unlisted(reading=reading, credentials=BUNDLED)
    return None


def bundled_people(name: str) -> People:
    """The people of the invented tracker stand in its bundle; the true ones share theirs."""
    entries = bundled(name).get("people") or bundled("people")
    return People(tuple(_link(entry) for entry in entries))


def _not_visible(reading: Reading) -> Reading:
    return replace(reading, outcome=Outcome.NOT_VISIBLE, reason=NOT_VISIBLE)


def _as_known(reading: Reading) -> Reading:
    """What the bundle leaves out was not asked in vain: it is an answer that nobody knows more."""
    if reading.outcome is Outcome.FAILED:
        return replace(reading, outcome=Outcome.READ, reason=NOT_KNOWN)
    return reading


def _link(entry: dict[str, str]) -> Link:
    return Link(
        name=PersonName(entry["name"]),
        github=Login(entry["github"]),
        slack=SlackId(entry["slack"]),
    )
