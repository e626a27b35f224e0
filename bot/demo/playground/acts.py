"""What a person of the demo does, as the page asks for it: nothing that Slack would not let them.

What is asked for may be anybody's: nothing of it raises. What cannot be done says so in a sentence,
and with Slack's word where it has one.
"""

import html
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.demo.playground.answered import done, not_done
from bot.demo.playground.asked import MOST_TEXT, Asked, NotTaken
from bot.demo.playground.chosen import chosen
from bot.demo.playground.clock_moves import MOVES
from bot.demo.playground.refused import refusal
from bot.demo.playground.stage import Stage
from bot.demo.playground.world_changes import CHANGES
from bot.demo.slack import Channel, JsonObject, Misuse, Outcome, User, View
from bot.demo.slack.forms import find_element
from bot.demo.slack.refusals import Refused

_MOST_VALUES = 100
"""Fields of one form: as many blocks as a modal has at most."""

_INVITE = re.compile(r"/invite\s+@(?P<name>[\w.-]*\w)")

_MENTIONS = re.compile(
    r"""(?P<marked><@U[A-Z0-9]+>) | (?P<url>https?://[^\s<>]+) | (?<![\w@])@(?P<name>[\w.-]*\w)""",
    re.VERBOSE,
)


async def act(stage: Stage, body: JsonObject, *, sending: set[str] | None = None) -> JsonObject:
    """Do it, and wait until the bot has acknowledged; `{"ok": true}`, or why not.

    `sending`: ids of the modals that are being sent, kept by the caller from act to act: such a one
    waits for the bot, and can meanwhile neither be sent once more nor closed.
    """
    try:
        asked = Asked(stage=stage, body=body)
        doing = _DOINGS.get(asked.text("do"))
        if doing is None:
            raise NotTaken("The page asks for something that this demo does not know.")
        if asked.body["do"] in ("submit", "close"):
            return await _alone(asked, doing, set() if sending is None else sending)
        return _told(await doing(asked, asked.person()))
    except NotTaken as error:
        return not_done(error.says, error=error.error)
    except Misuse:
        return not_done("Slack offers nobody to do this here.")
    except Refused as error:
        return not_done(refusal(error.error), error=error.error)


async def _alone(asked: Asked, doing: "_Doing", sending: set[str]) -> JsonObject:
    user = asked.person()
    view = asked.view(user)
    if view.id in sending:
        raise NotTaken("This form is being sent: wait for the bot's answer.")
    sending.add(view.id)
    try:
        return _told(await doing(asked, user))
    finally:
        sending.discard(view.id)


def _told(outcome: Outcome) -> JsonObject:
    if outcome.error is not None:
        return not_done(refusal(outcome.error), error=outcome.error, errors=outcome.errors)
    if outcome.errors:
        return not_done(
            "The form was not taken: see what stands below its fields.", errors=outcome.errors
        )
    return done()


# Writing


async def _type(asked: Asked, user: User) -> Outcome:
    channel = asked.conversation(user)
    text = asked.text("text", most=MOST_TEXT).strip()
    if not text:
        raise NotTaken("There is nothing to send.", "no_text")
    if channel.is_archived:
        raise NotTaken("Nobody can write in an archived channel.", "is_archived")
    thread = asked.message(user, channel, "thread") if asked.has("thread") else None
    if thread is not None and thread.ephemeral_to is not None:
        raise NotTaken("What only one person sees has no thread.", "thread_not_found")
    if thread is None and (invited := _INVITE.fullmatch(text)) is not None:
        return await _invite(asked.stage, channel, invited["name"])
    if text.startswith("/"):
        return await asked.stage.slack.types(user, channel, text, thread=thread)
    await asked.stage.slack.says(user, channel, _as_sent(asked.stage, text), thread=thread)
    # What the bot makes of a message is told to nobody who writes one.
    return Outcome()


async def _invite(stage: Stage, channel: Channel, name: str) -> Outcome:
    """Slack's own command, which the bot tells people to type."""
    if channel.is_im:
        raise NotTaken("Nobody can be invited into a direct conversation.", "method_not_supported")
    users = stage.slack.world.users.values()
    found = next((user for user in users if user.name.lower() == name.lower()), None)
    if found is None:
        raise NotTaken(f"Nobody here is called @{name}.", "user_not_found")
    if found.id in channel.members:
        raise NotTaken(f"{found.real_name} is in this channel already.", "already_in_channel")
    await stage.slack.joins(found, channel)
    return Outcome()


