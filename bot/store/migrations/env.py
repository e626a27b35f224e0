"""What Alembic runs for us; it is handed a connection with a transaction on it."""

from alembic import context

# SQLite's DDL is transactional too, once the transaction is begun by hand, as ours are.
context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
