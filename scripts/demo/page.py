"""From the text of a pull request's page, as a browser shows it, to its time line in GitHub's form.

Taken are: comments, with their text where it is a command to a bot; force pushes; reviews and
labels; review requests (the page does not name the teams); a dismissed approval, with the push that
dismissed it. Of reviews and labels the page has the day only: they stand at the minute of the entry
above them, where that is of the same day, else at midnight. Left out are titles and deployments,
which our query does not ask for, and commits, whose moments the page shows in a zone that it does
not name.
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
    LOGIN + r" dismissed (?P<reviewer>[A-Za-z0-9-]+)’s stale review via (?P<head>\w+) " + MINUTE
)
LABELLED = re.compile(LOGIN + r" (?P<what>(?:added|removed) .*) labels? " + DAY)
LABEL = re.compile(r"(?P<verb>added|removed) (?:the )?(?P<name>\S+)")
DATED = re.compile(r"(?!.* added \d+ commits?).* " + MINUTE + r"(?: Inactive)?")


def page_timeline(text: str, *, bots: Collection[str]) -> list[Json]:
    """The events of the page, oldest first. Its first comment is the description, so it is none."""
    _, *comments = COMMENT.finditer(text)
    events = [_comment(found, bots) for found in comments]
    events += [event for line, above in _with_above(text) for event in _events(line, above)]
    return sorted(events, key=event_at)


def page_labels(text: str) -> list[Json]:
    """How labels changed, oldest first."""
    return [event for line, above in _with_above(text) for event in _label_events(line, above)]


def _with_above(text: str) -> Iterator[tuple[str, str]]:
    """Each line with the newest moment above it; empty where there is none."""
    above = ""
    for line in text.splitlines():
        yield line, above
        if found := DATED.fullmatch(line):
            above = _moment(found["day"], found["time"])


def _comment(found: re.Match[str], bots: Collection[str]) -> Json:
    login, text = found["login"], found["first_line"].strip()
    author = actor(login, kind="Bot" if login in bots else "User")
    event: Json = {"__typename": "IssueComment", "createdAt": found["at"], "author": author}
    return event | ({"body": text} if COMMAND.fullmatch(text) else {})


def _events(line: str, above: str) -> Iterator[Json]:
    if found := REQUESTED.fullmatch(line):
        yield {"__typename": "ReviewRequestedEvent", **_who_and_when(found)}
    if found := FORCE_PUSHED.fullmatch(line):
        heads = {f"{when}Commit": {"oid": found[when]} for when in ("before", "after")}
        yield {"__typename": "HeadRefForcePushedEvent", **_who_and_when(found), **heads}
    if found := REVIEWED.fullmatch(line):
        # GitHub's answer has the state of today, and this page says "previously".
        state = "COMMENTED" if found["what"] == "reviewed" else "DISMISSED"
        author = actor(found["login"])
        at = _of_day(found["day"], above)
        yield {
            "__typename": "PullRequestReview",
            "author": author,
            "submittedAt": at,
            REVIEW_STATE: state,
        }
    if found := DISMISSED.fullmatch(line):
        review = {"author": actor(found["reviewer"])}
        pushed = {"pullRequestCommit": {"commit": {"oid": found["head"]}}}
        said = {"previousReviewState": "APPROVED", "review": review, **pushed}
        yield {"__typename": "ReviewDismissedEvent", **_who_and_when(found), **said}


def _label_events(line: str, above: str) -> Iterator[Json]:
    if found := LABELLED.fullmatch(line):
        when = {"actor": actor(found["login"]), "createdAt": _of_day(found["day"], above)}
        for label in LABEL.finditer(found["what"]):
            kind = "LabeledEvent" if label["verb"] == "added" else "UnlabeledEvent"
            yield {"__typename": kind, **when, "label": {"name": label["name"]}}


def _of_day(day: str, above: str) -> str:
    """The minute of the entry above, where it is of this day; else its midnight."""
    midnight = _moment(day)
    return above if above[:10] == midnight[:10] else midnight


def _who_and_when(found: re.Match[str]) -> Json:
    return {"actor": actor(found["login"]), "createdAt": _moment(found["day"], found["time"])}


def _moment(day: str, time: str = "00:00") -> str:
    month, on, year = day.replace(",", "").split()
    return f"{year}-{MONTHS.index(month[:3]) + 1:02}-{int(on):02}T{time}:00Z"
