"""One person's rows.

    QUESTION ::= "@" NAME | '"' NAME '"' | "gh:" LOGIN | "<@" SLACK_ID ["|" ANY] ">"

`@` and quotation marks stand for a name of the index or a login, `gh:` only for a login. The last
is how Slack writes a mention.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.answers.answer import Answer
from bot.answers.person import person_answer
from bot.commands.command import Command, Scene
from bot.commands.lookup import (
    named_people,
    named_workstreams,
    no_match,
    path_to_type,
    person_words,
    show_words,
    the_person,
)
from bot.commands.words import is_quoted, joined, shown, unquoted
from bot.errors import NoMatch, UserError, WrongUsage
from bot.people.candidates import Somebody
from bot.people.names import Named, Rank, match, nearest
from bot.people.people import SlackId

_USAGE = '@NAME, "NAME" or gh:LOGIN'
_LOGIN_PREFIX = "gh:"
_SLACK_MENTION = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>", re.ASCII)


class By(StrEnum):
    """What was typed for the person?"""

    NAME = "name"
    LOGIN = "login"
    SLACK = "slack"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonQuestion:
    """What does this person own, what did they write, what waits for them?"""

    person: str
    by: By = By.NAME

    def answer(self, scene: Scene) -> Answer:
        """The person's rows."""
        return person_answer(
            scene.tracker,
            person=self._person(scene),
            audience=scene.audience,
            people=scene.people,
        )

    def _person(self, scene: Scene) -> Somebody:
        people = named_people(scene)
        if self.by is By.SLACK:
            return _slack_person(scene, people, self.person)
        candidates = tuple(_by_login(people)) if self.by is By.LOGIN else people
        found = match(self.person, candidates)
        if not found.winners:
            raise self._no_match(scene, candidates)
        return the_person(self.person, found)

    def _no_match(self, scene: Scene, people: tuple[Named[Somebody], ...]) -> NoMatch:
        kind = "has the login" if self.by is By.LOGIN else "is called"
        near = nearest(self.person, people)
        example = person_words(near[0].value) if near else ""
        what = f"Nobody in {scene.name} {kind} {shown(self.person)}."
        error = no_match(what, self.person, near, example)
        error.advice += _workstream_hint(scene, self.person)
        return error


def _by_login(people: tuple[Named[Somebody], ...]) -> list[Named[Somebody]]:
    return [
        Named(value=p.value, path=(p.value.logins[0],), also=p.value.logins[1:])
        for p in people
        if p.value.logins
    ]


def _slack_person(scene: Scene, people: tuple[Named[Somebody], ...], slack: str) -> Somebody:
    link = scene.people.with_slack(SlackId(slack))
    if link is None:
        raise UserError(
            "That Slack account is linked to nobody.",
            advice="Ask for the login instead (“gh:LOGIN”), or have a maintainer link the account.",
        )
    return next(p.value for p in people if p.value.name == link.name)


def _workstream_hint(scene: Scene, asked: str) -> str:
    """Quotation marks always mean a person; somebody may have meant a workstream."""
    names = named_workstreams(scene)
    found = match(asked, names)
    if found.rank not in {Rank.EXACT, Rank.PREFIX}:
        return ""
    return f" The workstream of that name: “{show_words(path_to_type(found.winners[0], names))}”."


def _recognises(words: tuple[str, ...]) -> bool:
    first = words[0]
    return first.startswith(("@", "<@")) or _is_login(first) or is_quoted(first)


def _is_login(word: str) -> bool:
    return word[: len(_LOGIN_PREFIX)].casefold() == _LOGIN_PREFIX


def _parse(words: tuple[str, ...]) -> PersonQuestion:
    first = words[0]
    if is_quoted(first):
        return _quoted(words)
    mention = _SLACK_MENTION.fullmatch(joined(words))
    if mention is not None:
        return PersonQuestion(person=mention[1], by=By.SLACK)
    if _is_login(first):
        rest, by = joined((first[len(_LOGIN_PREFIX) :], *words[1:])), By.LOGIN
    else:
        rest, by = joined((first.lstrip("<@"), *words[1:])), By.NAME
    asked = rest.strip().removeprefix("@")
    if not asked:
        raise WrongUsage(f"{shown(first)} needs a name or a login after it.", usage=_USAGE)
    return PersonQuestion(person=asked, by=by)


def _quoted(words: tuple[str, ...]) -> PersonQuestion:
    if len(words) > 1:
        name, rest = shown(unquoted(words[0])), shown(joined(words[1:]))
        raise WrongUsage(f"{name} is a person, and {rest} does not belong to it.", usage=_USAGE)
    if not unquoted(words[0]):
        raise WrongUsage("There is no name between the quotation marks.", usage=_USAGE)
    return PersonQuestion(person=unquoted(words[0]))


PERSON = Command(
    name="person",
    usage=_USAGE,
    help="what somebody owns, what they wrote, and what waits for them",
    parse=_parse,
    recognises=_recognises,
)
