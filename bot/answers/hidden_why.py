"""Why somebody left a finding as it is, but for what an audience may not see. Pure."""

import re
from collections.abc import Iterable
from dataclasses import replace

from bot.github_status.facts.refs import Ref
from bot.github_status.judge.verdicts import Finding

# Of a pull request as somebody may write it: "#12", "vault 12", a link. No ref has more digits.
_NUMBER = re.compile(r"(?<!\d)\d{1,9}(?!\d)", re.ASCII)


def without_hidden_why(finding: Finding, hidden: Iterable[Ref]) -> Finding:
    """The finding; without its reason where that has the number of anything hidden."""
    if finding.left is None:
        return finding
    numbers = {int(number) for number in _NUMBER.findall(finding.left.why)}
    if all(ref.number not in numbers for ref in hidden):
        return finding
    return replace(finding, left=replace(finding.left, why=""))
