"""The empty message may have no address: C's memcpy, and sums of pointers, may not use it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from sisters import distinct
from trying import compiled, lacking, need_compiler, staged

from shootout.registry.tree import Implementation, Primitive, implementations, primitives

FLAGS = ["-O1", "-g1", "-march=native", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
ALL = [i for p in primitives(ROOT / "crypto_hash") for i in implementations(p)]


def reading(i: Implementation) -> frozenset[Path]:
    """Its files of C that may handle an address of a message."""
    files = [f.resolve() for f in i.folder.iterdir() if f.suffix in {".c", ".h"}]
    return frozenset(f for f in files if re.search(r"memcpy|crypto_hash\(", f.read_text()))


HERE = [i for i in distinct(ALL) if i.runs_on("amd64") and not lacking(i)]
CELLS = list({reading(i): i for i in reversed(HERE)}.values())


def said(i: Implementation, folder: Path) -> tuple[int, str, str]:
    """What the program ends with and prints: output, complaints."""
    words = staged(i, folder)
    compiled(["gcc", *FLAGS], folder, "-o", "empty", *words, str(ROOT / "tests/empty.c"))
    ran = subprocess.run([folder / "empty"], capture_output=True, text=True, timeout=60)
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize("i", CELLS, ids=lambda i: i.path[12:])
def test_nothing_is_read_of_nothing(i: Implementation, tmp_path: Path) -> None:
    need_compiler("gcc", "-fsanitize=undefined")
    assert said(i, tmp_path) == (0, "agree\n", "")


def test_a_copy_from_nowhere_is_seen(tmp_path: Path) -> None:
    need_compiler("gcc", "-fsanitize=undefined")
    home = tmp_path / "home"
    home.mkdir()
    (home / "api.h").write_text("#define CRYPTO_BYTES 32\n")
    (home / "hash.c").write_text(
        '#include "crypto_hash.h"\n#include <string.h>\n'
        "int crypto_hash(unsigned char *o, const unsigned char *i, unsigned long long n)\n"
        "{ unsigned char last[64]; memcpy(last, i, n % 64); last[n % 64] = 1;\n"
        "  memcpy(o, last, n % 64); return 0; }\n"
    )
    i = Implementation(Primitive("some", tmp_path), "home", home)
    assert "null pointer" in said(i, tmp_path / "made")[2]
