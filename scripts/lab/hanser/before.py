"""What the paper's steps gained from a plain port of C, then and now."""

from __future__ import annotations

from collections.abc import Sequence

from shootout.report.sheet import Sheet

from .block import OURS, Measured
from .results import BITS, NAMES, Results, label
from .tables import doubtful_kernels, doubts, number, ratio

# Section 5: cycles per byte of the plain port of C, and after all steps, on a 64-bit VM. Of Keccak
# it has no figure before.
THEN = {
    "blake256": (88.0, 48.7), "blake512": (38.0, 25.3), "groestl256": (98.0, 44.4),
    "groestl512": (160.0, 57.7), "round3jh256": (240.0, 85.0), "keccakc512": (None, 21.7),
    "skein512512": (25.0, 17.2),
}  # fmt: skip
# Our plain ports: kernels of the strategies.
PORTS = {
    "blake256": "BlakePort", "blake512": "Blake512Port", "groestl256": "GroestlPort",
    "groestl512": "Groestl512Port", "round3jh256": "JhNew", "keccakc512": "KeccakArray",
    "skein512512": "SkeinPort",
}  # fmt: skip
NOTES = (
    "port: portable C as it is, in Java: arrays, loops, a method for each macro of rounds, buffers "
    "made for each block; Skein's rotations are two shifts and an XOR, as the paper's were; not "
    "the specification's reference, which is the column plain of table 2",
    "-: the paper has no figure of Keccak's port; ours has the specification's loops on arrays "
    "that it keeps",
)


def sheets(results: Results, kernels: Sequence[Measured]) -> list[Sheet]:
    """A table for each 64-bit VM; the paper has no such figures of 32 bits."""
    found = []
    for vm in results.vms:
        ports = {m.subject.name: m for m in kernels if m.vm == vm}
        if BITS[vm.abi] != BITS["jvm64"] or not ports:
            continue
        used: list[Measured] = []
        grid = [["function", "port 2012 ", "after ", "gain ", "port ", "ours ", "gain "]]
        for primitive in (p for p in results.primitives() if p in THEN):
            before, after = THEN[primitive]
            port = ports.get(PORTS.get(primitive, ""))
            ours = results.of(vm, primitive, OURS)
            used += [m for m in (port, ours) if m]
            grid.append([
                NAMES[primitive], f"{before:.0f} " if before else "- ", f"{after} ",
                ratio(before, after), number(port.figure if port else None),
                number(ours.figure if ours else None),
                ratio(port.figure.median if port else None, ours.figure.median if ours else None),
            ])  # fmt: skip
        if len(grid) > 1:
            title = f"From a plain port of C, then and now: {label(vm)}, core cycles per byte"
            found.append(Sheet(title, grid, 1, [*NOTES, *_doubts(used)]))
    return found


def _doubts(used: Sequence[Measured]) -> list[str]:
    ours = [m for m in used if m.subject.who == OURS]
    ports = [m for m in used if m not in ours]
    return [*doubtful_kernels(ports), *doubts((OURS, m) for m in ours)]
