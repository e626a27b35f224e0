"""How the bundled readings are made: `scripts.make_demo` puts these modules together."""
