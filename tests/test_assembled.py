"""Assembly uses the instructions that its folder names, and no others: the assembler checks."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from sisters import distinct
from trying import need_compiler

from shootout.registry.stage import namespace, stage
from shootout.registry.tree import Implementation, implementations, primitives

ALL = [i for p in primitives(ROOT / "crypto_hash") for i in implementations(p)]
# Of each ABI the baseline that `architectures` does not name, for the compiler and for gas.
BASE = {"amd64": ("-m64", "generic64"), "x86": ("-m32", "i686")}
NAMES = {
    "sse41": "sse4.1", "sse42": "sse4.2", "avx512vbmi": "avx512_vbmi", "avx512vbmi2": "avx512_vbmi2",
}  # fmt: skip  # where gas has other names than gcc
CELLS = [
    (i, abi)
    for i in distinct(ALL)
    for abi in BASE
    if abi in i.abis() and list(i.folder.glob("*.S"))
]


def assemble(source: Path, abi: str, words: frozenset[str], name: str) -> str:
    """What the assembler says against a file when it may use these extensions; else nothing."""
    machine, base = BASE[abi]
    march = "+".join([base, *sorted(NAMES.get(word, word) for word in words)])
    made = subprocess.run(
        [
            "gcc", machine, f"-DCRYPTO_NAMESPACE(name)={name}_##name", f"-Wa,-march={march}",
            "-c", source.name, "-o", "/dev/null",
        ],
        cwd=source.parent, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return made.stderr if made.returncode else ""


@pytest.mark.parametrize(("i", "abi"), CELLS, ids=lambda x: getattr(x, "path", x))
def test_an_assembler_that_knows_the_named_extensions_takes_it(
    i: Implementation, abi: str, tmp_path: Path
) -> None:
    need_compiler("gcc")
    stage(i, tmp_path)
    for source in sorted(tmp_path.glob("*.S")):
        said = assemble(source, abi, i.extensions(), namespace(i))
        assert not said, f"{i.path} names {' '.join(sorted(i.extensions()))}:\n{said[:1000]}"


def test_what_is_not_named_is_refused(tmp_path: Path) -> None:
    need_compiler("gcc")
    source = tmp_path / "a.S"
    source.write_text(".intel_syntax noprefix\n pxor mm0, mm1\n")
    assert "pxor" in assemble(source, "x86", frozenset(), "a")
    assert not assemble(source, "x86", frozenset({"mmx"}), "a")
    source.write_text(".intel_syntax noprefix\n vpxor ymm0, ymm1, ymm2\n")
    assert "vpxor" in assemble(source, "amd64", frozenset({"ssse3"}), "a")
    assert not assemble(source, "amd64", frozenset({"avx2"}), "a")
