"""The whole bot to play with: a Slack and a GitHub of its own, on the bundled readings.

Everything is in memory and on loopback. The bot connects to both as it does to the real ones.
"""
