"""./do tune: orders, the model of a core, the search, and code that stays right."""

from __future__ import annotations

import contextlib
import platform
import random
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import GCC, ROOT, do, environment
from trying import lacking

from lab.tune import core, order, variants
from lab.tune.generator import generator
from lab.tune.operation import Operation, instruction, waits
from lab.tune.program import Program
from lab.tune.registers import Bank, allocate
from lab.tune.search import cycles, load, mutated
from lab.tune.stopwatch import COMPILER, Stopwatch, TrialBuilds, quiet
from lab.tune.weave import nops, parts
from shootout.common.errors import Trouble
from shootout.common.paths import KNOWN
from shootout.machine.microarchitecture import order as microarchitectures
from shootout.registry.tree import Implementation, select

TREE = ROOT / "crypto_hash"
TUNABLE = sorted(file.parent.relative_to(TREE).as_posix() for file in TREE.glob("*/*/order"))
OWN = sorted(TREE.glob("*/*/order.*"))  # for one core
SEVERAL = sorted({file.parent.relative_to(TREE).as_posix() for file in OWN})
CORES = [core.read(file) for file in sorted((KNOWN / "cores").iterdir())]
every = pytest.mark.parametrize("name", TUNABLE)
every_core = pytest.mark.parametrize("table", CORES, ids=lambda table: table.name)


def code(*lines: str) -> list[Operation]:
    return [instruction(str(n), line) for n, line in enumerate(lines)]


def table(*lines: str) -> core.CoreTable:
    unit = core.Ports(("a", "b"), 1)
    return core.CoreTable(
        "made up", 4, 100, 5, {"ror": core.Ports(("b",), 1), "mov": core.Ports((), 0), "*": unit}
    )


def test_an_operation_waits_for_what_it_reads_and_for_readers_of_what_it_overwrites() -> None:
    lines = code("add eax, ebx", "mov ecx, eax", "xor eax, edx", "mov [rsp], eax", "mov edx, [rsp]")
    assert waits(lines) == [
        [], [(0, True)], [(0, True), (1, False)], [(2, True)], [(3, True), (2, False)],
    ]  # fmt: skip
    assert instruction("", "vpxor ymm1, ymm2, ymm3").sources == ("ymm2", "ymm3")


def test_what_reads_flags_is_refused() -> None:
    with pytest.raises(Trouble, match="flags"):
        instruction("", "adc eax, ebx")


def test_the_model_counts_chains_ports_and_forwarding() -> None:
    chain = code(*["add eax, ebx"] * 8)
    assert cycles(chain, table()) == 9  # one to enter, eight to add
    two = code(*["ror eax, 1", "ror ebx, 1", "ror ecx, 1", "ror edx, 1"])
    assert cycles(two, table()) == 5  # one port
    assert cycles(code("add eax, ebx", "mov [rsp], eax", "mov ecx, [rsp]"), table()) == 1 + 1 + 5


def test_the_model_binds_before_it_knows_and_so_order_counts() -> None:
    """A rotation behind additions finds its port taken by one that could have had the other."""
    first = code("ror ecx, 1", "add eax, 1", "ror ecx, 1", "add ebx, 1", "ror ecx, 1", "add edx, 1")
    last = [first[i] for i in (1, 3, 5, 0, 2, 4)]
    assert cycles(first, table()) < cycles(last, table())


def test_an_order_is_read_as_it_was_written(tmp_path: Path) -> None:
    made = order.Order("Zen 3", "2026-11-23", "7 a round", "by hand", ("0.1", "0.0"))
    (tmp_path / "order").write_text(made.text())
    assert order.read(tmp_path / "order") == made
    (tmp_path / "order").write_text("core Zen 3\n\na b\n")
    with pytest.raises(Trouble, match="its head"):
        order.read(tmp_path / "order")


