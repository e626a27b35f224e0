"""The only code that asks GitHub: queries, credentials, limits, and decoding into facts."""

from bot.github_status.github.client import GitHub
from bot.github_status.github.credentials import AppKey, Credentials
from bot.github_status.github.decode import decode_answer, decode_item, decode_tracker
from bot.github_status.github.endpoints import Endpoints, endpoints
from bot.github_status.github.json_fields import Undecodable
from bot.github_status.github.quota import Policy
from bot.github_status.github.reading import Batch

__all__ = [
    "AppKey",
    "Batch",
    "Credentials",
    "Endpoints",
    "GitHub",
    "Policy",
    "Undecodable",
    "decode_answer",
    "decode_item",
    "decode_tracker",
    "endpoints",
]
