"""What the demo is made of: bundled readings, and a Slack and a GitHub of its own."""
