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


def commands_in(text: str, rules: Rules) -> tuple[str, ...]:
    """The commands of the settings that stand in a comment, as the settings spell them."""
    found = (_command(line, rules) for line in _own_lines(text))
    return tuple(dict.fromkeys(name for name in found if name is not None))


def _is_command(line: str, rules: Rules) -> bool:
    return _command(line, rules) is not None


def _command(line: str, rules: Rules) -> str | None:
    said = plain(line)
    fitting = (pattern for pattern in rules.command_comments if fits_command(pattern, said))
    return next(fitting, None)


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
