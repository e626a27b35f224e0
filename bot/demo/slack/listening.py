"""Where the fake workspace listens: a free port of loopback, the same for as long as it lives."""

import secrets

from aiohttp import web

from bot.demo.guard import only_here

HOST = "127.0.0.1"
_LARGEST_REQUEST_BYTES = 4 * 1024**2
_SECRET_BYTES = 16


class Listener:
    """Serves an application, goes down, and comes back at the same address."""

    def __init__(self) -> None:
        """Nothing listens yet."""
        self.hosts: set[str] = set()
        """Other names of this address, as a Host header has them, that it may be asked by."""
        self.secret = secrets.token_urlsafe(_SECRET_BYTES)
        """The first part of every path: who was not told the address cannot guess it."""
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self._port = 0

    @property
    def base(self) -> str:
        """The address, without a slash at its end; empty before it is open."""
        return f"http://{HOST}:{self._port}/{self.secret}" if self._port else ""

    async def open(self, application: web.Application) -> None:
        """Serve this application, below `base` and nowhere else."""
        guarded = web.Application(
            middlewares=[only_here(self.hosts)], client_max_size=_LARGEST_REQUEST_BYTES
        )
        guarded.add_subapp(f"/{self.secret}", application)
        self._runner = web.AppRunner(guarded, access_log=None, shutdown_timeout=0.1)
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
