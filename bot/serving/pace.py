"""How the interpreter shares itself between acknowledging and drawing."""

import gc
import sys

SWITCH_SECONDS = 0.000_5
"""After so long a thread that draws lets the others go on. Python's own 5 ms are spent whenever the
loop comes back from the network, several times for one acknowledgement."""


def acknowledge_first() -> None:
    """Keep drawings and collections of garbage from holding acknowledgements up.

    Called when everything is built: what is there by now stays, and is not looked through again.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
