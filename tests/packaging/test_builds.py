"""What is in the wheel and in the sdist; `make test-install` installs them."""

import pytest
from hatchling.builders.sdist import SdistBuilder

from tests.packaging.built import build, files_of
from tests.packaging.dockerfile import ROOT, read_dockerfile

_MADE = {"__pycache__"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return files_of(build(tmp_path_factory.mktemp("wheel"), target="wheel"))


def sources(folder: str) -> set[str]:
    """Every file in this folder of the repository, but those that tools have made."""
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {str(path.relative_to(ROOT)) for path in paths if not _MADE & set(path.parts)}


def test_wheel__the_program_with_its_data_and_nothing_else(wheel: dict[str, bytes]) -> None:
    program = {name for name in wheel if ".dist-info/" not in name}

    assert program == sources("bot") | {"bot/manifest.yml"}


@pytest.mark.parametrize(
    "part",
    ["bot/demo/bundled/data/", "bot/store/migrations/versions/", "bot/store/migrations/env.py"],
)
def test_wheel__what_is_no_module_comes_along(wheel: dict[str, bytes], part: str) -> None:
    assert any(name.startswith(part) for name in wheel)


def test_wheel__the_manifest_is_that_of_the_repository(wheel: dict[str, bytes]) -> None:
    assert wheel["bot/manifest.yml"] == (ROOT / "manifest.yml").read_bytes()


def test_wheel__its_licence_and_its_command(wheel: dict[str, bytes]) -> None:
    [info] = {name.split("/")[0] for name in wheel if ".dist-info/" in name}

    assert f"{info}/licenses/LICENSE" in wheel
    assert b"nemorl-status = bot.__main__:main" in wheel[f"{info}/entry_points.txt"]


def test_sdist__everything_that_the_image_and_the_tests_need() -> None:
    """By its list: to pack it takes seconds, and `make test-install` installs from it."""
    kept = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    _, builder, _ = read_dockerfile()
    top = {source for source, _ in builder.copied if (ROOT / source).is_file()}

    # Hatchling adds these two by itself.
    assert top - {"README.md", "pyproject.toml"} <= kept
    assert {"Dockerfile", ".dockerignore", "Makefile", "docker/compose.yaml"} <= kept
    for folder in ("benchmarks", "bot", "docs", "scripts", "tests"):
        assert sources(folder) <= kept
    assert not any(name.startswith(("docker/secrets", ".env")) for name in kept)
