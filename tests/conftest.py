"""Configuration that every test shares."""

from hypothesis import settings

# A frozen clock and two shared cores make single examples slow; how long one takes says nothing.
settings.register_profile("project", deadline=None, max_examples=50, print_blob=True)
settings.load_profile("project")
