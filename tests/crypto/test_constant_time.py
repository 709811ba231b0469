"""Implementations that claim constant time have it: no branch or index depends on the message."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, do, pinned
from looping import Record, by_function, run_each
from sisters import AMD64, FIRST
from together import all_of, extensions, machine, tools
from trying import (
    MACHINES,
    NATIVE,
    Trying,
    broken,
    compiled,
    has_tables,
    made_of,
    missing,
    need,
    need_compiler,
    objects,
    options,
    strange,
)

from shootout.build.constanttime import Trace
from shootout.machine.target import of_machine
from shootout.ranking.promises import outcomes
from shootout.registry.families import younger
from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation
from shootout.results.reader import read

PROGRAM = ROOT / "tests" / "constant_time.c"
GOALS = {"goal-constbranch", "goal-constindex"}
FIRST_HERE = [i for i in FIRST if i.runs_on("amd64")]
CLAIMING = [i for i in FIRST_HERE if all(goal in i.entries() for goal in GOALS)]
# By traps: what valgrind does not know or can't judge. By an emulator: code that other machines
# do not run; and portable look-ups, on one machine.
TRACED = [(i, "amd64") for i in FIRST_HERE if i.abis() and (strange(i) or has_tables(i))]
TRACED += [
    (i, abi)
    for abi in MACHINES
    for i in FIRST
    if i.runs_on(abi) and (not i.runs_on("amd64") if i.abis() else abi == "arm64" and has_tables(i))
]
TABLES = [i for i in AMD64 if i.name == "opt64" and i.primitive.name.startswith("groestl")]


def unknown(i: Implementation) -> str:
    """Why valgrind here can't run an implementation; empty when it can."""
    if strange(i):
        return f"valgrind does not know {' '.join(strange(i))}"
    return missing(i)


def complaints(subjects: Sequence[Implementation], folder: Path) -> dict[str, str]:
    """What valgrind says about each, by its path, in one run of all."""
    files = all_of(lambda i: objects([*NATIVE, *options(i)], i), subjects)
    names = [namespace(i) for i in subjects]
    trees = [int(younger(i.primitive.name)) for i in subjects]
    lines = (f"SUBJECT({name}, {tree})\n" for name, tree in zip(names, trees))
    (folder / "subjects.inc").write_text("".join(lines))
    program = [str(PROGRAM), *files]
    compiled(NATIVE, folder, f"-I{folder}", "-o", "secret", *program)
    ran = subprocess.run(
        ["valgrind", "-q", "--error-exitcode=9", "--error-limit=no", "./secret"],
        cwd=folder, capture_output=True, text=True, errors="replace", timeout=600,
    )  # fmt: skip
    assert ran.returncode in (0, 9), ran.stderr
    before, *parts = re.split(r"^\*\*\d+\*\* subject (\w+)\n", ran.stderr, flags=re.M)
    said = dict(zip(parts[::2], parts[1::2]))
    assert (before, list(said)) == ("", [*names, "end"]), ran.stderr
    return {i.path: said[name] for i, name in zip(subjects, names)}


def test_no_branch_and_no_index_depends_on_the_message(
    tmp_path: Path, record_property: Record
) -> None:
    need("valgrind", "gcc")
    subjects = [i for i in CLAIMING if not unknown(i)]
    said = complaints(subjects, tmp_path)

    def silent(i: Implementation) -> None:
        if why := unknown(i):
            pytest.skip(why)
        assert said[i.path] == ""

    run_each(silent, CLAIMING, record_property)


@by_function(TRACED)
def test_no_trace_depends_on_the_message(i: Implementation, abi: str, folder: Path) -> None:
    where = machine(abi, i)
    command, emulator = tools(where)
    if not emulator and missing(i):
        pytest.skip(missing(i))
    trying = Trying([*command, "-O2", *extensions(i)], folder)
    trying.build(i)
    assert not broken(i, trying.traced(i, *emulator))


