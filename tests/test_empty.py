"""The empty message may have no address: C's memcpy, and sums of pointers, may not use it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from sisters import distinct
from trying import compiled, lacking, need_compiler, staged

from shootout.registry.tree import Implementation, implementations, primitives

FLAGS = ["-O1", "-g1", "-march=native", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
ALL = [i for p in primitives(ROOT / "crypto_hash") for i in implementations(p)]


def reading(i: Implementation) -> frozenset[Path]:
    """Its files of C that may handle an address of a message."""
    files = [f.resolve() for f in i.folder.iterdir() if f.suffix in {".c", ".h"}]
    return frozenset(f for f in files if re.search(r"memcpy|crypto_hash\(", f.read_text()))


HERE = [i for i in distinct(ALL) if i.runs_on("amd64") and not lacking(i)]
CELLS = list({reading(i): i for i in reversed(HERE)}.values())


@pytest.mark.parametrize("i", CELLS, ids=lambda i: i.path[12:])
def test_nothing_is_read_of_nothing(i: Implementation, tmp_path: Path) -> None:
    need_compiler("gcc", "-fsanitize=undefined")
    words = staged(i, tmp_path)
    compiled(["gcc", *FLAGS], tmp_path, "-o", "empty", *words, str(ROOT / "tests/empty.c"))
    ran = subprocess.run(
        [tmp_path / "empty"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "agree\n", "")
