"""With what GitHub is asked: a token, an app's key, or both. Secrets never show in a `repr`."""

from dataclasses import dataclass, field

from bot.errors import SettingsError


@dataclass(frozen=True, slots=True, kw_only=True)
class AppKey:
    """A GitHub App: https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app."""

    app_id: str
    """The app's id or client id."""
    private_key: str = field(repr=False)
    """PEM text."""
    installation_id: int | None = None
    """`None`: the installation is looked up for each repository."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """At least one of the two; with both, the token is for repositories outside the app's
    installations.
    """

    token: str | None = field(default=None, repr=False)
    app: AppKey | None = None

    def __post_init__(self) -> None:
        """Take white space away that a file puts around a token; refuse what no header can hold."""
        if self.token is None:
            return
        token = self.token.strip()
        if not token or not token.isascii() or not token.isprintable() or " " in token:
            raise SettingsError(
                ["the GitHub token is empty, or has characters that no token has"],
                advice="Copy it again from https://github.com/settings/tokens.",
            )
        object.__setattr__(self, "token", token)
