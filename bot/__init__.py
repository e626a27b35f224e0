"""Keeps a GitHub tracking issue honest and its people informed, from Slack and the terminal."""

__version__ = "0.1.0"