def test_a_wrong_order_is_refused() -> None:
    lines = code("add eax, ebx", "add eax, ecx")
    with pytest.raises(Trouble, match="1 gets what nothing makes in place of 0"):
        order.arranged(lines, ("1", "0"))
    two = code("mov eax, ebx", "mov [rsp], eax", "mov eax, ecx", "mov [rsp + 4], eax", "mov eax, 0")
    assert order.arranged(two, "23014")  # whole uses of a register may change places
    with pytest.raises(Trouble, match="the end gets what 3 makes in place of 4"):
        order.arranged(code(*["mov eax, ebx"] * 5), "01243")
    with pytest.raises(Trouble, match="0 takes what was there before, but 1 makes a value"):
        order.arranged(code("mov eax, ebx", "mov ebx, ecx"), ("1", "0"))
    work = [*parts(2, "add"), *nops(2)]
    assert order.arranged(work, ("nop1", "part0", "nop0", "part1"))  # nops go anywhere
    with pytest.raises(Trouble, match="other operations: 1"):
        order.arranged(lines, ("0",))


def test_readings_that_were_disturbed_do_not_count() -> None:
    calm = [(100, 90, 1000)] * 20
    found = quiet([*calm, (500, 90, 1000), (100, 95, 3000)])
    assert found is not None and found.ratio == 0.9 and len(found.of[0]) == 20
    assert found.cycles == 900  # the chain of 10000 cycles took 1000 ticks
    assert quiet([(100 + 2 * i, 90, 1000 + 200 * i) for i in range(20)]) is None


def test_code_that_takes_one_of_several_times_is_not_disturbed() -> None:
    rows = [(100, 90 if i % 3 else 80, 1000) for i in range(20)]
    assert quiet(rows) is not None
    assert quiet([*rows, (100, 90, 3000)]) == quiet(rows)


def test_registers_hold_values_as_long_as_they_are_read() -> None:
    """By running the lines: an xor of names tells which values went in."""
    p = Program(["a", "b"], "v")
    ab = p.op("pxor", "a", "b")
    other = p.op("pshufd", ab, immediate="0x4e")
    p.outputs = [p.op("pxor", other, "a"), p.op("pxor", ab, "b")]
    lines = allocate(p.operations, p.inputs, p.outputs, Bank("xmm", 5, reuse=True))
    assert run(lines, {"xmm0": "a", "xmm1": "b"})[:2] == ["(a^b)'^a", "a^b^b"]
    with pytest.raises(ValueError, match="too few"):
        allocate(p.operations, p.inputs, p.outputs, Bank("xmm", 3))


def test_values_that_find_no_register_go_to_the_stack() -> None:
    p = Program([f"s{n}" for n in range(3)], "v")
    doubled = [p.op("pshufd", s, immediate="0x4e") for s in p.inputs]
    p.outputs = [p.op("pxor", d, s) for d, s in zip(doubled, reversed(p.inputs))]
    lines = allocate(p.operations, p.inputs, p.outputs, Bank("ymm", 4, stack="rsp", slots=4))
    assert any("[rsp + 0]" in line for line in lines)
    state = {f"ymm{n}": s for n, s in enumerate(p.inputs)}
    assert run(lines, state) == ["(s0)'^s2", "(s1)'^s1", "(s2)'^s0"]


def test_two_operands_cost_copies_and_moves_go_round() -> None:
    p = Program(["a", "b"])
    p.outputs = ["b", p.op("pxor", "a", "b")]
    lines = allocate(p.operations, p.inputs, p.outputs, Bank("xmm", 4, reuse=True))
    assert run(lines, {"xmm0": "a", "xmm1": "b"})[:2] == ["b", "a^b"]
    lines = allocate([], ["a", "b"], ["b", "a"], Bank("xmm", 3))
    assert run(lines, {"xmm0": "a", "xmm1": "b"})[:2] == ["b", "a"]


