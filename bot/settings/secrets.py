"""Which texts of the settings nobody may ever read."""

from pydantic import SecretStr

from bot.errors import UserError
from bot.settings.fields import Settings
from bot.store.engine import database_url


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """Every secret that is set, as it is; of the database's address only the password."""
    found = []
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        if isinstance(value, SecretStr):
            text = value.get_secret_value()
            found.append(_password(text) if name == "database_url" else text)
    return tuple(filter(None, found))


def _password(address: str) -> str:
    """Of an address that is none, all of it: the password may be anywhere."""
    try:
        return database_url(address).password or ""
    except UserError:
        return address
