"""The paper's section 5: the gain of each of its optimisations today, and of all together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shootout.build.compilers import Compiler
from shootout.common.errors import Trouble
from shootout.common.paths import KNOWN
from shootout.registry.sets import called
from shootout.report.sheet import Sheet

from . import complexity, steps
from .bench import OURS, Measured
from .results import BITS, Results, doubts, label, number, ratio

LIST = KNOWN / "strategies"
# Of a function: cycles per byte of the paper's plain port of C and after all steps, on a 64-bit VM
# (of Keccak it has no figure before), and our plain port.
PORTS = {
    "blake256": (88.0, 48.7, "BlakePort"), "blake512": (38.0, 25.3, "Blake512Port"),
    "groestl256": (98.0, 44.4, "GroestlPort"), "groestl512": (160.0, 57.7, "Groestl512Port"),
    "round3jh256": (240.0, 85.0, "JhNew"), "keccakc512": (None, 21.7, "KeccakArray"),
    "skein512512": (25.0, 17.2, "SkeinPort"),
}  # fmt: skip
ON_PORTS = "docs/java.md says what the ports are; the paper has no figure of Keccak's"


class Strategy(NamedTuple):
    """An optimisation: two kernels, and the reason why the second is faster or slower."""

    what: str
    family: str
    before: str
    after: str
    why: str


def load(file: Path = LIST) -> list[Strategy]:
    """The strategies, in the order of the table. Raises Trouble for a line of another form."""
    found = []
    for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split(" | ")
        if not line or line.startswith("#"):
            continue
        if len(words) != len(Strategy._fields):
            raise Trouble(f"{file}, line {at}: not WHAT | FAMILY | BEFORE | AFTER | WHY")
        found.append(Strategy(*words))
    return found


def ported(results: Results, kernels: Sequence[Measured]) -> list[Sheet]:
    """What all steps gained, then and now: a table for each 64-bit VM, as of the paper's."""
    found = []
    for vm in results.vms:
        ports = {m.subject.name: m for m in kernels if m.vm == vm}
        if BITS[vm.abi] != BITS["jvm64"] or not ports:
            continue
        used: list[tuple[str, str, Measured]] = []
        grid = [["function", "port 2012 ", "after ", "gain ", "port ", "ours ", "gain "]]
        for primitive in (p for p in results.primitives() if p in PORTS):
            before, after, name = PORTS[primitive]
            both = ports.get(name), results.of(vm, primitive, OURS)
            for whose, named, m in zip(("", OURS), (name, called(primitive)), both):
                used += [(whose, named, m)] if m else []
            grid.append([
                called(primitive), f"{before:.0f} " if before else "- ", f"{after} ",
                ratio(before, after), *map(number, both), ratio(*both),
            ])  # fmt: skip
        if len(grid) > 1:
            title = f"From a plain port of C, then and now: {label(vm)}, core cycles per byte"
            found.append(Sheet(title, grid, 1, [ON_PORTS, *doubts(used)]))
    return found


def sheets(timed: Sequence[Measured]) -> list[Sheet]:
    """A table for each VM."""
    vms = list(dict.fromkeys(m.vm for m in timed))
    return [_sheet(vm, {m.subject.name: m for m in timed if m.vm == vm}) for vm in vms]


def _sheet(vm: Compiler, found: dict[str, Measured]) -> Sheet:
    sizes = complexity.sizes(steps.MADE)
    grid = [["strategy", "function", "before ", "after ", "before / after", "byte code"]]
    listed = load()
    used: dict[str, Measured] = {}
    for what, _, *names, _ in (s for s in listed if s.before in found and s.after in found):
        both = [found[name] for name in names]
        used |= dict(zip(names, both))
        code = [f"{sum(sizes.get(m, 0) for m in steps.methods(name))}" for name in names]
        grid.append([
            what, called(both[0].subject.primitive), *map(number, both), ratio(*both),
            " to ".join(code),
        ])  # fmt: skip
    notes = [
        "core cycles per byte; bytes of the byte code of the methods that do most of the work; "
        "docs/lab/java.md has what C2 makes of them",
        *dict.fromkeys(f"{s.what}, {s.family}: {s.why}" for s in listed if s.why != "the same"),
        *doubts(("", name, m) for name, m in used.items()),
    ]
    return Sheet(f"Strategies, with and without: {label(vm)}", grid, 2, notes)
