"""People: names as written, their logins and Slack ids, and how a name that somebody typed is matched."""
