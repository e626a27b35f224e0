"""A question in Slack about a pull request that no tracker lists."""

import json

from bot.demo.slack import FakeSlack, User
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.listeners import SlackRules
from bot.people.people import SlackId
from tests.builders import a_pull, a_ref
from tests.listeners.harness import COMMAND, GADGETS, WIDGETS, Setting, a_bot


async def test_unlisted__is_read_told_in_depth_and_kept_out_of_the_tracker(
    socket: FakeSlack,
) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(trackers=(WIDGETS, GADGETS))) as bot:
        item = a_pull(ref=a_ref(77, repository="other/place"), title="elsewhere")
        bot.github.items[item.ref] = item
        bot.github.add_issue(GADGETS, "## Parts\n\n- [ ] other/place#77 named here\n")
        await bot.reads(WIDGETS, GADGETS)

        await slack.types(ada, room, f"{COMMAND} other/place#77")
        await bot.idle()

        text = slack.messages(room, viewer=ada)[-1].text
        assert "other/place#77 elsewhere" in text
        assert "Checks: passing (3 passing)" in text
        assert "Not listed in widgets." in text
        assert "gadgets: Listed in Parts, line 3, box empty" in text
        kept = await bot.current.newest(WIDGETS.ref)
        assert kept is not None
        assert item.ref not in {reading.ref for reading in kept.readings}


async def test_unlisted__what_is_private_is_told_like_what_is_not_there(
    socket: FakeSlack,
) -> None:
    slack = socket
    spy, insider = slack.add_user("spy"), slack.add_user("ada")
    room = slack.add_channel("room", members=[spy, insider])
    rules = SlackRules(private_people=frozenset({SlackId(insider.id)}))
    async with a_bot(slack, Setting(rules=rules)) as bot:
        secret = a_pull(
            ref=a_ref(26, repository="acme/vault"), title="Swordfish two", is_private=True
        )
        hidden = a_ref(28, repository="acme/hidden")
        reason = "The repository does not exist, or this token may not see it."
        bot.github.items[secret.ref] = secret
        bot.github.fails[hidden] = Reading(ref=hidden, outcome=Outcome.NOT_VISIBLE, reason=reason)
        await bot.reads()

        async def told(who: User, ref: str) -> str:
            await slack.types(who, room, f"{COMMAND} {ref}")
            await bot.idle()
            return slack.messages(room, viewer=who)[-1].text.replace(ref, "REF")

        # Private; private and listed; not there, in a private repository; not visible.
        refs = ("acme/vault#26", "acme/vault#5", "acme/vault#27", "acme/hidden#28")
        answers = {await told(spy, ref) for ref in refs}

        assert len(answers) == 1
        assert (
            "There is no such pull request or issue, or it may not be shown here" in answers.pop()
        )
        assert "Swordfish" not in json.dumps([request.args for request in slack.requests])
        assert "Swordfish two" in await told(insider, "acme/vault#26")


async def test_unlisted__is_remembered_until_somebody_refreshes(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        ref = a_ref(77, repository="other/place")
        bot.github.items[ref] = a_pull(ref=ref, title="elsewhere")
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} other/place#77")
        await bot.idle()
        bot.github.items[ref] = a_pull(ref=ref, title="renamed")

        await slack.types(ada, room, f"{COMMAND} other/place#77")
        await bot.idle()
        remembered = slack.messages(room, viewer=ada)[-1]
        assert "elsewhere" in remembered.text
        bot.clock.advance(minutes=2)
        await slack.presses(ada, remembered, "refresh")
        await bot.idle()

        assert "renamed" in slack.messages(room, viewer=ada)[-1].text
