"""Upper halves of vector registers: nothing meets a caller's dirty ones, and none are left dirty.

On several Intel cores an instruction in SSE's encoding that writes a vector register, executed
while an upper half of ymm0 to ymm15 is dirty, costs hundreds of cycles, and so does the next one
in AVX's encoding. A compiler that is given AVX writes SHA's instructions, which have no encoding
of AVX, between others that have: every one is such a transition. `vzeroupper` ends it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from conftest import ROOT
from looping import Record, run_each
from sisters import FIRST
from test_extensions import MACHINE
from together import all_of
from trying import compiled, lacking, need, need_compiler, objects, options

from shootout.machine.target import of_machine
from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation

HERE = ROOT / "tests" / "upper"
MIXING = "-mavx2"  # a compiler that writes AVX where it can
VECTORS = [i for i in FIRST if i.abis() and i.runs_on("amd64")]
# Those that may write whole ymm or zmm; the others leave all clean.
WIDE = [i for i in VECTORS if any(word.startswith(("avx2", "avx512")) for word in i.extensions())]
# All else that a compiler makes at -mavx2 has AVX's encoding.
BY_HAND = [i for i in FIRST if "sha" in i.extensions() or list(i.folder.glob("*.S"))]
# gcc's pass runs from -O2 on, not at -O and -Os; clang's at every level.
LEVELS = [("gcc", "-O2"), ("gcc", "-O"), ("clang", "-O2")]
LINE = re.compile(r"\s*[0-9a-f]+:\s+(?:\{\w+\} |data16 |lock |rep |repn?z )*(\w+)\s*(.*)")
READS = re.compile(r"p?test|u?comis[sd]")  # legacy SSE whose first operand is not written


def transitions(listing: str) -> Iterator[str]:
    """Instructions in SSE's encoding that write a vector register where upper halves may be dirty.

    They may be at the beginning of a function, and behind what writes a whole ymm or zmm; code is
    followed in the order in which it stands.
    """
    function, dirty = "", True
    for line in listing.splitlines():
        if found := re.match(r"^[0-9a-f]+ <(.*)>:$", line):
            function, dirty = found[1], True
        elif found := LINE.match(line):
            name, target = found[1], found[2].split(",")[0]
            if name in ("vzeroupper", "vzeroall"):
                dirty = False
            elif name.startswith("v"):
                dirty |= re.match(r"[yz]mm([0-9]|1[0-5])\b", target) is not None
            elif dirty and re.match(r"xmm\d+$", target) and not READS.match(name):
                yield f"{function}: {name} {found[2]}"


def listing(*files: str | Path) -> str:
    """The disassembly of objects."""
    command = ["objdump", "-d", "-M", "intel", "--no-show-raw-insn", *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def mixed(i: Implementation, compiler: str, level: str, abi: str) -> list[str]:
    """Its objects with AVX; test_extensions.py wants the same of what names AVX2."""
    words = dict.fromkeys([*options(i), MIXING])
    return objects([compiler, level, *MACHINE[abi], "-fPIE", *words], i)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("abi", MACHINE)
def test_no_transition_in_code_mixed_with_avx(
    abi: str, compiler: str, record_property: Record
) -> None:
    need("objdump")
    need_compiler(compiler, *MACHINE[abi])
    subjects = [i for i in BY_HAND if i.runs_on(abi)]
    all_of(lambda i: mixed(i, compiler, "-O", abi), subjects)

    def stays(i: Implementation) -> None:
        assert not list(transitions(listing(*mixed(i, compiler, "-O", abi))))

    run_each(stays, subjects, record_property)


def left_dirty(
    subjects: Sequence[Implementation], folder: Path, compiler: str, level: str
) -> list[str]:
    """The functions that leave an upper half dirty."""
    command = [compiler, "-march=x86-64"]
    files = all_of(lambda i: mixed(i, compiler, level, "amd64"), subjects)
    names = ["dirties", *map(namespace, subjects)]
    (folder / "subjects.inc").write_text("".join(f"SUBJECT({name})\n" for name in names))
    program = [f"{HERE}/check.c", f"{HERE}/call.S", *files]
    compiled(command, folder, f"-I{folder}", "-o", "check", *program)
    ran = subprocess.run([folder / "check"], capture_output=True, text=True, timeout=300)
    *dirty, end = ran.stdout.splitlines()
    assert end == "done"
    return dirty


@pytest.mark.parametrize(("compiler", "level"), LEVELS, ids=str)
def test_upper_halves_are_left_clean(compiler: str, level: str, tmp_path: Path) -> None:
    """gcc cleans up after intrinsics from -O2 on; at -O code does it.
    Portable code names no vectors: gcc 12 leaves some of what it makes of it dirty."""
    need_compiler(compiler)
    if missing := {"avx", "avx2"} - (of_machine() or frozenset()):
        pytest.skip(f"this machine lacks {' '.join(sorted(missing))}")
    every = VECTORS if (compiler, level) == ("gcc", "-O2") else WIDE
    able = [i for i in every if not lacking(i)]
    assert left_dirty(able, tmp_path, compiler, level) == ["dirties"]


CURED = "vzeroupper\n"
BODY = "pxor xmm0, xmm1\nvpxor xmm2, xmm1, xmm0\n"
CODE = {
    BODY: ["f: pxor xmm0,xmm1"],
    f"{CURED}{BODY}": [],
    f"{CURED}vpxor ymm3, ymm3, ymm3\n{BODY}": ["f: pxor xmm0,xmm1"],
    f"{CURED}vpxor ymm3, ymm3, ymm3\n{CURED}{BODY}": [],
    f"{CURED}ret\n.globl g\n.type g, @function\ng:\nsha256msg1 xmm4, xmm5": [
        "g: sha256msg1 xmm4,xmm5"
    ],
    "movq rax, xmm3\nmovdqa [rsp], xmm1\nptest xmm1, xmm1\npmovmskb eax, xmm0": [],
}


@pytest.mark.parametrize(("code", "seen"), CODE.items())
def test_a_transition_is_seen(code: str, seen: list[str], tmp_path: Path) -> None:
    need("gcc", "objdump")
    text = f".intel_syntax noprefix\n.globl f\n.type f, @function\nf:\n{code}\nret\n"
    (tmp_path / "f.s").write_text(text)
    compiled(["gcc"], tmp_path, "-c", "f.s")
    assert list(transitions(listing(tmp_path / "f.o"))) == seen
