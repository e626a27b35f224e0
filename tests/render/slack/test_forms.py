"""Modals at their largest and with the worst names, against Slack's own limits."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.demo.slack.validate import check_message_blocks, check_view
from bot.errors import Fault, NotAllowed
from bot.listeners.subscribing import zone_names
from bot.render.slack.done import done_message
from bot.render.slack.form_ids import FieldId, FormId
from bot.render.slack.forms import Pick, form, grouped_menu, menu, words
from bot.render.slack.forms_done import done_view, fault_view
from bot.render.slack.forms_link import (
    OWNERS_ON_A_PAGE,
    LinkForm,
    OwnerRow,
    SelfLinkForm,
    link_view,
    self_link_view,
)
from bot.render.slack.forms_settings import ChannelPart, DigestLine, SettingsForm, settings_view
from bot.render.slack.forms_subscribe import SubscribeForm, subscribe_view, zone_groups
from tests.listeners.harness import HARM

LONG = "n" * 400 + HARM
TRACKERS = tuple(Pick(f"acme/widgets#{n}", f"{HARM} {n} {LONG}") for n in range(150))
DIGESTS = tuple(
    DigestLine(words=f"Digest of {LONG}", value=f"C{n} acme/w#{n}", is_fixed=n % 2 == 0)
    for n in range(30)
)
OWNERS = tuple(
    OwnerRow(
        key=f"{n:012}",
        name=f"{LONG} {n}",
        account="U0123",
        login="l" * 39,
        hint=f"Perhaps {LONG}",
        fixed={0: LONG, 1: "Linked to"}.get(n, ""),
        fixed_to="U0789" if n == 1 else "",
        claimed_by="U0456",
    )
    for n in range(OWNERS_ON_A_PAGE)
)


def subscribe(**fields: Any) -> dict[str, Any]:
    return subscribe_view(
        SubscribeForm(
            **{
                "channel": "C0123",
                "trackers": TRACKERS,
                "tracker_key": "acme/widgets#99",
                "zone": "Antarctica/McMurdo",
                "zones": zone_names(),
                "others": (LONG,) * 30,
            }
            | fields
        )
    )


def settings(**fields: Any) -> dict[str, Any]:
    part = ChannelPart(
        channel="C0123", trackers=TRACKERS, default_tracker="acme/widgets#3", digests=DIGESTS
    )
    said: dict[str, Any] = {
        "who": f"You are {LONG}.",
        "is_written_to": True,
        "only_changes": True,
        "wants_own": True,
        "snoozed_until": datetime(2026, 9, 1, tzinfo=UTC),
        "zone_day": "Tuesday 1 September 2026",
        "channel": part,
        "metadata": "C0123",
        "may_link": True,
    }
    return settings_view(SettingsForm(**said | fields))


def link(**fields: Any) -> dict[str, Any]:
    said: dict[str, Any] = {
        "rows": OWNERS,
        "page": 2,
        "pages": 3,
        "first": 31,
        "owners": 90,
        "metadata": "2",
        "notes": (LONG,) * 5,
        "saved": LONG,
        "saved_change": 7,
    }
    return link_view(LinkForm(**said | fields))


PICKS = tuple(Pick(f"{n:012}", f"{LONG} {n}", LONG) for n in range(40))

VIEWS = {
    "subscribe": subscribe(),
    "subscribe, little known": subscribe(
        trackers=TRACKERS[:1], tracker_key="gone", zone="UTC", zones=(), others=()
    ),
    "settings": settings(),
    "settings of a person": settings(channel=None, snoozed_until=None, may_link=False),
    "settings, what a channel gets": settings(channel=None, channel_says=(LONG,) * 30),
    "settings, one tracker": settings(
        channel=ChannelPart(
            channel="C0123", trackers=TRACKERS[:1], default_tracker=None, digests=()
        )
    ),
    "link": link(),
    "link, no owner": link(rows=(), page=1, pages=1, first=1, owners=0, notes=(), saved=""),
    "is this you": self_link_view(SelfLinkForm(names=PICKS, logins=PICKS)),
    "is this you, only logins": self_link_view(SelfLinkForm(names=(), logins=PICKS[:1])),
    "done": done_view(LONG, (LONG,) * 10, change_id=10**17, undos=((LONG, 1), ("Undo", 2))),
    "done to a channel": done_view(LONG, (f"The channel {LONG}",) * 3, channel="C0123"),
    "fault": fault_view(LONG, Fault(LONG, advice=LONG)),
    "not allowed": fault_view(LONG, NotAllowed(LONG, advice=LONG, whom=("U0123", f"U1>{HARM}"))),
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_views__within_every_limit_of_slack(view: dict[str, Any]) -> None:
    check_view(view, types=("modal",))


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_views__what_is_not_ours_is_parsed_for_nothing(view: dict[str, Any]) -> None:
    """Only our own sentences around an id are mrkdwn."""
    for text in _marked_up(view):
        assert "@here" not in text
        assert "<!channel>" not in text
        assert "nnn" not in text


def _marked_up(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["text"]] if value.get("type") == "mrkdwn" else []
        return own + [text for inner in value.values() for text in _marked_up(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in _marked_up(inner)]
    return []


def test_link__an_id_that_is_none_becomes_no_mention() -> None:
    row = OwnerRow(key="a", name="Ana", claimed_by="U1> <!channel>")

    assert "Somebody says that this is them" in str(link(rows=(row,)))


def test_zones__every_one_can_be_chosen() -> None:
    groups = zone_groups("Europe/Kyiv", zone_names())

    assert all(len(picks) <= 100 for _, picks in groups)
    offered = {pick.value for _, picks in groups for pick in picks}
    assert offered >= {*zone_names(), "UTC", "Europe/Kyiv"}
    assert sum(len(picks) for _, picks in groups) == len(offered), "each stands once"
    chosen = grouped_menu(FieldId.ZONE, groups, "America/Sao_Paulo").to_dict()
    assert chosen["initial_option"]["text"]["text"] == "America/Sao Paulo"


def test_subscribe__more_trackers_than_a_menu_holds_are_counted() -> None:
    assert "The first 100 of 150 can be chosen here." in str(subscribe())


def test_settings__more_digests_than_are_listed_are_counted() -> None:
    assert "And 10 more digests." in str(settings())


def test_form__refuses_what_no_view_holds() -> None:
    with pytest.raises(ValueError, match="more blocks"):
        form("Too much", [words("x")] * 101, callback=FormId.LINK)
    with pytest.raises(ValueError, match="longer than Slack takes"):
        menu(FieldId.TRACKER, [Pick("v" * 151, "label")])


@pytest.mark.parametrize("line", [HARM, LONG, "", "\n"])
def test_done_message__whatever_is_said(line: str) -> None:
    message = done_message((line, line), change_id=3)

    check_message_blocks(list(message.blocks))
    assert "<!channel>" not in message.text
    assert message.text
