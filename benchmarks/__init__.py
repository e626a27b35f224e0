"""Measurements of the real program: `python -m benchmarks`, or `make bench`."""
