"""The GitHub that a `Terminal` asks."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.demo.github import FakeGitHub
from tests.fakes.github_in_thread import fake_github_in_thread
from tests.store.migrated import a_migrated_file
from tests.terminal import DATABASE, TOKEN, Terminal


@contextmanager
def a_tracker(terminal: Terminal, body: str) -> Iterator[FakeGitHub]:
    """A GitHub with acme/widgets#1 and the pull requests #7 to #9, of which #8 is merged; the
    terminal asks it with a good token, and has stored nothing yet."""
    a_migrated_file(terminal.home / DATABASE)
    with fake_github_in_thread() as gh:
        gh.add_issue("acme/widgets", 1, body=body, title="Widget rewrite")
        for number in (7, 8, 9):
            gh.add_pull("acme/widgets", number, title=f"feat: number {number}", author="tester")
        gh.merge("acme/widgets", 8, at="2026-08-19")
        terminal.variables = {"GITHUB_TOKEN": TOKEN, "GITHUB_API_URL": gh.url}
        yield gh
