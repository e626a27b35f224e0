from collections.abc import Iterator

import pytest

from tests.demo.playground.contacts import noted


@pytest.fixture
def contacted() -> Iterator[set[str]]:
    """The hosts that the test contacts, and whatever it lets run."""
    with noted() as hosts:
        yield hosts
