"""Keeps a GitHub tracking issue honest and its people informed, from Slack and the terminal."""

PROGRAM = "nemorl-status"
"""What the command is called, and the folders of its files."""

__version__ = "0.1.0"
