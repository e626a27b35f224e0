"""How a tracker is named: in the settings file, and by whoever asks."""

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.errors import NoMatch, UserError
from bot.github_status.facts.refs import Ref

_PATH = re.compile(r"/([^/]+)/([^/]+)/(?:issues|pull)/([0-9]+)(?:/.*)?", re.ASCII)
_WAYS = "write OWNER/REPO#N or the issue's address"


@dataclass(frozen=True, slots=True)
class Aliases:
    """Other names: of the tracker itself, and of its workstreams (alias, name)."""

    tracker: tuple[str, ...] = ()
    workstreams: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracker:
    """A tracker that can be asked for."""

    name: str
    """Its short name, else its ref."""
    ref: Ref
    names: tuple[str, ...] = ()
    """Other names of it."""
    workstream_aliases: tuple[tuple[str, str], ...] = ()
    """Other names of its workstreams: (alias, name)."""

    @property
    def all_names(self) -> tuple[str, ...]:
        """Every name to ask for it by."""
        return (self.name, *self.names)


def tracker_name(value: object) -> str:
    """The short name of a tracker; raises `ValueError` with a sentence."""
    if not isinstance(value, str) or not any(c.isalnum() for c in value):
        raise ValueError("must be a name with at least one letter or digit")
    if "/" in value or "#" in value:
        raise ValueError("must be a short name, without / and #; the issue stands in “issue”")
    return value.strip()


def tracker_aliases(value: object) -> Aliases:
    """Aliases as written, a list or a table; raises `ValueError` with a sentence."""
    if isinstance(value, Aliases):
        return value
    if isinstance(value, list):
        return Aliases(tracker=tuple(tracker_name(name) for name in value))
    if isinstance(value, Mapping) and all(_is_text(v) for pair in value.items() for v in pair):
        return Aliases(workstreams=tuple((k.strip(), v.strip()) for k, v in value.items()))
    raise ValueError('must be a list of names, or a table such as { wt = "Weight transfer" }')


def issue_ref(value: object) -> Ref:
    """The ref of `OWNER/REPO#N` or an address; raises `ValueError` with a sentence."""
    if isinstance(value, Ref):
        return value
    text = value.strip() if isinstance(value, str) else ""
    ref = Ref.parse(text) or _from_address(text)
    if ref is None:
        raise ValueError(f"names no issue: {_WAYS}")
    return ref


def host_of(address: object) -> str | None:
    """The host where this is a web address, without `www.`; `None` for anything else."""
    if not isinstance(address, str) or not address.strip().startswith(("http://", "https://")):
        return None
    try:
        return (urlsplit(address.strip()).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def web_host(api_url: str) -> str:
    """The host of GitHub's pages, by the address of its API."""
    return (host_of(api_url) or "").removeprefix("api.")


def is_elsewhere(issue: object, api_url: str) -> bool:
    """This is the address of another GitHub; github.com may be asked through another host."""
    return host_of(issue) not in {None, "github.com", web_host(api_url)}


def tracker_named(asked: str, trackers: Sequence[Tracker], *, api_url: str) -> Tracker:
    """The tracker that has this name, alias or ref; one that is in no settings has its ref's name.

    Raises `NoMatch` for a name that no tracker has, and `UserError` for the page of another GitHub.
    """
    folded = asked.strip().casefold()
    for tracker in trackers:
        if folded in {name.casefold() for name in tracker.all_names}:
            return tracker
    if is_elsewhere(asked, api_url):
        raise UserError(
            f"{asked} is not on the GitHub that is asked ({web_host(api_url)}).",
            advice="Set GITHUB_API_URL to the address of that server's API.",
        )
    try:
        ref = issue_ref(asked)
    except ValueError as error:
        raise _no_match(asked, trackers) from error
    known = (tracker for tracker in trackers if tracker.ref == ref)
    return next(known, Tracker(name=str(ref), ref=ref))


def _no_match(asked: str, trackers: Sequence[Tracker]) -> NoMatch:
    names = [name for tracker in trackers for name in tracker.all_names]
    nearest = difflib.get_close_matches(asked, names, n=3) or names[:3]
    known = f"Known are: {', '.join(nearest)}. " if nearest else ""
    return NoMatch(
        f"There is no tracker named “{asked}”.",
        asked=asked,
        nearest=nearest,
        advice=f"{known}Name one of the settings file, or {_WAYS}.",
    )


def _from_address(text: str) -> Ref | None:
    if host_of(text) is None:
        return None
    try:
        found = _PATH.fullmatch(urlsplit(text).path)
    except ValueError:
        return None
    return Ref.parse(f"{found[1]}/{found[2]}#{found[3]}") if found else None


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