def test_every_promise_is_traced() -> None:
    """By valgrind, by traps, or under an emulator."""
    promising = {i for i in FIRST if any(goal in i.entries() for goal in GOALS)}
    traced = {*CLAIMING, *(i for i, _ in TRACED)}
    assert sorted(i.path for i in promising - traced) == []


@pytest.mark.parametrize("i", TABLES[:1], ids=lambda i: i.path[12:])
def test_a_table_is_seen(i: Implementation, tmp_path: Path) -> None:
    """It is complained about, and the next one is not."""
    need("valgrind", "gcc")
    other = next(i for i in CLAIMING if i.name == "ref" or i.name == "opt32")
    said = complaints([i, other], tmp_path)
    assert "uninitialised value" in said[i.path]
    assert said[other.path] == ""


LEAKS = {
    "nothing": "x ^= in[0] * 3; x ^= in[1] >> 1;",
    "lea": "x += 8 * x + (in[0] + 4 * (unsigned)in[1]);",  # arithmetic by the unit of addresses
    "branch": 'if (in[0] & 1) __asm__ volatile("nop");',
    "index": "x ^= ((const volatile unsigned char *)table)[in[0] & 63];",
    "length": "for (volatile int i = 0; i < (in[0] & 15); ++i) x += 1;",
}
GATHERS = {
    "avx2 gather": ("avx2", "x ^= _mm_cvtsi128_si32(_mm_i32gather_epi32((const int *)table, "
                    "_mm_cvtsi32_si128(in[0] & 15), 4));"),
    "avx2 mask": ("avx2", "_mm_maskstore_epi32((int *)room, _mm_set1_epi32(-(in[0] & 1)), "
                  "_mm_set1_epi32(7));"),
    "avx512 gather": ("avx512f", "x ^= _mm512_reduce_add_epi32(_mm512_mask_i32gather_epi32("
                      "_mm512_setzero_si512(), 3, _mm512_set1_epi32(in[0] & 15), table, 4));"),
    "avx512 mask": ("avx512f", "_mm512_mask_storeu_epi32((void *)room, in[0] & 3, "
                    "_mm512_set1_epi32(7));"),
}  # fmt: skip
PLANTED = """#include "crypto_hash.h"
{include}
static const unsigned char table[1024] __attribute__((aligned(64))) = {{1, 2, 3}};
static unsigned char room[64] __attribute__((aligned(64)));

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen)
{{
    unsigned x = 0;
    if (inlen) {{
        {leak}
    }}
    for (int i = 0; i < 32; ++i)
        out[i] = (unsigned char)(x + table[i] + room[i]);
    return 0;
}}
"""


def planted(leak: str, command: Sequence[str], folder: Path, *runner: str) -> Trace:
    """The trace of a function with such a statement in it."""
    include = "#include <immintrin.h>" if "_mm" in leak else ""
    i = made_of(PLANTED.format(leak=leak, include=include), folder)
    trying = Trying(command, folder / "made")
    trying.build(i)
    return trying.traced(i, *runner)


def found(trace: Trace) -> set[str]:
    """What differed."""
    assert trace.instructions > 0, trace.why
    return {what for what in ("branch", "index") if getattr(trace, what)}


EXPECTED = {"nothing": set[str](), "lea": set[str](), "branch": {"branch"}, "index": {"index"},
            "length": {"branch"}}  # fmt: skip


@pytest.mark.parametrize("name", LEAKS)
@pytest.mark.parametrize("width", ["-m64", "-m32"])
def test_traps_show_a_planted_leak(name: str, width: str, tmp_path: Path) -> None:
    need_compiler("gcc", width)
    trace = planted(LEAKS[name], ["gcc", "-O1", width], tmp_path)
    assert found(trace) == EXPECTED[name]


