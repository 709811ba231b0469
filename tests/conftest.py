"""Tests run the real ./do on real compilers, in folders of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GCC = shutil.which("gcc") or shutil.which("clang")


def do(
    *words: str, home: Path, tree: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Runs ./do with build/ and data/ below `home`, and perhaps another crypto_hash."""
    places = {"SHOOTOUT_BUILD": str(home / "build"), "SHOOTOUT_DATA": str(home / "data")}
    environment = {**os.environ, **places, **more}
    if tree:
        environment["SHOOTOUT_CRYPTO_HASH"] = str(tree)
    return subprocess.run(
        [str(ROOT / "do"), *words], env=environment, capture_output=True, text=True, timeout=900
    )


def copy_of(implementation: str, folder: Path, replace: Mapping[str, str] | None = None) -> None:
    """A plain copy of an implementation, links followed, words of its C replaced."""
    shutil.copytree(ROOT / "crypto_hash" / implementation, folder, symlinks=False)
    for file in folder.glob("*.[ch]"):
        text = file.read_text()
        for old, new in (replace or {}).items():
            text = text.replace(old, new)
        file.write_text(text)


def pinned(primitive: str, folder: Path) -> None:
    """A primitive's checksums, copied."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in (ROOT / "crypto_hash" / primitive).glob("checksum*"):
        shutil.copy(file, folder / file.name)


@pytest.fixture(scope="session")
def compiler() -> str:
    """A regular expression for one line of okcompilers that is quick and everywhere."""
    if not GCC:
        pytest.skip("no gcc and no clang")
    return f"^{Path(GCC).name} -march=native -mtune=native -O2 "
