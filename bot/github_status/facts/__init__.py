"""Frozen facts, as read: refs, the index, pull requests and issues, and the snapshot that holds
them.

Nothing here asks, judges or draws. Three absences are kept apart everywhere: `UNKNOWN` (it was not
read, or GitHub does not know yet), `None` (GitHub says there is none), and an `Outcome` other than
`READ` (the reading itself failed).
"""
