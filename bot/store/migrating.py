"""Running the steps in `migrations/`.

It loads Alembic, which is heavy: import it only where something is to be done.
"""

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from bot.errors import StoreFault

SCRIPTS = "bot.store:migrations"


def migrate(connection: Connection, *, place: str) -> None:
    """Take the steps that the database lacks, within the transaction of this connection.

    Raises `StoreFault` when it has a step that we do not know: a newer version made it.
    """
    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreFault(
            f"The database {place} was written by a newer version of this program.",
            advice="Use the newer version, or name another database with DATABASE_URL.",
        ) from error
