"""`[[repository]]`: house rules, what one repository does in its own way."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, Strict

from bot.github_status.facts.refs import Repository
from bot.github_status.judge.houses import HouseRules
from bot.settings.file import KeyPath, shown
from bot.settings.parts import Table, Text, listed

_SHA = "{sha}"
_ANY = "any"


def _repository_pattern(value: str) -> str:
    """`OWNER/NAME`, where `*` may stand for any text; raises `ValueError` with a sentence."""
    if Repository.parse(value.replace("*", _ANY)) is None:
        raise ValueError("must be OWNER/NAME; * stands for any text, as in “NVIDIA-NeMo/*”")
    return value


def _trigger(value: str) -> str:
    """A comment of one line, with `{sha}` and no other brackets; raises `ValueError`."""
    if any(c in value.replace(_SHA, "") for c in "{}\n\r"):
        raise ValueError(f"must be one line; {_SHA} stands for the head, and no other brackets")
    return value


def _team(value: str) -> str:
    """`ORG/TEAM`, also as CODEOWNERS writes it (`@ORG/TEAM`); raises `ValueError`."""
    team = value.removeprefix("@")
    organisation, slash, slug = team.partition("/")
    if not (organisation and slash and slug) or "/" in slug or any(c.isspace() for c in team):
        raise ValueError("must be ORGANISATION/TEAM, as CODEOWNERS names it")
    return team


class RepositorySettings(Table):
    """`[[repository]]`: house rules; for each repository the first that fits counts."""

    name: Annotated[Text, AfterValidator(_repository_pattern)]
    """`OWNER/NAME`; `*` stands for any text. Example: `NVIDIA-NeMo/RL`."""
    trigger: Annotated[Text, AfterValidator(_trigger)] | None = None
    """The comment that starts its checks, `{sha}` being the head. Default: what a bot that guards
    them is known to want, once it wrote on the pull request."""
    trigger_by: Text | None = None
    """Who may write that comment, in words. Default: owners, members and collaborators."""
    stale_label: Text | None = None
    """The label that its stale bot puts on before it closes. Default: none is known."""
    stale_close_days: Annotated[int, Strict(), Field(ge=1, le=1_000)] | None = None
    """Calendar days from that label to the closing. Needed with `stale_label`."""
    merge_queue: Annotated[bool, Strict()] = False
    """Whether what is approved and green goes into a merge queue."""
    code_owner_teams: tuple[Annotated[Text, AfterValidator(_team)], ...] = ()
    """Teams of its CODEOWNERS, `ORG/TEAM`: candidates where the token may not see who was asked."""

    @property
    def house(self) -> HouseRules:
        """What the judge is told."""
        return HouseRules(
            name=self.name,
            trigger=self.trigger,
            trigger_by=self.trigger_by or "",
            stale_label=self.stale_label,
            stale_close_days=self.stale_close_days,
            merge_queue=self.merge_queue,
            code_owner_teams=self.code_owner_teams,
        )


def repository_mistakes(tables: Mapping[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """What one field cannot know: names that stand twice, halves that need each other."""
    names: set[str] = set()
    for number, table in enumerate(listed(tables.get("repository"))):
        name = table.get("name")
        if isinstance(name, str):
            if name.strip().casefold() in names:
                twice = f"two [[repository]] have the name “{shown(name.strip())}”"
                yield ("repository", number, "name"), twice
            names.add(name.strip().casefold())
        for one, other in (
            ("stale_label", "stale_close_days"),
            ("stale_close_days", "stale_label"),
            ("trigger_by", "trigger"),
        ):
            if one in table and other not in table:
                yield ("repository", number, one), f"“repository.{one}” needs “{other}” beside it"
