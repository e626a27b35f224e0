"""`docs/settings.md` has every setting, and its file is right."""

import re
from pathlib import Path
from typing import TypeGuard, get_args

import pytest
from pydantic import BaseModel

from bot.settings.fields import Settings
from bot.settings.loading import load_settings

PAGE = (Path(__file__).parent.parent / "docs/settings.md").read_text(encoding="utf-8")


def settings() -> set[tuple[str, str]]:
    """Every setting with its table ("" where it is a variable), as it is written."""
    found = set()
    for name, field in Settings.model_fields.items():
        inner = [a for a in (field.annotation, *get_args(field.annotation)) if _is_table(a)]
        found |= {(name, key) for table in inner for key in table.model_fields}
        if not inner:
            found.add(("", name.upper()))
    return found


def _is_table(annotation: object) -> TypeGuard[type[BaseModel]]:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


ROWS = [line.split(" | ")[0] for line in PAGE.splitlines() if line.startswith("| `")]


@pytest.mark.parametrize(("table", "key"), sorted(settings()))
def test_page__has_a_row_for_every_setting(table: str, key: str) -> None:
    """In the row of its own table: several have a `name` or an `enabled`."""
    rows = [row for row in ROWS if not table or re.match(rf"\| `\[+{table}\b", row)]

    assert any(re.search(rf"`[^`]*\b{key}\b[^`]*`", row) for row in rows)


def test_page__its_file_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_API_URL", "GITHUB_APP_ID", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    path = tmp_path / "nemorl-status.toml"
    path.write_text(shown, encoding="utf-8")

    read = load_settings(path)

    assert read.digests[0].tracker.name == "widgets"
    assert read.remind.statuses
