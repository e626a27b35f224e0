"""Repairing an index from Slack: who may, which boxes, exactly what is written, and taking it back.

What is written to GitHub, and how, is in `github_status/repairing.py`.
"""
