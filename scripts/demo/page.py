"""From the text of a pull request's page, as a browser shows it, to its time line in GitHub's form.

Taken are: comments, with their text where it is a command to a bot; force pushes; reviews (the page
has their day only, so they stand at its midnight); review requests (the page does not name the
teams); a dismissed approval. Left out are labels, titles and deployments, which our query does not
ask for, and commits, whose moments the page shows in a zone that it does not name.
"""

import re
from collections.abc import Collection, Iterator

from scripts.demo.answers import REVIEW_STATE, Json, actor
from scripts.demo.facts import event_at

LOGIN = r"(?P<login>[A-Za-z0-9-]+)"
DAY = r"(?P<day>[A-Z][a-z]+ \d+, \d{4})"
MINUTE = DAY + r" (?P<time>\d\d:\d\d)"

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

COMMENT = re.compile(LOGIN + r" · (?P<at>\d{4}-\d\d-\d\dT[\d:]+Z)\n\n(?P<first_line>.*)")
COMMAND = re.compile(r"/[a-z]+( \S+)*")
REQUESTED = re.compile(LOGIN + r" requested (?:a )?reviews? from .* " + MINUTE)
FORCE_PUSHED = re.compile(
    LOGIN + r" force-pushed the \S+ branch from (?P<before>\w+) to (?P<after>\w+) Compare " + MINUTE
)
REVIEWED = re.compile(LOGIN + r" (?P<what>reviewed|previously approved these changes) " + DAY)
DISMISSED = re.compile(
    LOGIN + r" dismissed (?P<reviewer>[A-Za-z0-9-]+)’s stale review via \w+ " + MINUTE
)


def page_timeline(text: str, *, bots: Collection[str]) -> list[Json]:
    """The events of the page, oldest first. Its first comment is the description, so it is none."""
    _, *comments = COMMENT.finditer(text)
    events = [_comment(found, bots) for found in comments]
    events += [event for line in text.splitlines() for event in _events(line)]
    return sorted(events, key=event_at)


def _comment(found: re.Match[str], bots: Collection[str]) -> Json:
    login, text = found["login"], found["first_line"].strip()
    author = actor(login, kind="Bot" if login in bots else "User")
    event: Json = {"__typename": "IssueComment", "createdAt": found["at"], "author": author}
    return event | ({"body": text} if COMMAND.fullmatch(text) else {})


def _events(line: str) -> Iterator[Json]:
    if found := REQUESTED.fullmatch(line):
        yield {"__typename": "ReviewRequestedEvent", **_who_and_when(found)}
    if found := FORCE_PUSHED.fullmatch(line):
        heads = {f"{when}Commit": {"oid": found[when]} for when in ("before", "after")}
        yield {"__typename": "HeadRefForcePushedEvent", **_who_and_when(found), **heads}
    if found := REVIEWED.fullmatch(line):
        # GitHub's answer has the state of today, and this page says "previously".
        state = "COMMENTED" if found["what"] == "reviewed" else "DISMISSED"
        author = actor(found["login"])
        at = _moment(found["day"])
        yield {
            "__typename": "PullRequestReview",
            "author": author,
            "submittedAt": at,
            REVIEW_STATE: state,
        }
    if found := DISMISSED.fullmatch(line):
        review = {"author": actor(found["reviewer"])}
        said = {"previousReviewState": "APPROVED", "review": review}
        yield {"__typename": "ReviewDismissedEvent", **_who_and_when(found), **said}


def _who_and_when(found: re.Match[str]) -> Json:
    return {"actor": actor(found["login"]), "createdAt": _moment(found["day"], found["time"])}


def _moment(day: str, time: str = "00:00") -> str:
    month, on, year = day.replace(",", "").split()
    return f"{year}-{MONTHS.index(month[:3]) + 1:02}-{int(on):02}T{time}:00Z"
