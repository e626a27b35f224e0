"""Does a comment say more than a command to a bot?"""

from bot.github_status.judge.patterns import fits_command, plain
from bot.github_status.judge.rules import Rules

# The facts keep the first 500 characters of a comment: of a longer one the words may have been cut
# off.
_KEPT_CHARACTERS = 500


def says_more(text: str, rules: Rules) -> bool:
    """A person wrote words of their own: not only commands, quotes and hidden comments.

    A body that was not given counts as words, as does one that was cut off before any: what cannot
    be told must not make a pull request stale.
    """
    if not text:
        return True
    lines = _own_lines(text)
    if not lines:
        return len(text) >= _KEPT_CHARACTERS
    return not all(_is_command(line, rules) for line in lines)


def _is_command(line: str, rules: Rules) -> bool:
    said = plain(line)
    return any(fits_command(pattern, said) for pattern in rules.command_comments)


def _own_lines(text: str) -> list[str]:
    """The lines that the writer wrote: without HTML comments, quotes and blank ones."""
    lines = (line.strip() for line in _without_hidden(text).splitlines())
    return [line for line in lines if line and not line.startswith(">")]


def _without_hidden(text: str) -> str:
    """Without HTML comments; one that never ends hides the rest, as on the page."""
    shown: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        shown.append(text[at:start])
        end = text.find("-->", start + 4)
        if end < 0:
            return "".join(shown)
        at = end + 3
    return "".join(shown) + text[at:]
