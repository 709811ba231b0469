"""Upper halves of vector registers: a caller's dirty ones cost nothing, and none are left dirty.

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
from conftest import ROOT, Shared
from looping import Record, run_each
from sisters import distinct
from together import all_of, here, objects
from trying import compiled, lacking, need, need_compiler, options

from shootout.machine.target import of_machine
from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation, implementations, primitives

HERE = ROOT / "tests" / "upper"
MIXING = "-mavx2"  # a compiler that writes AVX where it can
MACHINE = {"amd64": ["-m64", "-march=x86-64"], "x86": ["-m32", "-march=i686"]}
EVERY = distinct(i for p in primitives(ROOT / "crypto_hash") for i in implementations(p))
AMD64 = [i for i in EVERY if i.runs_on("amd64")]
VECTORS = [i for i in AMD64 if i.abis()]
# Those that may write whole ymm or zmm; the others leave all clean.
WIDE = [i for i in VECTORS if any(word.startswith(("avx2", "avx512")) for word in i.extensions())]
COMMANDS = re.findall(
    r"^\{(gcc|clang)\b.*?\{(-O.*?)\}", (ROOT / "okcompilers" / "c").read_text(), re.MULTILINE
)
LEVELS = [(compiler, level) for compiler, levels in COMMANDS for level in levels.split(",")]
LEAST = 8  # times what clean upper halves take, where the core shows the effect
MOST = 1.1
KNOWN = ("alternates", "transits", "cured", "dirties")

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


def listing(*objects: Path) -> str:
    """The disassembly of objects."""
    command = ["objdump", "-d", "-M", "intel", "--no-show-raw-insn", *map(str, objects)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("abi", MACHINE)
def test_no_transition_in_code_mixed_with_avx(
    abi: str, compiler: str, tmp_path: Path, record_property: Record
) -> None:
    need("objdump")
    need_compiler(compiler, *MACHINE[abi])
    subjects = [i for i in EVERY if i.abis() and i.runs_on(abi)]

    def made(i: Implementation) -> list[str]:
        return objects([compiler, *MACHINE[abi], "-O1", MIXING, *options(i)], i, tmp_path)

    all_of(made, subjects)

    def stays(i: Implementation) -> None:
        assert not list(transitions(listing(*(tmp_path / i.path).glob("*.o"))))

    run_each(stays, subjects, record_property)


def measured(
    subjects: Sequence[Implementation], folder: Path, compiler: str = "gcc", level: str = "-O2"
) -> dict[str, list[int]]:
    """The least ticks with clean and with dirty upper halves, and whether any are left dirty."""
    command = [compiler, "-march=x86-64", level]

    files = all_of(lambda i: objects([*command, MIXING, *options(i)], i, folder), subjects)
    names = [*KNOWN, *map(namespace, subjects)]
    (folder / "subjects.inc").write_text("".join(f"SUBJECT({name})\n" for name in names))
    program = [f"{HERE}/check.c", f"{HERE}/call.S", *files]
    compiled(command, folder, f"-I{folder}", "-o", "check", *program)
    ran = subprocess.run(
        [folder / "check"], capture_output=True, text=True, timeout=300, check=True
    )
    rows = [line.split() for line in ran.stdout.splitlines()]
    assert [row[0] for row in rows] == names
    return {row[0]: [int(word) for word in row[1:]] for row in rows}


@pytest.fixture(scope="module")
def found(shared: Shared) -> dict[str, list[int]]:
    """What was measured of all."""
    need("gcc")
    if missing := {"avx", "avx2"} - (of_machine() or frozenset()):
        pytest.skip(f"this machine lacks {' '.join(sorted(missing))}")
    subjects = [i for i in AMD64 if not lacking(i)]
    folder = shared.folder("upper-halves")
    made: dict[str, list[int]] = shared.data("upper", lambda: measured(subjects, folder))
    return made


def test_upper_halves_are_left_clean(found: dict[str, list[int]], record_property: Record) -> None:
    """Portable code names no vectors: gcc 12 leaves some of what it makes of it dirty."""
    subjects = here(VECTORS, record_property)
    assert [i.path for i in subjects if found[namespace(i)][2]] == []


@pytest.mark.parametrize(("compiler", "level"), LEVELS, ids=str)
def test_upper_halves_are_left_clean_at_each_level(
    compiler: str, level: str, tmp_path: Path
) -> None:
    """gcc cleans up after intrinsics from -O2 on, but not with -O and -Os: then code does it."""
    need_compiler(compiler)
    able = [i for i in WIDE if not lacking(i)]
    if not able:
        pytest.skip("this machine lacks avx2")
    found = measured(able, tmp_path, compiler, level)
    assert [name for name, (*_, dirty) in found.items() if dirty] == ["dirties"]


def test_dirty_upper_halves_cost_one_transition(
    found: dict[str, list[int]], record_property: Record
) -> None:
    """At most: a call for 1536 bytes with dirty ones takes 1.1 times as long, and that."""
    clean, dirty, _ = found["alternates"]
    if dirty < LEAST * clean:
        pytest.skip("on this core dirty upper halves cost nothing")
    clean, dirty, _ = found["transits"]
    once = dirty - clean

    def cheap(i: Implementation) -> None:
        clean, dirty, _ = found[namespace(i)]
        assert dirty <= MOST * clean + once

    run_each(cheap, here(AMD64, record_property), record_property)


def test_what_is_known_is_measured(found: dict[str, list[int]]) -> None:
    """One that leaves a register dirty is seen; the cure works."""
    assert [found[name][2] for name in KNOWN] == [0, 0, 0, 1]
    clean, dirty, _ = found["cured"]
    assert dirty < LEAST * clean


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
