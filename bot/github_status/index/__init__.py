"""The issue body, read: workstreams, rows, refs, owners, and what could not be read.

Pure: no I/O, no clock, no settings. The rules are those of the corpus (`tests/fixtures/corpus`).
"""

from bot.github_status.index.parser import parse_index

__all__ = ["parse_index"]
