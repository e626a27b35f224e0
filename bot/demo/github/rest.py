"""What the REST routes answer: issues that moved, and an app's installations and tokens."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jwt

from bot.demo.github.nodes import Node
from bot.demo.github.tokens import Token
from bot.demo.github.world import World

Place = tuple[str, int]


@dataclass(frozen=True)
class RestAnswer:
    """Status, JSON, and for a redirect where to."""

    status: int
    content: Node
    location: str | None = None


NOT_FOUND = RestAnswer(404, {"message": "Not Found"})
GONE = RestAnswer(410, {"message": "This issue was deleted"})
NOT_GRANTED = RestAnswer(
    422, {"message": "The permissions requested are not granted to this installation."}
)
NOT_SIGNED = RestAnswer(401, {"message": "A JSON web token could not be decoded"})


def named(world: World, parts: Mapping[str, str]) -> Place:
    """Repository and number of a path, which names the repository or gives its id."""
    number = int(parts["number"])
    if "id" not in parts:
        return f"{parts['owner']}/{parts['name']}".lower(), number
    found = (k for k, r in world.repositories.items() if str(r["databaseId"]) == parts["id"])
    return next(found, ""), number


def issue(world: World, token: Token, place: Place, *, base: str) -> RestAnswer:
    """An issue or pull request; 301 where it or its repository moved, 410 if it was deleted."""
    key, number = place
    if world.visible(key, token) is None:
        return NOT_FOUND
    now = world.renamed.get(key, key)
    if (now, number) in world.moved:
        return _forwarded(world, token, world.moved[now, number], base)
    if now != key:
        return _forwarded(world, token, (now, number), base)
    item = world.items[key].get(number)
    return NOT_FOUND if item is None else RestAnswer(200, _issue(item, base))


def installation(world: World, signed: str, place: str) -> RestAnswer:
    """Where the app that signed is installed for this repository."""
    app_id = _signed_by(world, signed)
    if app_id is None:
        return NOT_SIGNED
    for number, installed in world.apps[app_id].installations.items():
        if installed.covers(place) and place in world.repositories:
            return RestAnswer(200, {"id": number, "account": {"login": installed.account}})
    return NOT_FOUND


def access_token(
    world: World, signed: str, number: int, wanted: Mapping[str, Any] | None
) -> RestAnswer:
    """A new token of an installation, longer than forty characters as they are since 2026.

    `wanted`: `repositories` (their names) and `permissions` to narrow it to.
    """
    app_id = _signed_by(world, signed)
    if app_id is None:
        return NOT_SIGNED
    installed = world.apps[app_id].installations.get(number)
    if installed is None:
        return NOT_FOUND
    wanted = wanted or {}
    names = {f"{installed.account}/{name}".lower() for name in wanted.get("repositories", ())}
    permissions = wanted.get("permissions", {})
    if any(installed.permissions.get(name) != level for name, level in permissions.items()):
        return NOT_GRANTED
    if any(not installed.covers(name) or name not in world.repositories for name in names):
        return NOT_GRANTED
    token = f"ghs_{number}_{len(world.tokens)}_" + "x" * 400
    world.tokens[token] = Token(
        login=None,
        installation=installed,
        only=frozenset(names) or None,
        permissions=permissions,
    )
    expires = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
    return RestAnswer(201, {"token": token, "expires_at": expires})


def _forwarded(world: World, token: Token, place: Place | None, base: str) -> RestAnswer:
    if place is None:
        return GONE
    home = world.visible(place[0], token)
    if home is None:
        return NOT_FOUND
    location = f"{base}/repositories/{home['databaseId']}/issues/{place[1]}"
    return RestAnswer(301, {"message": "Moved Permanently", "url": location}, location)


def _issue(item: Node, base: str) -> Node:
    full = item["repository"]["nameWithOwner"]
    answer = {"number": item["number"], "repository_url": f"{base}/repos/{full}"}
    if item["__typename"] == "PullRequest":
        answer["pull_request"] = {"url": f"{base}/repos/{full}/pulls/{item['number']}"}
    return answer


def _signed_by(world: World, signed: str) -> str | None:
    """The app whose key signed; a token may be valid for at most ten minutes.

    https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app
    """
    for app_id, app in world.apps.items():
        try:
            claims = jwt.decode(signed, app.public_key, algorithms=["RS256"], issuer=app_id)
        except jwt.PyJWTError:
            continue
        return app_id if claims["exp"] - time.time() <= 600 else None
    return None
