"""Builds of the project, as a package index would be given them."""

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.packaging.dockerfile import ROOT


def build(folder: Path, *, target: str) -> Path:
    """The wheel or the sdist."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60)
    [built] = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return built


def files_of(wheel: Path) -> dict[str, bytes]:
    """What is in a wheel, by name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
