"""Who and what is in the workspace of the demo."""

from dataclasses import dataclass

from bot.demo.bundled import DEMO_TRACKERS, demo_people
from bot.demo.playground.hours import ZONE
from bot.demo.slack import Channel, FakeSlack, User

_OWNER = "Songlin Jiang"
"""Whose pull requests are stale in the bundled reading, so that there is something to get."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """The workspace, and those whom one can act as."""

    maintainer: User
    owner: User
    colleague: User
    """Links with nobody in the index."""
    guest: User
    room: Channel
    """Gets the weekly digest."""
    side_room: Channel
    """The bot is not there."""

    @property
    def actors(self) -> tuple[tuple[User, str], ...]:
        """Whom one can act as, and what they are."""
        return (
            (self.maintainer, "maintainer"),
            (self.owner, "owner"),
            (self.colleague, "colleague"),
            (self.guest, "guest"),
        )


def cast_of(slack: FakeSlack) -> Cast:
    """People this Slack with those of the bundled readings, and with some who are made up."""
    known = {link.name: link for name in DEMO_TRACKERS for link in demo_people(name).links}
    people = [
        slack.add_user(str(link.github), id=str(link.slack), real_name=str(link.name), tz=ZONE)
        for link in known.values()
    ]
    by_name = {user.real_name: user for user in people}
    maintainer = slack.add_user("mara", real_name="Mara Maintainer", tz=ZONE)
    colleague = slack.add_user("casey", real_name="Casey Colleague", tz=ZONE)
    guest = slack.add_user("gil", real_name="Gil Guest", tz=ZONE, is_restricted=True)
    everybody = [maintainer, colleague, guest, *people]
    return Cast(
        maintainer=maintainer,
        owner=by_name[_OWNER],
        colleague=colleague,
        guest=guest,
        room=slack.add_channel("nemo-rl-architecture", members=everybody),
        side_room=slack.add_channel("random", members=[maintainer, colleague], bot=False),
    )
