"""Why is it as fast as it is? What is counted is exact, and what can't be counted is said."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from conftest import ROOT, do
from test_json import SCHEMA, faults
from trying import Trying, need

from lab.explain import facts
from lab.explain.account import limits, places
from lab.explain.counting import chain, mnemonics, model
from lab.explain.counting import trace as tracing
from lab.explain.counting.code import LARGEST, Disassembly, NotCounted, disassembled, instruction
from lab.explain.counting.repetition import repetition
from lab.explain.counting.trace import CallTrace, emulate, step
from lab.explain.subject import Specimen
from shootout.build import emulated
from shootout.build.cells import MEGABYTES, Cell
from shootout.layout.effect import Layout
from shootout.machine.microarchitecture import order
from shootout.registry import floors
from shootout.registry.homes import folder_of
from shootout.registry.tree import Implementation, select
from shootout.results.stats import Round, Rounds

LINE = "gcc -march=x86-64 -O2 -fPIC -fPIE"
LATENCIES = {"imul": 3.0, "mov": 1.0}
LENGTHS = (8, 1024, 2048)
GAP = 3  # instructions of a function that does nothing, less or more


def subject(name: str) -> Implementation:
    (found,) = select([name])
    return found


def explained(home: Path, *words: str, **more: str) -> dict[str, Any]:
    done = do("explain", "--json", *words, home=home, **more)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert list(faults(told, SCHEMA["$defs"]["explain"])) == []
    return told


@pytest.fixture
def one_line(tmp_path: Path) -> dict[str, str]:
    """The environment for one compiler that is quick."""
    need("gcc")
    (tmp_path / "ok").mkdir()
    (tmp_path / "ok" / "c").write_text(f"{LINE}\n")
    return {"SHOOTOUT_OKCOMPILERS": str(tmp_path / "ok")}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("gcc", "objdump")
    return Trying(LINE.split(), tmp_path_factory.mktemp("try")).build(subject("sha256/opt64"))


@pytest.fixture(scope="module")
def code(program: Path) -> Disassembly:
    return disassembled(program, "amd64")


@pytest.fixture(scope="module")
def trace(program: Path, code: Disassembly) -> CallTrace:
    try:
        return step(program, code, LENGTHS)
    except NotCounted as why:
        pytest.skip(str(why))


def test_what_is_explained_has_bounds(
    program: Path, code: Disassembly, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code that nobody has tried yet may ask for more than the machine has."""
    tool = tmp_path / "step"
    tool.write_text(f"#!/bin/sh\necho \"$@\" >> '{tmp_path}/words'\nexit 4\n")
    tool.chmod(0o755)
    monkeypatch.setattr(tracing, "stepper", lambda: tool)
    with pytest.raises(NotCounted):
        step(program, code, [64])
    words = (tmp_path / "words").read_text()
    assert f" {program} {tracing.SECONDS} {MEGABYTES} calls " in words
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(NotCounted, match="its program has more than 2 MB"):
        disassembled(large, "amd64")


def test_steps_and_the_emulator_count_the_same(
    program: Path, code: Disassembly, trace: CallTrace
) -> None:
    """Each instruction, by two means that have nothing in common."""
    need("qemu-x86_64")
    runner = ("qemu-x86_64", "-cpu", "qemu64")
    if not (told := emulated.count(runner, program, LENGTHS)):
        pytest.skip("qemu-x86_64 does not run the program")
    followed = emulate(runner, program, code, LENGTHS)
    for mlen in LENGTHS:
        assert 0 <= trace.count(mlen) - told[mlen] <= GAP
        assert [*trace.calls[mlen]] == [*followed.calls[mlen]]


def test_a_block_is_what_repeats(code: Disassembly, trace: CallTrace) -> None:
    found = repetition(trace, 64)
    took = trace.count(2048) - trace.count(1024)
    assert found and found.size % 64 == 0
    assert len(found.addresses) / found.size == pytest.approx(took / 1024, rel=0.02)
    assert 100 < found.distinct <= len(found.addresses)
    mix = mnemonics.mix(trace.between(2048, 1024), code)
    assert mix.total == took
    assert mix.kinds[mnemonics.OTHER] + mix.kinds[mnemonics.LIBRARY] < 0.01 * mix.total
    assert 64 * 6 <= mix.kinds["rotate"] / 16 <= 64 * 11, "six a round, ten with the schedule"


