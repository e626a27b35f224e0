"""One Slack workspace in memory, spoken to over real HTTP and real websockets on loopback.

    async with fake_slack(manifest=..., transport="socket") as slack:
        ada = slack.add_user("ada")
        room = slack.add_channel("general", members=[ada])
        outcome = await slack.types(ada, room, "/example refit")
        await slack.settled()
        [answer] = slack.messages(room, viewer=ada)

- for the app: `api_url`, `bot_token`, `app_token`, `signing_secret`, `connect_http(url)`
- nobody else gets in: every address has a secret part, and pages from elsewhere are refused;
  `listener.hosts` are further names that it may be asked by
- people do: `types`, `mentions`, `says`, `edits`, `opens_home`, `presses`, `chooses`, `suggests`,
  `submits`, `closes`, `uses_shortcut`; each returns once the app acknowledged, or failed to
- the workspace changes: `changes`, `joins`, `leaves`, `archives`, `renames`, `changes_id`,
  `revokes_token`, `uninstalls`, `happens` (any event); `slack.app` may be changed at any time
- to see: `messages(channel, viewer=, thread=)`, `dm`, `home`, `modals`, `requests`, `calls`, `sent`
- to wait: `settled()`, `until(predicate)`
- to break: `fails(method, fault)`, `delivers_twice`, `loses_acks`, `holds_events`,
  `releases_events(reverse=)`, `disconnects`, `drops_connections`, `goes_silent`, `goes_down`,
  `comes_back`, `shows_late`
- one message a second and channel, no more: `fake_slack(enforces_rates=True, post_burst=1)`
- in HTTP mode: `probes_ssl`, `verifies_url`, `sends_raw`

Where Slack is vague it is the stricter one. An unknown method or argument and an answer that Slack
would throw away are `violations`; `check` raises for them and for faults that were never met, and
`fake_slack` does so at its end (`forgive` lets go). Whoever plays on uses `start` and `close`.
"""

from bot.demo.slack.app import EXAMPLE_MANIFEST, App
from bot.demo.slack.clock import Clock
from bot.demo.slack.delivery import Timing
from bot.demo.slack.faults import (
    Fault,
    html_500,
    html_500_after,
    invalid_json,
    rate_limited,
    refused,
    refused_after,
    reset_after,
    reset_before,
    slow,
    timeout_after,
)
from bot.demo.slack.outcomes import Outcome, Said
from bot.demo.slack.records import Channel, Message, User, View
from bot.demo.slack.refusals import JsonObject, Misuse
from bot.demo.slack.server import FakeSlack, fake_slack

__all__ = [
    "EXAMPLE_MANIFEST",
    "App",
    "Channel",
    "Clock",
    "FakeSlack",
    "Fault",
    "JsonObject",
    "Message",
    "Misuse",
    "Outcome",
    "Said",
    "Timing",
    "User",
    "View",
    "fake_slack",
    "html_500",
    "html_500_after",
    "invalid_json",
    "rate_limited",
    "refused",
    "refused_after",
    "reset_after",
    "reset_before",
    "slow",
    "timeout_after",
]
