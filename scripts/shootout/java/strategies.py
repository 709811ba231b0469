"""Section 5 of the paper: what each of its optimisations is worth today."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..build import COMPILE_SECONDS
from ..compilers import Compiler
from ..errors import Trouble
from ..paths import BUILD
from ..sheet import Sheet
from . import bytecode, kernels, machine_code
from .bench import Bench, Pair
from .block import Measured, Subject
from .implementation import HOME
from .machine_code import Code
from .results import NAMES, label
from .tables import number, ratio

MADE = BUILD / "java" / "strategies"
WHO = "strategies"
METHODS = {"keccakc512": "permute", "skein512512": "encrypt", "groestl256": "roundP"}
PRIMITIVES = {"Keccak": "keccakc512", "Skein": "skein512512", "Groestl": "groestl256"}


@dataclass(frozen=True)
class Strategy:
    """One step: two kernels, and why the second is faster or slower."""

    what: str
    family: str
    before: str
    after: str
    why: str


STRATEGIES = (
    Strategy(
        "rotations: XOR to OR", "Keccak", "KeccakXor", "KeccakOr",
        "C2 makes a rotation of two shifts only where OR joins them; for 32 bits there is none of "
        "long words",
    ),
    Strategy("rotations: XOR to OR", "Skein", "SkeinXor", "SkeinOr", "the same"),
    Strategy(
        "tables: [8][256] to [2048]", "Groestl", "GroestlDeep", "GroestlFlat",
        "an array of arrays costs another load and another check of an index at each lookup",
    ),
    Strategy(
        "arrays to local variables", "Keccak", "KeccakArray", "KeccakOr",
        "C2 keeps no array in registers, and checks indices that it can't predict",
    ),
    Strategy(
        "local variables to members", "Keccak", "KeccakOr", "KeccakMembers",
        "every assignment to a member is a store; where registers are too few for the local "
        "variables (32 bits), those are in memory as well. The paper gained by it in JH",
    ),
    Strategy(
        "all 24 rounds unrolled", "Keccak", "KeccakOr", "KeccakUnrolled",
        "HotSpot interprets for ever what has more than 8000 bytes of byte code",
    ),
    Strategy(
        "72 rounds unrolled, not 8", "Skein", "SkeinOr", "SkeinUnrolled",
        "below that limit, but C2 stops inlining before the end: rotations stay calls",
    ),
)  # fmt: skip
GENERATED = {
    "KeccakXor": kernels.keccak("KeccakXor", joined="^"),
    "KeccakOr": kernels.keccak("KeccakOr"),
    "KeccakMembers": kernels.keccak("KeccakMembers", members=True),
    "KeccakUnrolled": kernels.keccak("KeccakUnrolled", rounds=24),
    "SkeinXor": kernels.skein("SkeinXor", joined="^"),
    "SkeinOr": kernels.skein("SkeinOr"),
    "SkeinUnrolled": kernels.skein("SkeinUnrolled", joined="", rounds=72),
    "GroestlDeep": kernels.groestl("GroestlDeep", flat=False),
    "GroestlFlat": kernels.groestl("GroestlFlat", flat=True),
}


def build(javac: str) -> list[Subject]:
    """Writes what is generated, compiles it with java/strategies."""
    shutil.rmtree(MADE, ignore_errors=True)
    source = MADE / "source" / "strategies"
    source.mkdir(parents=True)
    for name, text in GENERATED.items():
        (source / f"{name}.java").write_text(text)
    files = [*source.glob("*.java"), *(HOME / "strategies").glob("*.java")]
    command = [javac, "--release", "11", "-Xlint:all", "-sourcepath", f"{source.parent}:{HOME}"]
    ran = subprocess.run(
        [*command, "-d", str(MADE / "classes"), *map(str, sorted(files))], capture_output=True,
        text=True, errors="replace", timeout=COMPILE_SECONDS, check=False,
    )  # fmt: skip
    if ran.returncode:
        raise Trouble(f"java/strategies does not compile: {(ran.stderr.splitlines() or ['?'])[0]}")
    names = dict.fromkeys(n for s in STRATEGIES for n in (s.before, s.after))
    return [_subject(name) for name in names]


def _subject(name: str) -> Subject:
    primitive = next(p for family, p in PRIMITIVES.items() if name.startswith(family))
    return Subject(primitive, WHO, name, f"strategies.{name}", (MADE / "classes",))


def pairs(vms: Sequence[Compiler], primitives: Collection[str], javac: str) -> list[Pair]:
    """The kernels of these functions in all VMs."""
    return [(vm, s) for s in build(javac) if s.primitive in primitives for vm in vms]


def sheets(bench: Bench, timed: Sequence[Measured]) -> list[Sheet]:
    """A table for each VM."""
    missing = machine_code.lacking()
    if missing:
        bench.progress.say(f"machine code is left out: {missing}")
    vms = list(dict.fromkeys(m.vm for m in timed))
    return [_sheet(vm, {m.subject.name: m for m in timed if m.vm == vm}, missing) for vm in vms]


def _sheet(vm: Compiler, found: dict[str, Measured], missing: str) -> Sheet:
    codes = {} if missing else {name: _code(vm, m.subject) for name, m in found.items()}
    sizes = bytecode.largest(MADE / "classes")
    grid = [[
        "strategy", "function", "before ", "after ", "before / after", "byte code", "rotations",
        "shifts", "calls", "machine code",
    ]]  # fmt: skip
    for s in STRATEGIES:
        before, after = found.get(s.before), found.get(s.after)
        if before and after:
            steps = [codes.get(name) for name in (s.before, s.after)]
            grid.append([
                s.what, NAMES[before.subject.primitive], number(before.figure),
                number(after.figure), ratio(before.figure.median, after.figure.median),
                f"{sizes.get(s.before, 0)} to {sizes.get(s.after, 0)}",
                *(_step(steps, what) for what in ("rotations", "shifts", "calls", "size")),
            ])  # fmt: skip
    notes = [
        "core cycles per byte; bytes of the byte code and of C2's machine code of the method that "
        "does most of the work; rotations, shifts and calls are instructions in it",
        *dict.fromkeys(f"{s.what}, {s.family}: {s.why}" for s in STRATEGIES if s.why != "the same"),
        *([f"machine code: {missing}"] if missing else []),
    ]
    return Sheet(f"Strategies, with and without: {label(vm)}", grid, 2, notes)


def _code(vm: Compiler, subject: Subject) -> Code | None:
    return machine_code.look(vm, subject, METHODS[subject.primitive])


def _step(codes: Sequence[Code | None], what: str) -> str:
    return " to ".join(str(getattr(c, what)) if c else "none" for c in codes)
