"""Golden texts: whole answers, looked at by a person and kept in golden/.

After a wanted change, run the tests with `NEMORL_WRITE_GOLDEN=1` and read the difference in git.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def golden(name: str, drawn: str) -> str:
    """The kept text of this name; `drawn` is kept first where that was asked for."""
    path = FOLDER / name
    if os.environ.get("NEMORL_WRITE_GOLDEN"):
        path.write_text(drawn, encoding="utf-8", newline="\n")
    return path.read_text(encoding="utf-8")
