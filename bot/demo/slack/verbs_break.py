"""What can go wrong between a workspace and its app: faults, lost connections, repeats."""

from typing import Literal

from bot.demo.slack.delivery import PostOffice
from bot.demo.slack.door_socket import SocketDoor
from bot.demo.slack.faults import Fault, Faults
from bot.demo.slack.hooks import Hooks
from bot.demo.slack.journal import Journal
from bot.demo.slack.listening import Listener
from bot.demo.slack.outcomes import Receipt
from bot.demo.slack.verbs_admin import Administering
from bot.demo.slack.world import World

DisconnectReason = Literal["warning", "refresh_requested", "link_disabled"]


class Breaking(Administering):
    """A workspace in which things go wrong on demand."""

    def __init__(
        self,
        world: World,
        journal: Journal,
        office: PostOffice,
        hooks: Hooks,
        *,
        faults: Faults,
        socket: SocketDoor,
        listener: Listener,
    ) -> None:
        """Nothing goes wrong yet."""
        super().__init__(world, journal, office, hooks)
        self.listener = listener
        self._faults = faults
        self._socket = socket

    def fails(self, method: str, *faults: Fault) -> None:
        """Play these faults at the next calls of the method (`response_url` for posts there)."""
        self._faults.add(method, *faults)

    def knows_pictures_late(self, refusals: int) -> None:
        """Refuse so many messages and views with each new file, as if it were none."""
        self.world.unready_pictures = refusals

    def shows_late(self, readings: int) -> None:
        """Leave new messages out of the first readings of their channel's history."""
        self.world.shown_after_readings = readings

    async def goes_down(self) -> None:
        """Refuse every connection from now on."""
        await self.listener.go_down()

    async def comes_back(self) -> None:
        """Listen at the same address again."""
        await self.listener.come_back()

    def delivers_twice(self, times: int = 1) -> None:
        """Bring each of the next parcels twice, the very same."""
        self.office.twice += times

    def loses_acks(self, times: int = 1) -> None:
        """Have the next acknowledgements come too late: Slack repeats what the app has done."""
        self.office.lost_acks += times

    def holds_events(self) -> None:
        """Keep events back; the verbs that cause them return at once."""
        self.office.hold()

    async def releases_events(self, *, reverse: bool = False) -> list[Receipt]:
        """Bring the events that were kept back, perhaps in the other order."""
        return await self.office.release(reverse=reverse)

    async def disconnects(self, reason: DisconnectReason = "refresh_requested") -> None:
        """Ask every websocket to go, as Slack does every few hours."""
        await self._socket.disconnect(reason)

    def drops_connections(self) -> None:
        """Break every websocket without a close frame."""
        self._socket.drop()

    def goes_silent(self) -> None:
        """Leave the present websockets open but dead."""
        self._socket.go_silent()

    @property
    def connections(self) -> int:
        """How many websockets the app holds."""
        return len(self._socket.connections)
