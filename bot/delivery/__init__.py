"""The one door out to Slack for what nobody asked for just now: digests, messages to owners, notes.

Every message has a key, is claimed before it is posted, carries the key's mark in Slack's message
metadata, and is recorded after. Whatever dies when, it stands in Slack once where the history may
be read, and at most once where it may not.
"""

from bot.delivery.client import delivery_client
from bot.delivery.door import Delivery
from bot.delivery.outgoing import Delivered, DeliveryOutcome, Outgoing
from bot.delivery.pacing import Pacer
from bot.delivery.patience import Patience
from bot.delivery.uploads import Uploads

__all__ = [
    "Delivered",
    "Delivery",
    "DeliveryOutcome",
    "Outgoing",
    "Pacer",
    "Patience",
    "Uploads",
    "delivery_client",
]
