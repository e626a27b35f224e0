"""Make the bundled readings of bot/demo/bundled/data/. Run it from the root of the repository:

    python -m scripts.make_demo               only `example`, the invented tracker
    python -m scripts.make_demo SOURCE_DIR    also `nemo-rl`, `sc-cleanup` and the people

SOURCE_DIR holds facts.json, people.json, tracker-*.md and pr-*-page.txt.
The same sources make the same bytes. What is taken from a fact, and what is left out, stands in
scripts/demo/facts.py and scripts/demo/page.py; what descriptions say of other pull requests, in our
words, in scripts/demo/descriptions.toml; the invented tracker is described by
scripts/demo/example.md and example.toml.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from bot.github_status.facts.refs import Ref, Repository
from scripts.demo.answers import laid_out, ref_of
from scripts.demo.bundles import Sources, invented_bundle, people_entries, tracker_bundle
from scripts.demo.facts import read_facts

EXAMPLE = Path(__file__).parent / "demo"
DATA = Path(__file__).parent.parent / "bot/demo/bundled/data"

TRACKERS = {"nemo-rl": "NVIDIA-NeMo/RL#2905", "sc-cleanup": "NVIDIA-NeMo/RL#2625"}
"""The first one keeps the facts that belong to neither."""

HOME = Repository("NVIDIA-NeMo", "RL")
"""Where the numbers in the names of the source files are from."""


def read_sources(folder: Path) -> Sources:
    """The true facts, all that is needed of them."""
    return Sources(
        facts=read_facts(json.loads((folder / "facts.json").read_text(encoding="utf-8"))),
        people=tuple(json.loads((folder / "people.json").read_text(encoding="utf-8"))),
        bodies=dict(_texts(folder, re.compile(r"tracker-(\d+)\.md"))),
        pages=dict(_texts(folder, re.compile(r"pr-(\d+)-page\.txt"))),
        descriptions=read_descriptions(),
    )


def read_descriptions() -> dict[Ref, str]:
    """What descriptions say of other pull requests, in our words."""
    told = tomllib.loads((EXAMPLE / "descriptions.toml").read_text(encoding="utf-8"))
    return {ref_of(ref): text.strip() for ref, text in told.items()}


def _texts(folder: Path, names: re.Pattern[str]) -> Iterator[tuple[Ref, str]]:
    for path in sorted(folder.iterdir()):
        if found := names.fullmatch(path.name):
            # Bytes, since an index is kept with its own line ends.
            yield Ref(HOME, int(found[1])), path.read_bytes().decode()


def real_bundles(folder: Path) -> dict[str, object]:
    """What the folder's facts make, by the name of the file."""
    sources = read_sources(folder)
    bundles: dict[str, object] = {"people": people_entries(sources.people)}
    for name, tracker in TRACKERS.items():
        keeps_the_rest = len(bundles) == 1
        bundles[name] = tracker_bundle(sources, ref_of(tracker), keeps_the_rest=keeps_the_rest)
    return bundles


def example_bundle() -> object:
    """What the description of the invented tracker makes."""
    told = tomllib.loads((EXAMPLE / "example.toml").read_text(encoding="utf-8"))
    return invented_bundle(told, (EXAMPLE / "example.md").read_text(encoding="utf-8"))


def write(bundles: dict[str, object], folder: Path) -> None:
    """Each bundle as a file of its name."""
    for name, bundle in bundles.items():
        (folder / f"{name}.json").write_text(laid_out(bundle) + "\n", encoding="utf-8")


def main() -> None:
    """Make what the sources at hand allow."""
    bundles: dict[str, object] = {"example": example_bundle()}
    for source in sys.argv[1:2]:
        bundles |= real_bundles(Path(source))
    write(bundles, DATA)


if __name__ == "__main__":
    main()
