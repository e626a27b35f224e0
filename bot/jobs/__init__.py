"""What the running bot does by itself, on the ticks of one alarm clock.

What is due is worked out by each job from stored slots and the clock; the alarm clock only wakes.
"""

from bot.jobs.alarm import ticking
from bot.jobs.job import Job

__all__ = ["Job", "ticking"]
