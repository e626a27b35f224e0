"""The file of a SQLite database, for nobody else to read: snapshots may hold private repositories.

SQLite gives the files beside it (`-wal`, `-shm`) the same rights.
"""

from pathlib import Path


def make_folder(folder: Path) -> None:
    """Make it and those above it, where they are missing; raises `OSError`."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Make it with its folder, where they are missing; raises `OSError`."""
    make_folder(file.parent)
    if not file.exists():
        file.touch(mode=0o600)
