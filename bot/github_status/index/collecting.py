"""When Python looks for garbage, while values are made by the hundred thousand."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collecting_later(*, is_long: bool) -> Iterator[None]:
    """With a very long text, hold the cyclic garbage collector back until the end, or an error.

    Of all that is made for it nothing is garbage, and walking it again and again costs a quarter of
    the time, of making its JSON two thirds. Another thread may do the same meanwhile: whoever found
    the collector on turns it on again, at worst a little early.
    """
    was_on = is_long and gc.isenabled()
    if was_on:
        gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
