"""Socket Mode: the websocket to Slack, and the watchdog that sees when it is lost.

https://docs.slack.dev/apis/events-api/using-socket-mode
"""

from bot.socket_mode.bolt_socket import open_socket
from bot.socket_mode.watchdog import Socket, Watchdog

__all__ = ["Socket", "Watchdog", "open_socket"]
