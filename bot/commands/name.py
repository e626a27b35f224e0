"""A name and nothing else: a workstream, or a person.

    QUESTION ::= NAME          one word or several

Whatever fits the name better is meant; a workstream where both fit equally. `show NAME` is always
the workstream, `@NAME` always the person.
"""

from dataclasses import dataclass

from bot.answers.answer import Answer
from bot.answers.person import person_answer
from bot.answers.workstream import workstream_answer
from bot.commands.command import Command, Scene
from bot.commands.lookup import (
    Workstreams,
    example_name,
    matched_workstreams,
    named_people,
    named_workstreams,
    no_match,
    person_words,
    show_words,
    the_person,
    the_workstream,
)
from bot.commands.words import joined, shown
from bot.errors import NoMatch
from bot.people.candidates import Somebody
from bot.people.names import Matched, Named, match, nearest


@dataclass(frozen=True, slots=True, kw_only=True)
class NameQuestion:
    """What of the workstream, or the person, of this name?"""

    name: str

    def answer(self, scene: Scene) -> Answer:
        """The workstream's answer or the person's."""
        workstreams, people = named_workstreams(scene), named_people(scene)
        workstream = matched_workstreams(scene, self.name, workstreams)
        person = match(self.name, people)
        if _is_better(workstream, than=person):
            return workstream_answer(
                scene.tracker,
                workstreams=the_workstream(
                    self.name, workstream, workstreams, words_for=show_words
                ),
                audience=scene.audience,
                people=scene.people,
                can_repair=scene.can_repair,
            )
        if not person.winners:
            raise self._no_match(scene, workstreams, people)
        return person_answer(
            scene.tracker,
            person=the_person(self.name, person),
            audience=scene.audience,
            people=scene.people,
        )

    def _no_match(
        self,
        scene: Scene,
        workstreams: tuple[Named[Workstreams], ...],
        people: tuple[Named[Somebody], ...],
    ) -> NoMatch:
        near = nearest(self.name, (*workstreams, *people))
        example = _example(near, workstreams)
        what = f"No workstream or person of {scene.name} is called {shown(self.name)}."
        return no_match(what, self.name, near, example)


def _is_better(workstream: Matched[Workstreams], *, than: Matched[Somebody]) -> bool:
    if workstream.rank is None:
        return False
    return than.rank is None or workstream.rank <= than.rank


def _example(
    near: tuple[Named[object], ...],
    workstreams: tuple[Named[Workstreams], ...],
) -> str:
    if near and isinstance(near[0].value, Somebody):
        return person_words(near[0].value)
    nearest_one = [w for w in workstreams if w is next(iter(near), None)]
    name = example_name(nearest_one, workstreams)
    return show_words(name) if name else ""


def _parse(words: tuple[str, ...]) -> NameQuestion:
    return NameQuestion(name=joined(words))


NAME = Command(
    name="name",
    usage="NAME",
    help="one workstream row by row, or the rows of a person; small typos do not matter",
    parse=_parse,
    recognises=bool,
)