def _as_sent(stage: Stage, text: str) -> str:
    """The text as Slack's composer sends it: people and addresses are marked, all else is plain."""
    people = {user.name.lower(): user.id for user in stage.slack.world.users.values()}
    ids = set(people.values())

    def marked(match: re.Match[str]) -> str | None:
        if match["marked"]:
            return match[0] if match[0][2:-1] in ids else None
        if match["url"]:
            return f"<{html.escape(match[0], quote=False)}>"
        found = people.get(match["name"].lower())
        return None if found is None else f"<@{found}>"

    parts, end = [], 0
    for match in _MENTIONS.finditer(text):
        plain = html.escape(text[end : match.start()], quote=False)
        parts += [plain, marked(match) or html.escape(match[0], quote=False)]
        end = match.end()
    return "".join([*parts, html.escape(text[end:], quote=False)])


# Pressing and choosing


async def _press(asked: Asked, user: User) -> Outcome:
    where = asked.place(user)
    block, action = asked.element()
    value = asked.text("value") if asked.has("value") else None
    try:
        find_element(where.blocks, action, value=value, block_id=block)
    except Misuse as misuse:
        raise NotTaken("That button is not there any more.") from misuse
    asked.stage.pressed()
    return await asked.stage.slack.presses(user, where, action, value, block_id=block)


async def _choose(asked: Asked, user: User) -> Outcome:
    where = asked.place(user)
    (block, action), value = _set(asked, user, where.blocks)
    return await asked.stage.slack.chooses(user, where, action, value, block_id=block)


def _set(asked: Asked, user: User, blocks: list[JsonObject]) -> tuple[tuple[str, str], object]:
    """Block and action of a field, and what it is set to."""
    block, action = asked.element()
    try:
        _, element = find_element(blocks, action, block_id=block)
    except Misuse as misuse:
        raise NotTaken("That field is not there any more.") from misuse
    return (block, action), chosen(asked.stage, user, element, asked.body.get("value"))


# Modals, shortcuts, home


async def _submit(asked: Asked, user: User) -> Outcome:
    view = asked.view(user)
    if view.is_home or "submit" not in view.content:
        raise NotTaken("This window has nothing to send.")
    given = asked.body.get("values", [])
    if not isinstance(given, list) or len(given) > _MOST_VALUES:
        raise NotTaken("The request's “values” are no list of fields.")
    fields = [one for one in given if isinstance(one, dict)]
    if len(fields) < len(given):
        raise NotTaken("The request's “values” are no list of fields.")
    each = [Asked(stage=asked.stage, body=one) for one in fields]
    values: dict[str | tuple[str, str], object] = dict(_set(one, user, view.blocks) for one in each)
    asked.stage.pressed()
    return await asked.stage.slack.submits(view, values)


async def _close(asked: Asked, user: User) -> Outcome:
    view = asked.view(user)
    if view.is_home:
        raise NotTaken("The home tab cannot be closed.")
    return await asked.stage.slack.closes(view)


async def _shortcut(asked: Asked, user: User) -> Outcome:
    where = asked.place(user) if asked.has("at") else None
    if isinstance(where, View):
        raise NotTaken("A shortcut belongs to a message.")
    return await asked.stage.slack.uses_shortcut(user, where, asked.id("callback"))


async def _home(asked: Asked, user: User) -> Outcome:
    return await asked.stage.slack.opens_home(user)


# The world


async def _change(asked: Asked, _user: User) -> Outcome:
    change = CHANGES.get(asked.id("id"))
    if change is None:
        raise NotTaken("There is no such change.")
    if not change.is_open(asked.stage):
        raise NotTaken(f"“{change.label}”: there is nothing left to do.")
    change.make(asked.stage)
    return Outcome()


async def _move(asked: Asked, _user: User) -> Outcome:
    move = MOVES.get(asked.id("id"))
    if move is None:
        raise NotTaken("The clock knows no such move.")
    asked.stage.move_to(move.to(asked.stage.now))
    await asked.stage.settled()
    return Outcome()


_Doing = Callable[[Asked, User], Awaitable[Outcome]]

_DOINGS: Final[Mapping[str, _Doing]] = {
    "type": _type,
    "press": _press,
    "choose": _choose,
    "submit": _submit,
    "close": _close,
    "shortcut": _shortcut,
    "home": _home,
    "change": _change,
    "move": _move,
}
"""By the body's `do`."""
