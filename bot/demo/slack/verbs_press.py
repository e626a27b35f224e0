"""What people press, choose and fill in: buttons, menus, modals, shortcuts."""

from collections.abc import Mapping
from dataclasses import replace

from bot.demo.slack import (
    forms,
    limits,
    payloads,
    views,
)
from bot.demo.slack.checks import array
from bot.demo.slack.elements import OPTION, OPTION_GROUP
from bot.demo.slack.outcomes import Outcome
from bot.demo.slack.records import TEAM_ID, Message, User, View
from bot.demo.slack.refusals import JsonObject, Misuse, Refused
from bot.demo.slack.validate import check_view
from bot.demo.slack.verbs_talk import Talking


class Pressing(Talking):
    """People who press, choose and submit."""

    async def presses(
        self,
        user: User,
        where: Message | View,
        action_id: str,
        value: str | None = None,
        *,
        block_id: str | None = None,
    ) -> Outcome:
        """The person presses the button with this action id; `value` tells several apart."""
        block, element = forms.find_element(where.blocks, action_id, value=value, block_id=block_id)
        if element["type"] not in ("button", "icon_button"):
            raise Misuse(f"{action_id} is a {element['type']}, not a button")
        kept = ("action_id", "type", "text", "value", "style")
        action = {key: element[key] for key in kept if key in element}
        return await self._act(user, where, action | {"block_id": block["block_id"]})

    async def chooses(
        self,
        user: User,
        where: Message | View,
        action_id: str,
        value: object,
        *,
        block_id: str | None = None,
    ) -> Outcome:
        """The person sets a menu, picker, checkbox or field; of options, by their `value`.

        In an input block without `dispatch_action` the app hears nothing until the submission.
        """
        block, element = forms.find_element(where.blocks, action_id, block_id=block_id)
        chosen = forms.choice(element, value)
        if isinstance(where, View) and element["type"] != "overflow":
            where.state[block["block_id"]][action_id] |= chosen
        if block["type"] == "input" and not block.get("dispatch_action", False):
            self._need_sight(user, where)
            return Outcome(view=self._top(user))
        action = {"type": element["type"], "action_id": action_id, "block_id": block["block_id"]}
        return await self._act(user, where, action | chosen)

    async def _act(self, user: User, where: Message | View, action: JsonObject) -> Outcome:
        self._need_sight(user, where)
        url = None
        if isinstance(where, Message):
            url = self.hooks.new(user, self.world.channels[where.channel], source=where)
        payload = payloads.block_actions(self.world, user, where, action=action, response_url=url)
        return replace(await self._interact(payload), view=self._top(user))

    async def suggests(
        self, user: User, where: Message | View, action_id: str, query: str
    ) -> Outcome:
        """The person types into an external select; the answer's options are in `body`."""
        self._need_sight(user, where)
        block, _ = forms.find_element(where.blocks, action_id)
        named = {"action_id": action_id, "block_id": block["block_id"]}
        payload = payloads.block_suggestion(self.world, user, where, element=named, value=query)
        outcome = await self._interact(payload, takes_answer=True)
        groups = outcome.body.get("option_groups")
        problems = (
            array(OPTION_GROUP, limits.OPTION_GROUPS, least=0)(groups, "/option_groups")
            if groups is not None
            else array(OPTION, limits.SELECT_OPTIONS, least=0)(
                outcome.body.get("options"), "/options"
            )
        )
        if outcome.acked and (wrong := [str(problem) for problem in problems]):
            self.journal.accuse(f"the options for {action_id} are refused: {wrong}")
            return replace(outcome, error="invalid_options")
        return outcome

    async def submits(
        self, view: View, values: Mapping[str | tuple[str, str], object] | None = None
    ) -> Outcome:
        """The person fills in the modal and submits it.

        Keys are action ids, or pairs of block id and action id; values as `chooses` takes them.
        """
        user = self.world.users[view.user]
        self._need_sight(user, view)
        if view.is_home or "submit" not in view.content:
            raise Misuse("the view has nothing to submit it with")
        for key, value in (values or {}).items():
            block_id, action_id = (None, key) if isinstance(key, str) else key
            block, element = forms.find_element(view.blocks, action_id, block_id=block_id)
            view.state[block["block_id"]][action_id] |= forms.choice(element, value)
        missing = forms.unfilled(view.blocks, view.state)
        if missing:
            return Outcome(error="form_incomplete", errors=missing, view=view)
        payload = payloads.view_submission(self.world, user, view)
        outcome = await self._interact(payload, takes_answer=True)
        return self._after_submission(outcome, user, view) if outcome.acked else outcome

    def _after_submission(self, outcome: Outcome, user: User, view: View) -> Outcome:
        try:
            errors = self._follow(outcome.body, user, view)
        except Refused as refusal:
            reasons = [refusal.error, *refusal.messages]
            self.journal.accuse(f"the answer to a submission is refused: {reasons}")
            return replace(outcome, error="invalid_response", view=self._top(user))
        return replace(outcome, errors=errors, view=self._top(user))

    def _follow(self, answer: JsonObject, user: User, view: View) -> dict[str, str]:
        """Do what the app answered to a submission, and give back errors to show."""
        if view not in self.world.stacks.get(user.id, ()):
            return {}  # it was closed meanwhile
        match answer.get("response_action"):
            case None if not answer:
                views.close_top(self.world, user.id)
            case "clear":
                views.close_all(self.world, user.id)
            case "update":
                views.update_modal(self.world, view, answer.get("view"))
            case "push":
                modal = check_view(answer.get("view"), types=("modal",))
                views.push_upon(self.world, user.id, modal)
            case "errors":
                return _errors(answer, view)
            case other:
                raise Refused("invalid_response_action", messages=(f"[ERROR] {other}",))
        return {}

    async def closes(self, view: View) -> Outcome:
        """The person closes the modal without submitting it."""
        user = self.world.users[view.user]
        self._need_sight(user, view)
        is_cleared = bool(view.content.get("clear_on_close", False))
        if is_cleared:
            views.close_all(self.world, user.id)
        else:
            views.close_top(self.world, user.id)
        if not view.content.get("notify_on_close", False):
            return Outcome(view=self._top(user))
        payload = payloads.view_closed(self.world, user, view, is_cleared=is_cleared)
        return replace(await self._interact(payload), view=self._top(user))

    async def uses_shortcut(self, user: User, message: Message | None, callback_id: str) -> Outcome:
        """The person picks a shortcut of a message's menu, or (`None`) a global one."""
        kind = "global" if message is None else "message"
        declared = self.world.app.shortcuts.get(callback_id)
        if declared is None or declared.kind != kind:
            return Outcome(error="shortcut_unknown")
        if user.team_id != TEAM_ID:
            return Outcome(error="shortcut_of_another_workspace")
        if message is None:
            payload = payloads.global_shortcut(self.world, user, callback_id=callback_id)
        else:
            self._need_sight(user, message)
            url = self.hooks.new(user, self.world.channels[message.channel])
            payload = payloads.message_shortcut(
                self.world, user, message, callback_id=callback_id, response_url=url
            )
        return replace(await self._interact(payload), view=self._top(user))


def _errors(answer: JsonObject, view: View) -> dict[str, str]:
    errors = answer.get("errors")
    inputs = {block["block_id"] for block in view.blocks if block["type"] == "input"}
    if not isinstance(errors, dict) or not errors or not errors.keys() <= inputs:
        line = f"[ERROR] errors must name input blocks, of {sorted(inputs)}"
        raise Refused("invalid_errors", messages=(line,))
    if not all(isinstance(text, str) and text for text in errors.values()):
        raise Refused("invalid_errors", messages=("[ERROR] errors must be texts",))
    return errors
