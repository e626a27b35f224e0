"""People: their names, logins and Slack ids, and how a name that somebody typed is matched."""