def test_in_place_results_are_made_where_they_are_wanted() -> None:
    p = Program(["a", "b", "c"], "v")
    turned = p.op("pshufd", "a", immediate="0x4e")
    p.outputs = [p.op("pternlogq", "b", turned, "c", immediate="0x96"), "b", "c"]
    bank = Bank("xmm", 5, in_place=True)
    lines = ["vpshufd xmm0, xmm0, 0x4e /* 0 */", "vpternlogq xmm0, xmm1, xmm2, 0x96 /* 1 */"]
    assert allocate(p.operations, p.inputs, p.outputs, bank, named=True) == lines


def test_in_place_what_is_not_read_again_is_overwritten() -> None:
    """The third operand here, so the table of a ? b : c becomes that of the others' order."""
    p = Program(["a", "b", "c"], "v")
    p.outputs = ["a", "b", p.op("pternlogq", "a", "b", "c", immediate="0xca")]
    bank = Bank("xmm", 5, in_place=True)
    assert allocate(p.operations, p.inputs, p.outputs, bank)[0].endswith(" xmm2, xmm0, xmm1, 0xb8")
    with pytest.raises(ValueError, match="too few"):  # b and c are read after the copy of a
        allocate(p.operations, p.inputs, ["a", p.outputs[2]], Bank("xmm", 3))
    p.outputs = ["a", "b", "c", p.outputs[2]]  # all are wanted: a copy
    lines = allocate(p.operations, p.inputs, p.outputs, bank)
    assert lines[0].startswith("vmovdqa xmm3, ") and len(lines) == 2
    p.operations = [Operation("keep", "vmovdqa64", "KEPT", ("a",), text="vmovdqa64 KEPT, a")]
    assert allocate(p.operations, ["b", "a"], ["b"], bank) == ["vmovdqa64 KEPT, xmm1"]


def run(lines: Sequence[str], state: dict[str, str]) -> list[str]:
    """What the registers hold after the lines: sums of names, shuffled ones with a prime."""
    for line in lines:
        kind, _, rest = line.partition(" ")
        to, *sources = re.split(r", ", rest)
        values = [state.get(source, source) for source in sources]
        if "mov" in kind:
            state[to] = values[0]
        elif "shuf" in kind:
            state[to] = f"({values[0]})'"
        else:
            state[to] = "^".join(values if kind[0] == "v" else [state[to], *values])
    return [state[name] for name in sorted(state) if "mm" in name and name[-1] in "012"][:3]


@every_core
def test_a_core_has_a_name_and_its_file_too(table: core.CoreTable) -> None:
    assert table.name in microarchitectures() and core.path(table.name).is_file()


@every
def test_committed_orders_are_right_and_their_cores_known(name: str) -> None:
    (implementation,) = select([name])
    made = generator(implementation)
    for file in variants.files(made.script.parent).values():
        assert order.read(file).core in microarchitectures()
        made.made(order.read(file).names)  # raises Trouble if it is wrong
    assert made.printed() == made.file.read_text()


@pytest.mark.parametrize("file", OWN, ids=lambda file: "/".join(file.parts[-3:]))
def test_an_order_for_one_core_is_named_after_its_table(file: Path) -> None:
    table = core.core(file.name.partition(".")[2])
    assert order.read(file).core == table.name and table.target
    assert order.read(file).names != order.read(file.with_name("order")).names


def test_orders_stand_under_the_conditions_of_their_cores() -> None:
    texts = ["head\n\nsame\n  a\n\nb\n\nend\n", "head\n\nsame\n  c\n\nb\n\nend\n"]
    parts = ["head\n", "#if X", "same", "  a", "#else", "same", "  c", "#endif\n", "b\n", "end\n"]
    assert variants.chosen(["X"], texts) == "\n".join(parts)
    three = variants.chosen(["X", "Y"], [*texts, "head\n\nnone\n\nend\n"])
    conditions = [line for line in three.splitlines() if "#" in line]
    assert conditions == ["#if X", "#elif Y", "#else", "#endif"]
    assert variants.chosen([], texts[:1]) == texts[0]


