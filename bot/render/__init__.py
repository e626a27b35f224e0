"""Answer → text for one medium: terminal, JSON, Markdown."""
