"""Reads the tracking issue itself."""

from bot.errors import GitHubFault, NotAnIssue, TrackerNotThere
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import TrackerIssue
from bot.github_status.github.asking import TRIES, Asker
from bot.github_status.github.decode import decode_tracker_node
from bot.github_status.github.json_fields import Undecodable
from bot.github_status.github.keys import TOKEN, Key
from bot.github_status.github.queries import Look, tracker_query
from bot.github_status.github.quota import Patience
from bot.github_status.github.reading import discussions_among
from bot.github_status.github.recovery import Found, place_of
from bot.github_status.github.rows import Fate, Told, rows_of

SEE_ADVICE = "Check the name, and that the token or the app may read this repository."
NAME_ADVICE = "Check the tracker's number."
MOST_MOVES = 2
"""Places that are asked for one tracker: where it was, and where it went."""


async def tracker_of(ref: Ref, asker: Asker, patience: Patience) -> TrackerIssue:
    """The tracker, wherever it is now."""
    place = ref
    for _ in range(MOST_MOVES):
        key, told = await _told(place, asker, patience)
        if told.fate is not Fate.MISSING:
            return _decoded(place, told)
        place = await _moved_to(place, asker, key, patience)
    raise TrackerNotThere(f"{ref} was moved, and is not where it went.", advice=NAME_ADVICE)


async def _told(ref: Ref, asker: Asker, patience: Patience) -> tuple[Key, Told]:
    """What GitHub says, asked with the app first, then with the token beside it."""
    key = await asker.keys.key_for(ref.repository)
    if key is None:
        what = (
            f"The GitHub App is not installed for {ref.repository}, and no token stands beside it."
        )
        raise TrackerNotThere(what, advice="Install the app there, or add a token.")
    told = await _ask(ref, asker, key, patience)
    if told.fate is Fate.HIDDEN and key is not TOKEN and asker.keys.token_instead(ref.repository):
        return TOKEN, await _ask(ref, asker, TOKEN, patience)
    return key, told


async def _ask(ref: Ref, asker: Asker, key: Key, patience: Patience) -> Told:
    told = Told(fate=Fate.TOO_MUCH)
    for _ in range(TRIES):
        answer = await asker.told(lambda dropped: tracker_query(ref, dropped), key, patience)
        (told,) = rows_of(answer, [Look(place=ref)])
        if told.fate is not Fate.TOO_MUCH:
            break
    return told


def _decoded(ref: Ref, told: Told) -> TrackerIssue:
    if told.fate is Fate.HIDDEN:
        raise TrackerNotThere(f"{ref} cannot be read. {told.reason}", advice=SEE_ADVICE)
    if told.fate is not Fate.TOLD:
        raise GitHubFault(f"GitHub did not answer for {ref}.", advice="Try again in some minutes.")
    if told.node.get("__typename") == "PullRequest":
        raise NotAnIssue(f"{ref} is a pull request, not a tracking issue.", advice=NAME_ADVICE)
    try:
        issue = decode_tracker_node(told.node)
    except Undecodable as error:
        raise GitHubFault(
            f"GitHub's answer about {ref} could not be understood: {error}."
        ) from error
    if issue.ref.number != ref.number:
        raise GitHubFault(f"GitHub answered about something else than {ref}.")
    return issue


async def _moved_to(ref: Ref, asker: Asker, key: Key, patience: Patience) -> Ref:
    """The new place of a number that does not resolve; raises when there is none."""
    place = await place_of(ref, asker, key, patience)
    if place.found is Found.MOVED and place.ref is not None:
        return place.ref
    if place.found is Found.DELETED:
        raise TrackerNotThere(f"{ref} was deleted on GitHub.", advice=NAME_ADVICE)
    if await discussions_among([ref], asker, key, patience):
        raise NotAnIssue(f"{ref} is a discussion, not a tracking issue.", advice=NAME_ADVICE)
    what = f"{ref.repository} can be read, but has no issue {ref.number}"
    if place.found is Found.NOT_KNOWN:
        what += "; whether it moved is not known"
    raise TrackerNotThere(f"{what}.", advice=NAME_ADVICE)
