"""Where the fake workspace listens: a free port of loopback, the same for as long as it lives."""

from aiohttp import web

HOST = "127.0.0.1"


class Listener:
    """Serves an application, goes down, and comes back at the same address."""

    def __init__(self) -> None:
        """Nothing listens yet."""
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self._port = 0

    @property
    def base(self) -> str:
        """The address, without a slash at its end; empty before it is open."""
        return f"http://{HOST}:{self._port}" if self._port else ""

    async def open(self, application: web.Application) -> None:
        """Serve this application."""
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await self.come_back()
        self._port = int(self._runner.addresses[0][1])

    async def go_down(self) -> None:
        """Refuse every connection from now on."""
        if self._site is not None:
            await self._site.stop()

    async def come_back(self) -> None:
        """Listen again."""
        assert self._runner is not None
        self._site = web.TCPSite(self._runner, HOST, self._port)
        await self._site.start()

    async def close(self) -> None:
        """Close every connection."""
        if self._runner is not None:
            await self._runner.cleanup()
