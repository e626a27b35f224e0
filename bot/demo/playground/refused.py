"""What a word of Slack's means, as a sentence for whoever tried it."""

from typing import Final

SAYS: Final = {
    "operation_timeout": "nemorl-status did not acknowledge within 3 seconds",
    "dispatch_failed": "nemorl-status is not connected",
    "connection_lost": "nemorl-status lost its connection before it acknowledged",
    "socket_timeout": "nemorl-status did not answer on its connection",
    "command_unknown": "This is no slash command of an app that is installed here",
    "command_not_in_threads": "A slash command cannot be sent in a thread, as in Slack",
    "invalid_command_response": "nemorl-status answered what Slack does not take",
    "form_incomplete": "The form is not complete: see what stands below its fields",
    "invalid_response": "nemorl-status answered the form with what Slack does not take",
    "interactivity_off": "The app's manifest has interactivity switched off",
    "shortcut_unknown": "The app has no such shortcut here",
    "not_subscribed": "The app's manifest does not ask for this event",
    "command_of_another_workspace": "Slash commands are for people of the workspace itself",
    "shortcut_of_another_workspace": "Shortcuts are for people of the workspace itself",
    "invalid_options": "nemorl-status offered for this menu what Slack does not take",
    "channel_not_found": "There is no such conversation",
    "message_not_found": "That message is not there any more",
    "user_not_found": "There is no such person",
    "push_limit_reached": "Slack lays no more than three modals over each other",
}
"""By Slack's word, without the full stop."""


def refusal(error: str) -> str:
    """The sentence for this word, with the word in brackets, so that it can be looked up."""
    return f"{SAYS.get(error, 'Slack refuses this')} ({error})."
