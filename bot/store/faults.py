"""What a database says when it fails, and our name for it."""

from sqlalchemy.exc import DBAPIError

from bot.errors import StoreFault


def store_fault(error: Exception, place: str) -> StoreFault:
    """Our name for what the database says; its own words may hold data and go no further."""
    # Only the driver's own words: around them SQLAlchemy sets the statement and its values.
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, TimeoutError):
        cause = TimeoutError("timeout expired")  # Python gives it no words
    # PostgreSQL's words are in the language of its server; its code, where there is one, is not.
    # https://www.postgresql.org/docs/current/errcodes-appendix.html
    said = f"{cause} [{getattr(cause, 'sqlstate', None) or ''}]".lower()
    for words, what, advice in _FAULTS:
        if any(word in said for word in words):
            return StoreFault(what.format(place=place), advice=advice)
    return StoreFault(
        f"The database {place} cannot be used.", advice="Check DATABASE_URL, or name another one."
    )


_FAULTS = (
    (
        ("fatal:  role",),
        "The server of the database {place} does not know this user.",
        "Make the user there, or name another one in DATABASE_URL.",
    ),
    (
        ("authentication failed", "no password supplied", "no pg_hba.conf entry", "[28"),
        "The database {place} refuses this user or password.",
        "Check the user and the password in DATABASE_URL, and whom the server lets in.",
    ),
    (
        ("fatal:  database", "[3d000]"),
        "There is no database {place}.",
        "Make it (createdb NAME), or name another one in DATABASE_URL.",
    ),
    (
        ("too many clients", "connection slots", "too many connections", "queuepool", "[53300]"),
        "The database {place} has no connection left to give.",
        "Ask again; if it stays so, let its server have more (max_connections), or end what holds"
        " them.",
    ),
    (
        ("connection refused", "resolve host", "translate host", "no route to host", ".s.pgsql"),
        "The server of the database {place} cannot be reached.",
        "Start it, or check host and port in DATABASE_URL.",
    ),
    (
        ("starting up", "shutting down", "terminating connection", "[57p", "[08", "closed the"),
        "The server of the database {place} has ended the connection.",
        "Ask again; if it stays so, see whether it runs, and what its log says.",
    ),
    (
        ("connection is closed", "connection is lost", "consuming input failed", "sending query"),
        "The connection to the database {place} was lost.",
        "Ask again; if it stays so, see whether its server runs and can be reached.",
    ),
    (
        ("timeout expired", "timed out", "statement timeout", "[57014]"),
        "The database {place} does not answer in time.",
        "Ask again; if it stays so, see what keeps its server busy.",
    ),
    (
        ("already exists", "[42p07]"),
        "The database {place} holds tables of another program, or of an early version of this one.",
        "Name another database with DATABASE_URL, or move this one away; a new one is made.",
    ),
    (
        ("readonly", "read-only", "permission denied", "[42501]", "[25006]"),
        "The database {place} cannot be written.",
        "Let this program write it and its folder, or name another one with DATABASE_URL.",
    ),
    (
        ("not a database", "malformed", "file is encrypted"),
        "The file {place} is no database, or it is damaged.",
        "Move it away, or name another file with DATABASE_URL; a new one is made.",
    ),
    (
        ("unable to open", "not a directory", "file exists", "is a directory"),
        "The database {place} cannot be opened.",
        "Name a file in a folder that can be written: DATABASE_URL=sqlite+aiosqlite:///PATH.",
    ),
    (
        ("disk is full", "no space left", "disk i/o", "[53100]"),
        "The disk that holds the database {place} is full, or fails.",
        "Make room on it, or name another database with DATABASE_URL.",
    ),
    (
        ("locked", "busy", "lock timeout", "deadlock", "[55p03]", "[40p01]"),
        "Another process keeps the database {place} busy.",
        "Ask again; if it stays so, end the process that holds it.",
    ),
)
