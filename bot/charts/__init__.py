"""Burn-up pictures, drawn by matplotlib (the extra `charts`) in a process of its own.

Nothing here is imported by what runs without pictures but `picture` and `sheet`, which are light:
`drawing` alone imports matplotlib, and only the child does.
"""
