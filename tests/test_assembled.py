"""Assembly as a library would link it, and with the instructions that its folder names, no others.

The assembler checks the instructions; the objects tell the rest.
"""

from __future__ import annotations

import re
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
# Where gas has other names than gcc
NAMES = {"sse41": "sse4.1", "sse42": "sse4.2", "avx512vbmi2": "avx512_vbmi2"}
CELLS = [
    (i, abi)
    for i in distinct(ALL)
    for abi in BASE
    if abi in i.abis() and list(i.folder.glob("*.S"))
]


def assemble(source: Path, abi: str, words: frozenset[str], name: str, *options: str) -> str:
    """What the assembler says against a file when it may use these extensions; else nothing."""
    machine, base = BASE[abi]
    march = "+".join([base, *sorted(NAMES.get(word, word) for word in words)])
    made = subprocess.run(
        [
            "gcc", machine, f"-DCRYPTO_NAMESPACE(name)={name}_##name", f"-Wa,-march={march}",
            *options, "-c", source.name, "-o", f"{source.stem}.o",
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


def told(*command: str | Path) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize(("i", "abi"), CELLS, ids=lambda x: getattr(x, "path", x))
def test_an_object_keeps_its_names_to_itself_and_bears_branch_tracking(
    i: Implementation, abi: str, tmp_path: Path
) -> None:
    """Of functions only their names are symbols, hidden ones; each begins where a call may lead."""
    need_compiler("gcc")
    stage(i, tmp_path)
    for source in sorted(tmp_path.glob("*.S")):
        assert not assemble(source, abi, i.extensions(), namespace(i), "-fcf-protection")
        made = source.with_suffix(".o")
        assert "IBT, SHSTK" in told("readelf", "-nW", made), f'{source.name}: #include "asm.h"'
        entries = set()
        for line in told("readelf", "-sW", made).splitlines():
            words = line.split()
            if len(words) != 8 or not words[0].rstrip(":").isdigit() or words[6] == "UND":
                continue
            value, _, kind, bind, seen, index, name = words[1:]
            if kind == "FUNC":
                assert (bind, seen) == ("GLOBAL", "HIDDEN"), f"{name}: .hidden {name}"
                entries.add(int(value, 16))
            else:  # a number by .set does no harm
                assert kind in ("SECTION", "FILE") or index == "ABS", f"{name}: call it .L{name}"
        code = told("objdump", "-d", "-Mintel", made)
        for entry in entries:
            (line,) = re.findall(rf"^ *{entry:x}:.*", code, re.M)
            assert "endbr" in line, f"{source.name}: TARGET behind the label, not {line}"
