"""The settings: one file and the environment, read once, by whoever starts the program.

`fields` says what can be set, `loading` reads it, `trackers` knows how a tracker is named.
"""
