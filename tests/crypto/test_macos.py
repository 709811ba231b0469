"""macOS on 64-bit ARM, which nobody has tried: what can be seen of it elsewhere.

Assembly becomes objects in its format, and the harness compiles with its branches, against the
few names of its headers in tests/macos.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT
from sisters import FIRST
from trying import INCLUDES, MEASURE, compiled, need_compiler, options, staged

from shootout.machine.counter import parse_doctor
from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation

MAC = ("clang", "--target=arm64-apple-macos11")
ALIKE = ("clang", "--target=aarch64-linux-gnu", "-U__linux__", "-U__linux", "-D__APPLE__")
HARNESS = sorted(f for f in MEASURE.rglob("*.c") if "crypto_hash.h" not in f.read_text())
ASSEMBLY = [i for i in FIRST if "arm64" in i.abis() and list(i.folder.glob("*.S"))]


@pytest.mark.parametrize("i", ASSEMBLY, ids=lambda i: i.path)
def test_assembly_becomes_an_object_of_macos(i: Implementation, tmp_path: Path) -> None:
    """With names that C finds: they have an underscore in front."""
    need_compiler("clang", "--target=aarch64-linux-gnu")
    names = [word for word in staged(i, tmp_path) if word.startswith("-D")]
    for source in tmp_path.glob("*.S"):
        compiled([*MAC, *options(i)], tmp_path, *names, "-c", source.name, "-o", "object")
        made = (tmp_path / "object").read_bytes()
        assert made.startswith(b"\xcf\xfa\xed\xfe"), "this is Mach-O, of 64 bits"
        assert f"\0_{namespace(i)}_".encode() in made


def test_the_harness_compiles_with_the_branches_of_macos(tmp_path: Path) -> None:
    need_compiler("aarch64-linux-gnu-gcc")  # for its headers
    need_compiler("clang", "--target=aarch64-linux-gnu")
    (tmp_path / "counters.inc").write_text("COUNTER(arm64_cntvct)\n")
    warnings = ["-Wall", "-Wextra", "-Wno-unused-function", "-Werror"]
    folders = ["-I.", *INCLUDES, f"-I{MEASURE / 'include'}", f"-I{ROOT / 'tests/macos'}"]
    words = [*warnings, *folders, "-fsyntax-only", *map(str, HARNESS)]
    compiled([*ALIKE, "-std=gnu99"], tmp_path, *words)


def test_the_kind_of_core_is_understood() -> None:
    said = "counter arm64-cntvct ok step 1 cost 1 persecond 24000000 converted\nclock 133.3"
    lines = [line.split() for line in said.splitlines()]
    assert parse_doctor([*lines, ["core", "efficiency"]]).core == "efficiency"
    assert parse_doctor(lines).core == ""