@pytest.mark.parametrize("width", ["-m64", "-m32"])
def test_code_that_looks_whether_it_is_traced_keeps_no_promise(width: str, tmp_path: Path) -> None:
    need_compiler("gcc", width)
    flags = 'unsigned long f; __asm__ volatile("pushf; pop %0" : "=r"(f));'
    leak = f"{flags} if (!(f & 0x100)) {{ {LEAKS['index']} }}"
    trace = planted(leak, ["gcc", "-O1", width], tmp_path)
    assert (trace.instructions, trace.why) == (0, "looks at the flag that traces it")


@pytest.mark.parametrize("between", ["", "nop;"])
def test_a_system_call_does_not_show_the_flag_that_traces(between: str, tmp_path: Path) -> None:
    need_compiler("gcc", "-m64")
    call = f'unsigned long f; __asm__ volatile("syscall; {between} mov %%r11, %0" : "=r"(f)'
    call += ' : "a"(39) : "rcx", "r11", "memory");'
    trace = planted(f"{call} if (!(f & 0x100)) {{ {LEAKS['index']} }}", ["gcc", "-O1"], tmp_path)
    if between:
        assert found(trace) == EXPECTED["index"]
    else:
        assert (trace.instructions, trace.why) == (0, "looks at the flag that traces it")


@pytest.mark.parametrize("name", GATHERS)
def test_traps_show_addresses_in_vectors(name: str, tmp_path: Path) -> None:
    extension, leak = GATHERS[name]
    if extension not in (of_machine() or ()):
        pytest.skip(f"this machine lacks {extension}")
    assert found(planted(leak, ["gcc", "-O1", f"-m{extension}"], tmp_path)) == {"index"}


@pytest.mark.parametrize("name", ["nothing", "branch", "index"])
@pytest.mark.parametrize("abi", [abi for abi in MACHINES if abi != "x86"])
def test_the_emulator_shows_a_planted_leak(abi: str, name: str, tmp_path: Path) -> None:
    compiler, *emulator = MACHINES[abi][0], *MACHINES[abi][1].split()
    need(emulator[0])
    need_compiler(compiler, "-static")
    trace = planted(LEAKS[name], [compiler, "-O1", "-static"], tmp_path, *emulator)
    assert found(trace) == EXPECTED[name]


def test_a_run_tells_of_broken_promises(compiler: str, tmp_path: Path) -> None:
    """It says so, records it, and tables and page show it."""
    tree = tmp_path / "tree"
    pinned("sha256", tree / "sha256")
    leak = "static volatile unsigned char seen, table[256];\n\nint crypto_hash("
    look = "if (inlen)\n        seen = table[in[0]];\n    return 0;"
    copy_of("sha256/ref", tree / "sha256" / "leaks", {"int crypto_hash(": leak, "return 0;": look})
    copy_of("sha256/ref", tree / "sha256" / "keeps")
    words = ("--quick", "--plain", "--machine", "box", "--compilers", compiler, "--rounds", "1")
    done = do("run", "--constant-time", *words, home=tmp_path, tree=tree)
    assert done.returncode == 0, done.stderr
    assert "constant time: 2 programs traced; 1 promises broken" in done.stderr + done.stdout
    (file,) = (tmp_path / "data").glob("*.tar.gz")
    read_back = outcomes(read(file).attempts)
    assert {c.implementation: word for c, word in read_back.items()} == {
        "leaks": "no", "keeps": "yes",
    }  # fmt: skip
    (detail,) = (a.detail for a in read(file).attempts
                 if a.word == "constanttime" and a.implementation == "leaks")  # fmt: skip
    assert re.fullmatch(r"[1-9]\d* kept 8:\w*sha256_leaks\w*", detail)
    tables = do("tables", "--all", str(file), home=tmp_path, tree=tree).stdout
    assert re.search(r"leaks .* no ", tables) and re.search(r"keeps .* yes ", tables)
    page = tmp_path / "page.html"
    do("page", str(file), "--output", str(page), home=tmp_path, tree=tree)
    assert '"leaks":"promised, but not kept with' in page.read_text()


