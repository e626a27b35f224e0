"""The asker's own rows.

QUESTION ::= "mine"
"""

from dataclasses import dataclass
from itertools import chain

from bot.answers.answer import Answer
from bot.answers.audience import AudienceKind
from bot.answers.person import person_answer
from bot.commands.command import Command, Scene
from bot.commands.lookup import named_people, no_match, person_words
from bot.commands.words import joined, shown
from bot.errors import UserError, WrongUsage
from bot.github_status.facts.pulls import Login
from bot.github_status.judge.names import fold_login, fold_name
from bot.people.candidates import Somebody
from bot.people.names import nearest
from bot.people.people import is_login

_USAGE = "mine"


@dataclass(frozen=True, slots=True)
class MineQuestion:
    """What do I own, what did I write, what waits for me?"""

    to_asker: bool = True
    """Nobody else reads the answer; else it says the asker's name."""
    only_unfinished: bool = False
    """Without what has ended and needs nothing any more."""

    def answer(self, scene: Scene) -> Answer:
        """The asker's rows, if only none. Raises `UserError` when nobody knows who asks."""
        return person_answer(
            scene.tracker,
            person=_asker(scene),
            audience=scene.audience,
            people=scene.people,
            to_asker=self.to_asker,
            only_unfinished=self.only_unfinished,
        )


def _asker(scene: Scene) -> Somebody:
    """Only by login or name in full: a near one would show somebody else's rows as one's own."""
    if scene.asker is None:
        raise UserError("Nobody knows who you are on GitHub.", advice=_advice(scene))
    asker, people = scene.asker, named_people(scene)
    login, name = fold_login(asker), fold_name(asker)
    by_login = (p.value for p in people if login in map(fold_login, p.value.logins))
    by_name = (p.value for p in people if name in map(fold_name, p.value.names))
    found = next(chain(by_login, by_name), None)
    if found is not None:
        return found
    if is_login(asker):  # somebody of whom the tracker has nothing: that is an answer
        return Somebody(name=asker, logins=(Login(asker),))
    near = nearest(asker, people)
    example = person_words(near[0].value) if near else ""
    raise no_match(f"Nobody in {scene.name} is called {shown(asker)}.", asker, near, example)


def _advice(scene: Scene) -> str:
    if scene.audience.kind is AudienceKind.TERMINAL:
        return "Say it with --as NAME (a name of the index, or a login), or set GITHUB_TOKEN."
    return "Say it with “link”, ask for a login (“gh:LOGIN”), or have a maintainer link you."


def _parse(words: tuple[str, ...]) -> MineQuestion:
    if words:
        raise WrongUsage(f"“mine” stands alone, without {shown(joined(words))}.", usage=_USAGE)
    return MineQuestion()


MINE = Command(
    name="mine",
    usage=_USAGE,
    help="what you own, what you wrote, and what waits for you",
    parse=_parse,
)