def test_two_beside_each_other(tmp_path: Path, one_line: dict[str, str], trace: CallTrace) -> None:
    told = explained(tmp_path, "sha256/opt64", "sha256/ref", **one_line)
    (one,), (other,) = told["subjects"]
    assert (one["implementation"], other["implementation"]) == ("opt64", "ref")
    for each in (one, other):
        assert sum(each["kinds"].values()) == pytest.approx(each["instructions_per_byte"], rel=0.01)
        assert each["instructions_block"] == pytest.approx(
            64 * each["instructions_per_byte"], abs=0.1
        )
        assert 0 < each["different"] <= each["instructions_block"] * each["block_bytes"] / 64
        assert any(said.startswith("cycles: no result of this machine") for said in each["unknown"])
        assert "single steps" in each["by"] and each["limits"] == []
    done = do("explain", "sha256/opt64", "sha256/ref", home=tmp_path, **one_line)
    assert f"{one['instructions_per_byte']:.2f}" in done.stdout and len(trace.calls) == 3


def test_what_limits_is_told_by_floors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A floor near the time does; one above it is of another core, and is no limit."""
    cell = Cell(subject("sha256/opt64"), cast(Any, None))
    its = facts.Findings(Specimen(cell, "Zen 3"))
    monkeypatch.setattr(facts.Findings, "speed", lambda self, mlen: 10.0)
    its.block = cast(Any, type("Block", (), {"size": 1}))
    for latency, ports, said in (
        (9.0, 5.0, ["limits it is the longest chain"]), (5.0, 9.0, ["limits it is the number of"]),
        (11.0, 9.0, ["faster than a floor of the model", "limits it is the number of"]),
        (5.0, 4.0, ["The higher floor is 50 % of its time"]),
    ):  # fmt: skip
        its.floors = model.ModelFloors(ports, latency, 10.0, "")
        told = limits(its)
        assert len(told) == len(said) and all(a in b for a, b in zip(said, told))
    its.floors = model.ModelFloors(9.0, 0.0, 10.0, "")
    assert its.floor("chain") is None, "a chain that was not found takes no 0.00 cycles"
    its.other = True
    assert limits(its) == []


def test_what_other_places_cost() -> None:
    rounds = [Round([1536.0 * (2 + n // 2)], layout=Layout(n, 64 * (n % 2), 0)) for n in range(4)]
    row: Any = SimpleNamespace(
        figures=SimpleNamespace(taken={1536: Rounds({(n, 0): r for n, r in enumerate(rounds)})})
    )
    its = facts.Findings(Specimen(Cell(subject("sha256/opt64"), cast(Any, None)), "Zen 3", row))
    (said,) = places(its)
    assert "code at 4 places 2.00 to 3.00, stack at 2 places 2.50 to 2.50 core cycles" in said
    assert places(facts.Findings(Specimen(its.specimen.cell, "Zen 3"))) == []


def test_without_tools_it_says_so_and_goes_on(tmp_path: Path, one_line: dict[str, str]) -> None:
    path = tmp_path / "bin"
    path.mkdir()
    for folder in map(Path, os.get_exec_path()):
        for file in folder.iterdir() if folder.is_dir() else ():
            if not re.search("objdump|llvm-mca|qemu|valgrind|perf", file.name):
                with contextlib.suppress(FileExistsError):
                    (path / file.name).symlink_to(file)
    told = explained(tmp_path, "sha256/opt64", PATH=str(path), **one_line)
    ((one,),) = told["subjects"]
    assert one["instructions_per_byte"] is None and not one["kinds"]
    assert any("objdump" in said for said in one["unknown"])
    assert one["size"] > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sha256/opt46"], "did you mean sha256/opt64"),
        (["sha256"], "Name one, sha256/"),
        (["sha256/ref", "sha256/opt64", "sha256/amd64"], "one or two implementations"),
        (["sha256/ref", "--compiler", "("], "is not a regular expression"),
        (["sha256/ref", "--result", "/nosuch"], "/nosuch"),
    ],
    ids=lambda w: " ".join(w) if isinstance(w, list) else "",
)
def test_near_misses(tmp_path: Path, words: list[str], said: str) -> None:
    done = do("explain", *words, home=tmp_path)
    assert done.returncode in (1, 2) and said in done.stderr and not done.stdout


@pytest.mark.parametrize(
    ("code", "cycles"),
    [
        (["add rax,rbx"], 1),
        (["add rax,rbx", "add rax,rcx"], 2),
        (["add rax,rbx", "add rcx,rdx"], 1),  # side by side
        (["imul eax,eax", "add rax,1"], 4),  # eax is a part of rax
        (["xor eax,eax", "imul rax,rax"], 0),  # begins anew each time
        (["adc rax,rbx", "adc rcx,rdx"], 2),  # by way of the carry
        (["mov QWORD PTR [rsp+0x8],rax", "imul rax,QWORD PTR [rsp+0x8]"], 3),
        (["mov QWORD PTR [rdi],rax", "push rdi", "pop rsi", "mov rax,QWORD PTR [rsi]",
          "imul rax,rax"], 3),  # the same place by another name
        (["mov rax,QWORD PTR [rsp+0x10]", "imul rax,rax", "mov QWORD PTR [rsp+0x8],rax"], 0),
        (["vpaddd ymm0,ymm1,ymm2", "vpaddd ymm1,ymm0,ymm0"], 2),
        (["vpaddd ymm0{k1},ymm1,ymm2"], 1),  # masked: keeps the rest
        (["vpaddd ymm0{k1}{z},ymm1,ymm2"], 0),
        (["paddd xmm0,xmm1", "cmp rax,rbx", "jne 10"], 1),
    ],
    ids=lambda c: "; ".join(c) if isinstance(c, list) else "",
)  # fmt: skip
def test_the_longest_chain(code: Sequence[str], cycles: float) -> None:
    made = [instruction(text) for text in code]
    own = [LATENCIES.get(i.name, 1.0) + chain.LOADS * mnemonics.reads(i, "x86") for i in made]
    took = chain.longest(made, own)
    assert took == pytest.approx(cycles)


@pytest.mark.parametrize(("text", "kind", "memory"), [
    ("mov rax,rbx", "move", ""), ("mov rax,QWORD PTR [rsi]", "load", "read"),
    ("vmovdqa YMMWORD PTR [rsp+0x20],ymm1", "store", "written stack"),
    ("vpaddd ymm0,ymm1,YMMWORD PTR [rsp]", "add", "read stack"),
    ("add DWORD PTR [rdi],eax", "add", "read written"),
    ("cmp QWORD PTR [rsp],0x0", "compare", "read stack"), ("lea rax,[rsp+0x8]", "add", ""),
    ("push rbx", "store", "written stack"), ("vprold zmm0,zmm1,0x7", "rotate", ""),
    ("sha256rnds2 xmm1,xmm2,xmm0", "crypto", ""), ("vpshufb xmm1,xmm2,xmm0", "shuffle", ""),
    ("nop WORD PTR cs:[rax+rax*1+0x0]", "nop", ""), ("jne 1234 <crypto_hash+0x10>", "jump", ""),
])  # fmt: skip
def test_kinds_of_instructions(text: str, kind: str, memory: str) -> None:
    i = instruction(text)
    assert mnemonics.kind(i, "x86") == kind
    found = mnemonics.reads(i, "x86"), mnemonics.writes(i, "x86"), mnemonics.on_stack(i, "x86")
    assert found == tuple(word in memory for word in ("read", "written", "stack"))


def test_parts_of_a_cost() -> None:
    costs = {n: 100.0 + 60 * (n // 64 + 1) for n in range(1, 4097)}
    assert facts.parts("sha256", costs, 4096, 2048) == pytest.approx((100, 60))
    assert facts.parts("sha256", {8: 1.0}, 4096, 2048) is None
    assert facts.parts("sha256", {n: 7.0 * n for n in costs}, 4096, 2048) == (None, 7 * 64)


def test_tables_name_what_is_there() -> None:
    cores = set(order())
    assert set(model.models()) <= cores
    for (primitive, implementation, core), its in floors.read_floors()[1].items():
        assert core in cores
        assert (folder_of(primitive, implementation) / "api.h").is_file()
        lines = (ROOT / its.source).read_text().splitlines()
        floor = re.compile(rf"\b{re.escape(f'{its.floor:g}')}0?\b")
        assert any(floor.search(line) and its.reason in line for line in lines), its
