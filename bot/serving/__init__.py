"""`nemorl-status run`: the bot as a process, from its first reading to its last answer.

`wired` builds, `starting` asks Slack who we are, `connecting` opens the transport, `stopping` hears
signals, `run` does one after the other.
"""
