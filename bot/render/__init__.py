"""Answer → terminal text, JSON or Markdown. All drawing, no wording."""
