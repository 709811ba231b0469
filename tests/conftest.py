"""Tests run the real ./do on real compilers, in folders of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
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


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("mount: only root makes a small file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture(scope="session")
def quick_run(tmp_path_factory: pytest.TempPathFactory, compiler: str) -> Path:
    """The result file of a real run, a small one."""
    home = tmp_path_factory.mktemp("run")
    pinned("sha256", home / "tree" / "sha256")
    copy_of("sha256/ref", home / "tree" / "sha256" / "ref")
    words = ("run", "--quick", "--plain", "--machine", "box", "--compilers", compiler)
    done = do(*words, home=home, tree=home / "tree")
    assert done.returncode == 0, done.stderr
    (file,) = (home / "data").glob("*.tar.gz")
    return file