@pytest.mark.parametrize(("compiler", "options", "name"), [
    ("gcc", "-march=znver3", "zen-3"), ("gcc", "-march=znver4", "zen-4"),
    ("gcc", "-march=znver3 -mavx512f", "zen-4"),  # a Zen 4 to gcc 12.2
    ("gcc", "-march=sapphirerapids", "redwood-cove"),
    ("gcc", "-march=graniterapids", "redwood-cove"),
    ("gcc", "-march=alderlake", "redwood-cove"), ("gcc", "-march=skylake-avx512", ""),
    ("clang", "-march=znver3", "zen-3"), ("clang", "-march=znver4", "zen-4"),
    ("clang", "-march=sapphirerapids", "redwood-cove"), ("clang", "-march=x86-64-v4", ""),
])  # fmt: skip
def test_a_compiler_tells_a_core_by_its_target(compiler: str, options: str, name: str) -> None:
    if platform.machine() not in ("x86_64", "amd64") or not shutil.which(compiler):
        pytest.skip(f"no {compiler} for x86 here")
    names = [core.path(each.name).name for each in CORES]
    text = "".join(f"#if {variants.condition(each)}\n{each}\n#endif\n" for each in names)
    words = [compiler, *options.split(), "-E", "-P", "-x", "c", "-"]
    ran = subprocess.run(words, input=text, capture_output=True, text=True, timeout=60, check=False)
    if ran.returncode:
        pytest.skip(f"{compiler} does not know {options}: {ran.stderr[:100]}")
    assert ran.stdout.split() == [name] * bool(name)


@every
def test_moves_keep_dependencies(name: str) -> None:
    (implementation,) = select([name])
    made = generator(implementation)
    best: Sequence[Operation] = order.arranged(made.operations, made.committed())
    for seed in range(3):
        best = mutated(best, random.Random(seed))
        order.arranged(made.operations, [o.name for o in best])  # raises Trouble if it is wrong


def built_here(name: str) -> Implementation:
    """An implementation; the test is skipped if this machine cannot run it."""
    (implementation,) = select([name])
    if platform.machine() not in ("x86_64", "amd64") or not implementation.runs_on("amd64"):
        pytest.skip(f"this machine is {platform.machine()}, or the code is not for amd64")
    if missing := lacking(implementation):
        pytest.skip(f"this machine lacks {' '.join(sorted(missing))}")
    return implementation


@pytest.mark.skipif(GCC is None, reason="no C compiler")
@pytest.mark.parametrize("name", SEVERAL)
def test_each_of_several_orders_is_chosen_for_its_core_and_right(name: str, tmp_path: Path) -> None:
    """Under what compilers define for a core, the code is that of its order alone."""
    implementation = built_here(name)
    made = generator(implementation)
    every = {word for table in CORES for word in macros(" ".join(table.target))}
    seen, sums = [], set()
    for own, file in variants.files(made.script.parent).items():
        yes, *_ = macros(core.core(own).target[0]) if own else [""]
        no = [f"-U{word}" for word in sorted(every - {yes, "__AVX512F__"})]
        words = [COMPILER, *no, *[f"-D{yes}"] * bool(own)]
        trials = TrialBuilds(
            implementation, made.file.name, tmp_path / f"for-{own}", " ".join(words)
        )
        objects = [(trials.folder / each).with_suffix(".o") for each in trials.fresh]
        (built, *_) = trials.build(made.printed())
        seen.append([each.read_bytes() for each in objects])
        sums.add(Stopwatch(1024, tmp_path, None).digests(built))
        trials.build(made.made(order.read(file).names))
        assert seen[-1] == [each.read_bytes() for each in objects], own
        assert seen[-1] not in seen[:-1], own
    assert len(sums) == 1


def macros(condition: str) -> list[str]:
    return re.findall(r"__\w+__", condition)


