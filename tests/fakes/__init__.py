"""Stateful stand-ins for the outside world, one each, shared by all tests."""
