"""Forms of GitHub's GraphQL answers, with the aliases of our queries, and how they are laid out."""

import json
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from bot.github_status.facts.refs import Ref, Repository

Json = dict[str, Any]

PULL_STATE = "prState"
ISSUE_STATE = "issueState"
REVIEW_STATE = "reviewState"
"""The aliases that our queries need, since `state` has another type in each of these."""

LINE_WIDTH = 160


def moment(text: str) -> str:
    """A moment in GitHub's spelling: all are in UTC, and a bare day becomes its midnight."""
    at = datetime.fromisoformat(text.removesuffix("Z")).replace(tzinfo=UTC)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def ref_of(text: str) -> Ref:
    """The ref that a source names."""
    ref = Ref.parse(text)
    if ref is None:
        raise ValueError(f"not a ref: {text!r}")
    return ref


def actor(login: str, *, kind: str = "User") -> Json:
    """An account."""
    return {"__typename": kind, "login": login}


def url(ref: Ref, *, part: str) -> str:
    """The page of a pull request (`part` is "pull") or an issue ("issues")."""
    return f"https://github.com/{ref.repository}/{part}/{ref.number}"


def batch(nodes: Mapping[Ref, Json | None], *, private: Collection[Repository] = ()) -> Json:
    """The `data` of a batch: nodes by the repository they were asked of, `None` for not found."""
    data: Json = {}
    for number, repository in enumerate(sorted({ref.repository for ref in nodes})):
        asked = [ref for ref in sorted(nodes) if ref.repository == repository]
        about: Json = {"nameWithOwner": str(repository), "isPrivate": repository in private}
        data[f"r{number}"] = about | {f"n{ref.number}": nodes[ref] for ref in asked}
    return data


def laid_out(value: Any, indent: int = 0) -> str:
    """JSON with sorted keys, in which whatever fits on a line stands on one."""
    line = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if indent + len(line) <= LINE_WIDTH or not isinstance(value, dict | list) or not value:
        return line
    pad = "\n" + " " * (indent + 1)
    if isinstance(value, list):
        return (
            "["
            + pad
            + ("," + pad).join(laid_out(v, indent + 1) for v in value)
            + "\n"
            + " " * indent
            + "]"
        )
    members = (f"{json.dumps(key)}: {laid_out(value[key], indent + 1)}" for key in sorted(value))
    return "{" + pad + ("," + pad).join(members) + "\n" + " " * indent + "}"
