"""What the bot says in Slack to a question about the bundled readings."""

from bot.answers.audience import PUBLIC
from bot.commands import Scene, parse, split
from bot.demo.bundled import DEMO_NOW, DEMO_TRACKERS, demo_people, demo_snapshot
from bot.errors import UserError
from bot.github_status.judge import Rules, judge_snapshot
from bot.render.slack import SlackMessage, refusal_message, slack_message


def demo_message(words: str) -> SlackMessage:
    """The message that these words are answered with."""
    try:
        asked = parse(split(words), trackers=DEMO_TRACKERS)
        name = asked.tracker_name or next(iter(DEMO_TRACKERS))
        people = demo_people(name)
        judged = judge_snapshot(
            demo_snapshot(name), rules=Rules(), people=people.for_judge(), now=DEMO_NOW
        )
        scene = Scene(
            tracker=judged, name=name, aliases=(), people=people, asker=None, audience=PUBLIC
        )
        return slack_message(asked.answer(scene))
    except UserError as error:
        return refusal_message(error)
