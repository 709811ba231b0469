"""The paper's section 5: the gain of each of its optimisations today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shootout.build.compilers import Compiler
from shootout.report.sheet import Sheet

from . import bytecode, machine_code, steps
from .bench import Bench
from .block import Measured, Subject
from .machine_code import Code
from .results import NAMES, label
from .tables import doubtful_kernels, number, ratio


@dataclass(frozen=True)
class Strategy:
    """An optimisation: two kernels, and the reason why the second is faster or slower."""

    what: str
    family: str
    before: str
    after: str
    why: str


COUNTED = ("rotations", "shifts", "vectors", "calls", "size")
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
    Strategy(
        "caching intermediate results", "Keccak", "KeccakAgain", "KeccakOr",
        "C2 does it by itself: equal expressions are computed once",
    ),
    Strategy(
        "caching intermediate results", "Skein", "SkeinFields", "SkeinOr",
        "C2 does it by itself: nothing in the loop assigns to a field, so it loads the addresses "
        "of arrays once",
    ),
    Strategy(
        "simpler index arithmetic", "BLAKE-256", "BlakePort", "BlakeSimple",
        "C2 does it by itself, but that of JDK 8 did not: it inlines G and computes r % 10 once",
    ),
    Strategy(
        "simpler index arithmetic", "Groestl", "GroestlModulo", "GroestlFlat",
        "worth doing again: % 8 rounds toward zero, for which there are more shifts; C2 of JDK 8 "
        "and 11 saw that the index cannot be negative, later ones don't",
    ),
    Strategy(
        "buffers of the object", "BLAKE-256", "BlakePort", "BlakeBuffers",
        "C2 allocates a new array and clears it, in all JDKs to 25, but knows its length and that "
        "nobody else has it; with one of the object it keeps more checks (calls of traps), so the "
        "gain may be a loss",
    ),
    Strategy("buffers of the object", "Groestl", "GroestlNew", "GroestlBuffer", "the same"),
    Strategy("buffers of the object", "JH", "JhNew", "JhBuffer", "the same"),
    Strategy("buffers of the object", "Skein", "SkeinNew", "SkeinBuffer", "the same"),
    Strategy(
        "methods inlined by hand", "BLAKE-256", "BlakePort", "BlakeInlined",
        "C2 does it by itself, up to 325 bytes of byte code if the method is hot",
    ),
    Strategy(
        "methods inlined by hand", "Groestl", "GroestlMethod", "GroestlFlat",
        "the same",
    ),
    Strategy(
        "methods inlined by hand", "JH", "JhPort", "JhInlined",
        "C2 inlines the methods by itself; written out, loops over halves and words go as well, as "
        "with the macros of C, which C2 does by itself since JDK 21",
    ),
    Strategy(
        "private, static, final", "Groestl", "GroestlPublic", "GroestlMethod",
        "HotSpot does it by itself: it knows that no loaded class overrides a method, and calls it "
        "as if it were final",
    ),
    Strategy("private, static, final", "JH", "JhPublic", "JhPort", "the same"),
    Strategy("private, static, final", "Keccak", "KeccakPublic", "KeccakPrivate", "the same"),
    Strategy("private, static, final", "Skein", "SkeinPublic", "SkeinPrivate", "the same"),
    Strategy(
        "split into smaller methods", "Groestl", "GroestlWhole", "GroestlSplit",
        "no gain: C2 inlines a column's method; it matters only beyond its limits (8000 bytes: see "
        "Keccak, unrolled)",
    ),
    Strategy(
        "fewer local variables", "BLAKE-256", "BlakePort", "BlakeBare",
        "no gain: to C2 a variable is a name for a value. Without them BLAKE looks up SIGMA "
        "twice as often, and C2 keeps the checks of each (calls of traps)",
    ),
    Strategy(
        "fewer local variables", "Groestl", "GroestlLocals", "GroestlMethod",
        "with them all eight words are looked up before they are added, and there are more moves; "
        "the operations are the same",
    ),
    Strategy(
        "tables: [10][16] to [160]", "BLAKE-256", "BlakePort", "BlakeFlat",
        "two loads and checks for each word of a message become one",
    ),
    Strategy(
        "arrays to local variables", "Skein", "SkeinArray", "SkeinOr",
        "C2 keeps no array in registers; but in 64 bits it makes more instructions of the "
        "variables since JDK 11, so the gain is a loss there",
    ),
    Strategy(
        "arrays to members", "JH", "JhInlined", "JhMembers",
        "the paper's step: no indices to check; an assignment is a store in either form",
    ),
    Strategy(
        "two rounds in an iteration", "Keccak", "KeccakOr", "KeccakTwo",
        "a jump less in two rounds; twice as many values to keep in registers",
    ),
    Strategy(
        "two rounds in an iteration", "JH", "JhInlined", "JhTwo", "a jump less in two rounds",
    ),
    Strategy(
        "all columns unrolled", "Groestl", "GroestlFlat", "GroestlWhole",
        "indices of columns are constants, of which C2 checks fewer; by itself it does not write "
        "out the whole loop",
    ),
    Strategy(
        "words to vectors", "BLAKE-512", "Blake512", "Blake512Vector",
        "the state's rows are vectors, and C2 takes in a round as a whole; without AVX-512 a "
        "rotation is three instructions",
    ),
    Strategy(
        "words to vectors", "BLAKE-256", "Blake", "BlakeVector",
        "the same with vectors half as long, so there is less to gain",
    ),
    Strategy(
        "words to vectors", "JH", "Jh", "JhVector",
        "half as many operations; but a round has 60, so it is two methods, and between them the "
        "state is in memory",
    ),
    Strategy(
        "vectors: a round in one method", "JH", "JhVector", "JhWhole",
        "above about 40 operations C2 stops inlining, and each vector that goes to or comes from "
        "what stays a call is an object on the heap",
    ),
    Strategy(
        "words to vectors", "Keccak", "KeccakOr", "KeccakVector",
        "vectors of four: 25 lanes are six and one is left; pi, which takes lanes of a row to "
        "columns, goes through memory; without AVX-512 a rotation is five instructions",
    ),
    Strategy(
        "words to vectors", "Skein", "SkeinOr", "SkeinVector",
        "eight words are two vectors, a chain in which each operation waits for the one before; "
        "to it come five instructions for a rotation and a permutation across the vector",
    ),
)  # fmt: skip


def sheets(bench: Bench, timed: Sequence[Measured]) -> list[Sheet]:
    """A table for each VM."""
    missing = machine_code.lacking()
    if missing:
        bench.progress.say(f"machine code is left out: {missing}")
    vms = list(dict.fromkeys(m.vm for m in timed))
    return [_sheet(vm, {m.subject.name: m for m in timed if m.vm == vm}, missing) for vm in vms]


def _sheet(vm: Compiler, found: dict[str, Measured], missing: str) -> Sheet:
    codes = {} if missing else {name: _code(vm, m.subject) for name, m in found.items()}
    sizes = bytecode.sizes(steps.MADE)
    grid = [[
        "strategy", "function", "before ", "after ", "before / after", "byte code", "rotations",
        "shifts", "vector", "calls", "machine code",
    ]]  # fmt: skip
    used: list[Measured] = []
    for s in STRATEGIES:
        before, after = found.get(s.before), found.get(s.after)
        if before and after:
            used += [before, after]
            both = [codes.get(name) for name in (s.before, s.after)]
            grid.append([
                s.what, NAMES[before.subject.primitive], number(before.figure),
                number(after.figure), ratio(before.figure.median, after.figure.median),
                " to ".join(str(sum(sizes.get(m, 0) for m in steps.methods(name)))
                            for name in (s.before, s.after)),
                *(_step(both, what) for what in COUNTED),
            ])  # fmt: skip
    notes = [
        "core cycles per byte; bytes of the byte code and of C2's machine code of the methods that "
        "do most of the work; rotations, shifts, vector (on packed integers) and calls are "
        "instructions in them",
        *dict.fromkeys(f"{s.what}, {s.family}: {s.why}" for s in STRATEGIES if s.why != "the same"),
        *([f"machine code: {missing}"] if missing else []),
        *doubtful_kernels(used),
    ]
    return Sheet(f"Strategies, with and without: {label(vm)}", grid, 2, notes)


def _code(vm: Compiler, subject: Subject) -> Code | None:
    return machine_code.look(vm, subject, steps.methods(subject.name))


def _step(codes: Sequence[Code | None], what: str) -> str:
    return " to ".join(str(getattr(c, what)) if c else "none" for c in codes)
