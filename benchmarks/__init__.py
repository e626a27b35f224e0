"""Measurements of the real program; each stops by itself, and says what is too slow."""
