"""How older tables become the newest: one file in `versions/` for each step.

A change of `bot/store/tables.py` needs a step here, written by hand, and `HEAD` set to it; the
tests say what is still different. A start takes all its steps in one transaction or none.
"""

HEAD = "0003"
"""The newest step; here so that a start that has nothing to do need not load Alembic."""
