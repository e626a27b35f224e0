"""A thousand owners take no longer, each, than ten."""

import sys

from bot.answers.answer import Answer
from bot.answers.audience import PUBLIC
from bot.answers.reminder import reminder_answer
from bot.people.people import People, SlackId
from bot.reminders import AskedTracker
from tests.answers.builders import a_judged_tracker, a_judged_workstream
from tests.builders import a_pull
from tests.reminders.builders import a_link, a_stale_row, planned


def test_four_times_the_owners__take_about_four_times_the_work() -> None:
    """Not sixteen times: each message looks at its own rows only."""
    few, many = _Round(25), _Round(100)

    assert many.calls() < 5 * few.calls()


class _Round:
    """Three stale rows, one of them private, of each of so many owners."""

    def __init__(self, owners: int) -> None:
        names = [f"Owner Number {number}" for number in range(owners)]
        links = (
            a_link(name, slack=SlackId(f"U{n:04}"), github=None) for n, name in enumerate(names)
        )
        workstreams = [
            a_judged_workstream(
                *(
                    a_stale_row(row, item=a_pull(row, is_private=row % 3 == 0))
                    for row in range(3 * number + 1, 3 * number + 4)
                ),
                name=f"Stream {number}",
                line=3 * number + 1,
                owners=(name,),
            )
            for number, name in enumerate(names)
        ]
        self._owners = owners
        self._people = People(tuple(links))
        self._tracker = a_judged_tracker(*workstreams)

    def calls(self) -> int:
        """Of functions and generators, to plan every message and to word it: the same on any
        machine, however busy it is."""
        count = 0

        def seen(_frame: object, event: str, _arg: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        before = sys.getprofile()
        sys.setprofile(seen)
        try:
            answers = self._answers()
        finally:
            sys.setprofile(before)
        assert len(answers) == self._owners
        return count

    def _answers(self) -> list[Answer]:
        plan = planned(AskedTracker(name="widgets", tracker=self._tracker), people=self._people)
        return [
            reminder_answer(each, audience=PUBLIC, people=self._people) for each in plan.reminders
        ]
