"""Whether code takes constant time: its calls are run instruction by instruction.

Messages of one length are hashed; the addresses of all instructions and of all data have to be
the same for each of them. The processor itself tells them (x86: measure/trace/step.c), or else
the emulator (measure/trace/plugin.c).
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ..common import parallel, surroundings
from ..common.paths import BUILD, MEASURE
from ..common.process import OUTPUT_BYTES, Outcome, execute
from ..registry.families import younger
from . import recall
from .cells import Cell
from .printed import bad_line
from .symbols import printed

LENGTHS = (8, 200)  # bytes: one block, and whole blocks with a rest
LEAVES = (*LENGTHS, 41216)  # of trees: several chunks, and leaves side by side
MESSAGES = 4  # of each length: zeros, ones, two others
SECONDS = 120  # of processor time; a trap takes some microseconds
GOALS = {"branch": "goal-constbranch", "index": "goal-constindex"}
NOUNS = {"branch": "a branch", "index": "an address of data"}  # that depends on the message
KEPT, UNCLAIMED = "kept", "unclaimed"
MARK = "alike_mark"  # the function of measure/trace/step.c
LONGEST = 200  # characters of a reason or a place
PLUGIN = ("plugin", "trail")
TOLD = {
    "traced": re.compile(r"traced \d{1,12}", re.ASCII),
    **dict.fromkeys(GOALS, re.compile(r"\w+ \d{1,7} .+", re.ASCII)),
}


@dataclass(frozen=True)
class Trace:
    """What came of tracing a cell."""

    instructions: int = 0  # of all calls; 0 when they could not be traced
    branch: str = ""  # LENGTH:WHERE if other instructions were run, else empty
    index: str = ""  # the same of addresses of data
    why: str = ""  # they could not be traced


def claimed(cell: Cell) -> frozenset[str]:
    """What the implementation promises: that no branch, that no index depends on a message."""
    entries = cell.implementation.entries()
    return frozenset(what for what, goal in GOALS.items() if goal in entries)


def plugin(compiler: Sequence[str], folder: Path) -> Path | str:
    """The plugin for qemu, made by a compiler for this machine; a text says why there is none."""
    made = folder / "plugin.so"
    sources = [str(MEASURE / "trace" / f"{name}.c") for name in PLUGIN]
    command = [*compiler, "-std=gnu99", "-O2", "-fPIC", "-shared", "-o", str(made), *sources]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        done = execute(command, SECONDS, environment=surroundings.of_compilers())
    except OSError as error:
        return f"no plugin for qemu: {error}"
    if done.status:
        return f"no plugin for qemu: {(done.output.splitlines() or ['no output'])[0]}"
    return made


def understood(outcome: Outcome, told: Sequence[Sequence[str]]) -> Trace:
    """The trace from the lines that were printed or logged."""
    ran = {words[0]: words for words in told if words and words[0] in TOLD}
    fails = next((words for words in outcome.lines if words[0] == "fails"), None)
    if fails:
        return Trace(why=" ".join(fails[3:])[:LONGEST])
    if outcome.status or "traced" not in ran:
        return Trace(why=outcome.end() if outcome.status else "this machine has no such traps")
    if bad := [word for word, words in ran.items() if not TOLD[word].fullmatch(" ".join(words))]:
        return Trace(why=bad_line(" ".join(ran[bad[0]])))
    if ran["traced"][1] == "0":
        return Trace(why="not every call was seen")
    places = {goal: _place(" ".join(ran[goal][2:])) for goal in GOALS if goal in ran}
    found = {goal: f"{ran[goal][1]}:{place}" for goal, place in places.items()}
    return Trace(int(ran["traced"][1]), **found)


def _place(name: str) -> str:
    """A place that a program named, as a field of a line."""
    return re.sub("[^!-~]", "?", name)[:LONGEST]


def by_traps(command: Sequence[str], lengths: Sequence[int], messages: int = MESSAGES) -> Trace:
    """The trace of a try program whose processor traps; `command` ends with its limits."""
    words = ["alike", str(messages), *map(str, lengths)]
    outcome = execute([*command, *words], 4 * SECONDS)
    return understood(outcome, outcome.lines)


def by_plugin(runner: Sequence[str], program: Path, lengths: Sequence[int], library: Path) -> Trace:
    """The trace of a try program under qemu-user."""
    emulator, *options = runner
    each = ":".join(map(str, lengths))
    words = ["0", "0", "alike", str(MESSAGES), *map(str, lengths)]
    with tempfile.NamedTemporaryFile("r", prefix="trail-", errors="replace") as log:
        command = [
            emulator, "-E", "LD_BIND_NOW=1", *options, "-plugin",
            f"{library},messages={MESSAGES},lengths={each},mark={MARK}",
            "-d", "plugin", "-D", log.name, str(program), *words,
        ]  # fmt: skip
        outcome = execute(command, 4 * SECONDS)
        told = [line.split() for line in log.read(OUTPUT_BYTES).splitlines()]
    return understood(outcome, told)


def named(trace: Trace, program: Path) -> Trace:
    """The trace with functions in place of addresses, where `nm` knows them."""
    functions = sorted(
        (int(words[0], 16), words[2])
        for words in map(str.split, printed(["nm", "--defined-only"], [program]))
        if len(words) == 3 and words[1] in "tT"
    )

    def name(found: str) -> str:
        mlen, _, where = found.partition(":")
        if not re.fullmatch("0x[0-9a-f]{1,8}", where):  # further away: the C library
            return found
        before = [(at, function) for at, function in functions if at <= int(where, 16)]
        return f"{mlen}:{_place(before[-1][1])}" if before else found

    return Trace(trace.instructions, name(trace.branch), name(trace.index), trace.why)


def trace_cell(work: tuple[Cell, tuple[int, ...], Path | str]) -> Trace:
    """The trace of a built cell, kept in its folder while its program stays the same."""
    cell, lengths, library = work
    program, kept = cell.folder / "try", cell.folder / "trace"
    key = recall.key(cell.program(), lengths, MESSAGES)
    if old := recall.recall(kept, key, lambda fields: Trace(**fields)):
        return old
    if not (cell.compiler.emulated and cell.compiler.runner):
        found = by_traps(cell.trying(SECONDS), lengths)
    elif isinstance(library, str):
        return Trace(why=library)
    else:
        found = by_plugin(cell.compiler.runner, program, lengths, library)
    found = named(found, program)
    if found.instructions:
        recall.keep(kept, key, asdict(found))
    return found


def told(found: Mapping[Cell, Trace]) -> list[str]:
    """Lines about what was traced: promises that are broken, programs that were not traced."""
    broken = []
    for cell, trace in found.items():
        name = f"{cell.primitive}/{cell.implementation.name} with {cell.compiler.word}"
        for what in sorted(claimed(cell)):
            if where := getattr(trace, what):
                mlen, _, place = where.partition(":")
                broken.append(
                    f"    {name}: {NOUNS[what]} depends on the message at {place}, {mlen} bytes"
                )
    untold = Counter(trace.why for trace in found.values() if not trace.instructions)
    n = len(found) - sum(untold.values())
    end = f"{len(broken)} promises broken" if broken else "they keep their promises"
    lines = [f"constant time: {n} programs traced; {end}", *broken]
    if not found:
        lines = ["constant time: nothing that is right here promises it"]
    return lines + [f"constant time: {k} programs not traced: {why}" for why, k in untold.items()]


def trace_all(cells: Sequence[Cell], native: Sequence[str], jobs: int) -> Iterator[Trace]:
    """The traces of cells, in their order.

    `native` is a compiler command for this machine, empty if there is none.
    """
    library: Path | str = "no plugin for qemu: no compiler for this machine"
    if native and any(cell.compiler.emulated for cell in cells):
        library = plugin(native, BUILD / "trace")
    trees = (younger(cell.primitive) for cell in cells)
    lengths = [LEAVES if tree else LENGTHS for tree in trees]
    works = [(cell, its, library) for cell, its in zip(cells, lengths)]
    return parallel.each(trace_cell, works, min(jobs, len(works)), phase="trace")
