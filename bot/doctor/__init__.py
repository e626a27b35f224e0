"""The doctor: what of an installation works, what does not, and what to do about it.

Each check is a small function over what it needs; `examination.py` says which there are and what
stands on what. Nothing here changes anything, but for one message of `live.py` that is deleted.
"""

from bot.doctor.check import Check, Verdict, is_well
from bot.doctor.examination import Ground, examined
from bot.doctor.live import Form, tried_live

__all__ = ["Check", "Form", "Ground", "Verdict", "examined", "is_well", "tried_live"]
