"""What the bot tells about its own work: numbers for whoever watches it, and one id for everything
that belongs to one request. It knows neither GitHub nor Slack: others hand it plain values.
"""
