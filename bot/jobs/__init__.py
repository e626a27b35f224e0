"""What the running bot does by itself, on the ticks of one alarm clock.

What is due is worked out in `due`, from moments; the clock only wakes.
"""

from bot.jobs.alarm import JOBS, ticking
from bot.jobs.job import Ground, Job, JobKind

__all__ = ["JOBS", "Ground", "Job", "JobKind", "ticking"]
