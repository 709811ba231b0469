"""What is known of a core: the ports and the latency of each kind of instruction.

The tables are in known/cores, each named after its microarchitecture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from shootout.common.errors import Trouble, Usage, near
from shootout.common.paths import KNOWN

from .operation import Operation

CORES = KNOWN / "cores"
NUMBERS = ("width", "window", "forward")


@dataclass(frozen=True)
class Ports:
    """Where a kind of instruction is done, and after how many cycles its result can be used."""

    ports: tuple[str, ...]  # none: done while registers are renamed
    latency: int


@dataclass
class CoreTable:
    """A table of known/cores."""

    name: str
    width: int  # instructions that enter the window in a cycle
    window: int  # instructions that can wait at a time
    forward: int  # cycles from a store to a load of the same place
    rows: Mapping[str, Ports]  # by patterns of mnemonics
    bypass: int = 0  # further cycles from a kind that is `apart` to one that is not
    apart: tuple[str, ...] = ()  # patterns of mnemonics
    target: tuple[str, ...] = ()  # conditions of the preprocessor, one of which holds for it
    seen: dict[str, Ports] = field(default_factory=dict)

    def unit(self, kind: str) -> Ports:
        """The first row that fits. The v in front of a VEX form does not count."""
        if kind not in self.seen:
            found = [unit for pattern, unit in self.rows.items() if fits(kind, pattern)]
            if not found:
                raise Trouble(f"{path(self.name)}: no line for {kind}. Add one.")
            self.seen[kind] = found[0]
        return self.seen[kind]

    def latency(self, operation: Operation, reader: Operation | None = None) -> int:
        """Cycles from the start of an operation to that of one that reads its result."""
        if operation.result.startswith("["):
            return self.forward
        way = self.unit(operation.kind).latency
        if reader and self.is_apart(operation.kind) and not self.is_apart(reader.kind):
            way += self.bypass
        return way

    def is_apart(self, kind: str) -> bool:
        """Whether its unit is far from the others, and its results come late to them."""
        return any(fits(kind, pattern) for pattern in self.apart)


def fits(kind: str, pattern: str) -> bool:
    """Whether a mnemonic fits a pattern, with or without the v of its VEX form."""
    return any(fnmatchcase(name, pattern) for name in {kind, kind[kind.startswith("v") :]})


def path(name: str) -> Path:
    """The file of a microarchitecture."""
    return CORES / name.lower().replace(" ", "-")


def core(name: str) -> CoreTable:
    """The table of a microarchitecture; Usage if it has none."""
    if not path(name).is_file():
        known = sorted(read(file).name for file in CORES.iterdir())
        raise Usage(f"{name}: no table of this core{near(name, known)} (there: {', '.join(known)})")
    return read(path(name))


def read(file: Path) -> CoreTable:
    """The table in a file, whose first line names the microarchitecture."""
    lines = file.read_text().splitlines()
    numbers: dict[str, int] = {"bypass": 0}
    rows: dict[str, Ports] = {}
    apart: list[str] = []
    target: list[str] = []
    for number, line in enumerate(lines, 1):
        first, *more = line.partition("#")[0].split() or [""]
        try:
            if first == "target":
                target.append(" ".join(more))
            elif first in (*NUMBERS, "bypass"):
                numbers[first] = int(more[0])
                apart += more[1:]
            elif first:
                ports = tuple(first.split("/")) if first != "-" else ()
                rows.update(dict.fromkeys(more[1:], Ports(ports, int(more[0]))))
        except (ValueError, IndexError) as error:
            raise Trouble(f"{file}, line {number}: not PORTS LATENCY KIND... Mend it.") from error
    if missing := [word for word in NUMBERS if word not in numbers]:
        raise Trouble(f"{file}: no line for {' and '.join(missing)}. Add it.")
    width, window, forward = (numbers[word] for word in NUMBERS)
    name = lines[0].strip("# ")
    return CoreTable(
        name, width, window, forward, rows, numbers["bypass"], tuple(apart), tuple(target)
    )