class Operands(ctypes.Structure):
    """struct operands of measure/trace/operands.h, as far as objdump tells them."""

    _fields_ = tuple((name, ctypes.c_int) for name in (
        "unknown", "base", "index", "shift", "cut", "used0", "used1", "byte", "bits", "mask",
        "vector_mask", "gathered", "elements", "element_size", "index_size",
    ))  # fmt: skip


LEGACY = ("ax", "cx", "dx", "bx", "sp", "bp", "si", "di")
NUMBERS = {f"r{name}": n for n, name in enumerate((*LEGACY, *range(8, 16)))}
NUMBERS |= {f"e{name}": n for n, name in enumerate(LEGACY)}
MEMORY = re.compile(r"\[(?!rip)([^\]]+)\]")
UNTOUCHED = re.compile(r"(data16 |cs |rep[a-z]* |bnd |notrack )*(lea|nop|ret|endbr|bt[src]?) ?")
STRINGS = re.compile(r"\b(movs|cmps|stos|lods|scas|ins|outs|xlat)|maskmov")


def written(text: str) -> tuple[int, int, int, int]:
    """Base, index, scale as a power of two and vector of an operand as objdump writes it."""
    base = index = vector = -1
    shift = 0
    for term in re.split(r"[+-]", text):
        name, _, scale = term.partition("*")
        if number := re.fullmatch(r"[xyz]mm(\d+)", name):
            vector, shift = int(number[1]), int(scale or 1).bit_length() - 1
        elif name in NUMBERS and scale:
            index, shift = NUMBERS[name], int(scale).bit_length() - 1
        elif name in NUMBERS:
            base = NUMBERS[name]
    return base, index, shift, vector


@pytest.mark.parametrize("name", ["libmvec.so.1", "libm.so.6"])
def test_operands_are_those_of_the_disassembler(name: str, tmp_path: Path) -> None:
    """On code with much of AVX2 and AVX-512, gathers too."""
    need("gcc", "objdump")
    library = Path("/lib/x86_64-linux-gnu", name)
    if not library.is_file():
        pytest.skip(f"{library} is not there")
    source = ROOT / "measure" / "trace" / "operands.c"
    compiled(["gcc", "-O2", "-fPIC", "-shared"], tmp_path, "-o", "operands.so", str(source))
    operands_of = ctypes.CDLL(str(tmp_path / "operands.so")).operands_of
    operands_of.restype = Operands
    listed = subprocess.run(
        ["objdump", "-d", "-w", "-M", "intel", "-j", ".text", str(library)],
        capture_output=True, text=True, check=True, timeout=300,
    ).stdout  # fmt: skip
    lines = re.findall(r"^\s+\w+:\t((?:\w\w )+)\s*\t(.*)$", listed, flags=re.MULTILINE)
    distinct_lines = {raw: text for raw, text in lines if "(bad)" not in text}
    gathers = wrong = 0
    for raw, text in distinct_lines.items():
        code = text.partition("#")[0].strip()
        said = MEMORY.search(code)
        if UNTOUCHED.match(code) or STRINGS.search(code) or raw.startswith("9b "):
            continue  # 9b is fwait, which objdump writes with what follows it
        o = operands_of(bytes.fromhex(raw).ljust(15, b"\0"), 1)
        got = (o.base, o.index, o.shift, o.gathered)
        expected = written(said[1]) if said else (-1, -1, 0, -1)
        gathers += got[3] >= 0
        if (*got[:2], got[3]) != (*expected[:2], expected[3]) or (
            got[1] >= 0 and got[2] != expected[2]
        ):
            wrong += 1
            print(raw, text, got, expected)
    assert len(distinct_lines) > 1000 and wrong == 0
    assert gathers or name != "libmvec.so.1"