@every
@pytest.mark.skipif(GCC is None, reason="no C compiler")
def test_another_order_gives_the_same_digests(name: str, tmp_path: Path) -> None:
    """What `operations` does not say of dependencies would be found here."""
    implementation = built_here(name)
    made = generator(implementation)
    trials = TrialBuilds(implementation, made.file.name, tmp_path)
    (committed, *_) = trials.build(made.made(made.committed()))
    clock, texts = Stopwatch(1024, tmp_path, None), list[str]()
    for seed, spread in enumerate((20, len(made.operations))):
        chance = random.Random(seed)
        place = {name: n + chance.gauss(0, spread) for n, name in enumerate(made.committed())}
        other = order.nearest(made.operations, place)
        with contextlib.suppress(ValueError):  # too few registers for this order
            texts.append(made.text(other))
    built = trials.batch(texts) if texts else []
    assert {*map(clock.digests, built)} <= {clock.digests(committed)}, made.script


def test_a_search_that_was_stopped_goes_on(tmp_path: Path) -> None:
    """By a signal that it cannot see, too: its state is whole at any time."""
    words = ["tune", "blake256/amd64", "--model", "--core", "Zen 3", "--start", "written"]
    env = environment(home=tmp_path)
    file = tmp_path / "build/tune/blake256/amd64/model/state"
    tries = 0
    pipe = subprocess.PIPE
    for stop, status in ((signal.SIGKILL, -9), (signal.SIGTERM, 130)):  # ends as Ctrl-C does
        with subprocess.Popen([ROOT / "do", *words], env=env, stdout=pipe, stderr=pipe) as run:
            end = time.monotonic() + 60
            while not (file.exists() and load(file).tries > tries) and time.monotonic() < end:
                time.sleep(0.05)
            run.send_signal(stop)
            run.communicate(timeout=60)
        assert run.returncode == status
        tries = load(file).tries
        assert tries > 0
    ran = do(*words, "--tries", "1", home=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert f"goes on after {tries} tries" in ran.stdout and load(file).tries == tries + 1


@pytest.mark.skipif(GCC is None, reason="no C compiler")
def test_do_tune_improves_an_order_by_the_model_and_the_digests_stay(tmp_path: Path) -> None:
    """In a tree of its own, where the order found replaces the committed one."""
    tree = tmp_path / "crypto_hash"
    shutil.copytree(ROOT / "crypto_hash/blake256", tree / "blake256", symlinks=True)
    shutil.copytree(ROOT / "crypto_hash/sha256/common", tree / "sha256/common")
    shutil.copytree(ROOT / "crypto_hash/sha256/opt64", tree / "sha256/opt64", symlinks=True)
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")  # where the generator looks
    words = ["tune", "blake256/amd64", "--model", "--core", "Zen 3", "--start", "written"]
    words += ["--tries", "20", "--seed", "7", "--keep"]
    ran = do(*words, home=tmp_path, tree=tree)
    assert ran.returncode == 0, ran.stderr
    assert not [*tree.rglob("__pycache__")]
    found = re.search(r": (0\.\d+) of the cycles it began with, by the model of Zen 3", ran.stdout)
    assert found and 0.5 < float(found[1]) < 1
    file = tree / "blake256/amd64/blocks.S"
    assert file.read_text() != (ROOT / "crypto_hash/blake256/amd64/blocks.S").read_text()
    words = ["tune", "blake256/amd64", "--model", "--core", "Redwood Cove", "--start", "written"]
    words += ["--tries", "2", "--fresh", "--own"]
    ran = do(*words, home=tmp_path, tree=tree)
    assert ran.returncode == 0, ran.stderr
    assert order.read(file.with_name("order")).core == "Zen 3"
    assert order.read(file.with_name("order.redwood-cove")).core == "Redwood Cove"
    text = file.read_text()
    assert text.count("\n#if (defined __graniterapids__") == text.count("\n#else\n") == 1
    words = ["run", "blake256/amd64", "--quick", "--compilers", "^gcc.*-O3", "--jobs", "1"]
    ran = do(*words, "--plain", home=tmp_path, tree=tree)
    assert ran.returncode == 0, ran.stdout + ran.stderr
