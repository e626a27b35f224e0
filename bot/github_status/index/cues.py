"""The words that say why a row names a ref, as data: "fixed in", "blocked by", "flagged during".

How they are looked up, and what follows for the row, is in `roles`.
"""

from dataclasses import dataclass
from enum import IntEnum

from bot.github_status.facts.index import Role


class Weight(IntEnum):
    """How much is this ref what the row is about? The highest of a row is its primary."""

    NEVER = 0
    WEAK = 1
    """Only when nothing else is named: "(Related: #12)"."""
    FIX = 2
    """What fixed the row: it yields to a ref that the row names plainly."""
    PLAIN = 3
    LIVE = 4
    """What the work of the row became: it wins over the ref that it came from."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What the words before a ref say about it."""

    role: Role
    weight: Weight
    words: str = ""
    """The words themselves, as they are looked up; empty for a ref that is named plainly."""


PLAIN = Claim(Role.CONTEXT, Weight.PLAIN)
ELSEWHERE = Claim(Role.CONTEXT, Weight.NEVER, "elsewhere")
"""Done in another part of the code ("landed in grpo #12"): it says nothing of this row's work."""

OWN_BRANCHES = frozenset({"main", "master", "trunk", "dev", "develop"})
"""What names no other part: "merged in main #12" is this row's work."""


def _pairs(firsts: str, seconds: str) -> tuple[str, ...]:
    return tuple(f"{first} {second}" for first in firsts.split() for second in seconds.split("|"))


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(text.split("|"))


_FIXED = (
    *_pairs(
        "fixed resolved solved addressed implemented landed done closed completed "
        "handled finished delivered shipped merged covered added",
        "in|by|via|with|as|in the|by the",
    ),
    *_phrases("fix in|fix is in|fixed upstream in|landed as part of|fixed as part of|修复于|已在"),
)
_SPLIT = (
    *_pairs(
        "split splitted broken",
        "into|out into|out to|out as|up into|out in|down into|to|as|off into|off to",
    ),
    *_phrases("extracted into|extracted to|carved out into|拆分为|拆分到"),
)
_SUPERSEDED = (
    *_pairs(
        "superseded replaced obsoleted subsumed overtaken",
        "by|with|in",
    ),
    *_pairs(
        "moved migrated transferred",
        "to|into|over to",
    ),
    *_phrases(
        "continued in|continues in|in favour of|in favor of|closed in favour of|"
        "closed in favor of|redone in|reopened as|resubmitted as|recreated as|rewritten in|"
        "now tracked in|now at|被取代于|替换为|已移至"
    ),
)
_DEPENDS = (
    *_pairs(
        "blocked blocking waiting waits wait pending stacked based depends depend depending rests",
        "on|by|for|upon",
    ),
    *_phrases(
        "needs|need|requires|require|required|after|on top of|prerequisite|prerequisites|"
        "once|until|unless|if|when|pending|awaits|awaiting|dependency|dependencies|"
        "after merging|after landing|after merge of|after the merge of|follows|unblocked by|"
        "gated on|gated by|依赖|依赖于|取决于|依存"
    ),
)
_PART = (
    *_pairs(
        "part child subtask piece",
        "of|of the split of",
    ),
    *_phrases(
        "sub task of|sub issue of|subissue of|belongs to|split from|split out of|split off from"
    ),
)
_TRACKED = (
    *_pairs(
        "tracked tracking",
        "in|by|at|under|via|issue",
    ),
    *_phrases("parent|epic|umbrella|parent issue|meta issue|tracker|tracked|tracking"),
    *(f"part {number} of" for number in range(1, 10)),
)
_WEAK = (
    *_phrases(
        "related|related to|relates to|related issue|related issues|related pr|related prs|"
        "closes|close|fixes|resolves|implements|addresses|duplicate of|dup of|duplicates|cc|"
        "fix|dupe of|same as|also|alternative|alternatively|alternative to|or|关联|相关|関連"
    ),
    # Work upon another one: that it is merged does not make the row done.
    *_phrases(
        "backport|backport of|backporting|cherry pick|cherry pick of|port|port of|porting|reland|"
        "reland of|re land|re land of|rebase|verify|validate|benchmark|extend|improve|improve on|"
        "replace|deprecate|unblock|rework|redo|rewrite|refactor|revisit|debug|investigate|"
        "document|review|rest of|parts of|remaining parts of"
    ),
)
_CONTEXT = (
    *_pairs(
        "dropped flagged discussed mentioned reported noted noticed found raised "
        "introduced described proposed suggested seen discovered identified observed "
        "uncovered surfaced spotted caught documented explained requested asked "
        "deferred skipped disabled removed missing missed left postponed carried "
        "broken regressed caused known originally pointed spun",
        "in|during|by|on|at|from|out in|out during|out of|over from|while "
        "reviewing|off from|up in|since",
    ),
    *_pairs(
        "is are was were lives live now stays already still",
        "in",
    ),
    *_phrases(
        "missing feature in|known missing feature in|see|see also|see e g|cf|c f|e g|i e|"
        "for example|example|such as|like|similar to|as in|compare|compare with|context|"
        "background|discussion|discussion in|thread|comment|comments|comments in|comment in|"
        "follow up to|follow up of|follow up from|follow up on|followup to|followup of|"
        "followup from|following|from|since|per|as per|inspired by|was|formerly|previously|"
        "originally|review of|during|during review of|while reviewing|regression from|"
        "regression in|caused by|reverts|revert|revert of|reverting|undo|undoing|roll back|"
        "rollback|rollback of|back out|backout|backout of|test for|tests for|docs for|"
        "documentation for|reverted by|reverted in|in part by|replaces|supersedes|instead of|"
        "unlike|more in|details in|detail in|more details in|notes in|"
        "as of|according to|thanks to|blocks|blocking|before|prerequisite for|required by|"
        "required for|needed by|needed for|siehe|voir|véase|ver|vgl|ref|refs|reference|"
        "参见|参考|详见|见|参照|来自"
    ),
)

CUES: dict[str, Claim] = {
    words: Claim(role, weight, words)
    for role, weight, phrases in (
        (Role.CONTEXT, Weight.NEVER, _CONTEXT),
        (Role.CONTEXT, Weight.WEAK, _WEAK),
        (Role.PART_OF, Weight.WEAK, _TRACKED),
        (Role.PART_OF, Weight.NEVER, _PART),
        (Role.DEPENDS_ON, Weight.NEVER, _DEPENDS),
        (Role.FIXED_BY, Weight.FIX, _FIXED),
        (Role.SUPERSEDED_BY, Weight.LIVE, _SUPERSEDED),
        (Role.SPLIT_INTO, Weight.LIVE, _SPLIT),
    )
    for words in phrases
}
"""Words directly before a ref, folded; a longer entry beats a shorter one."""
