"""What is known of a core: the ports and the latency of each kind of instruction.

The tables are in known/cores, each named after its microarchitecture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from shootout.common.errors import Trouble, Usage
from shootout.common.near import near
from shootout.common.paths import KNOWN

from .operation import Operation

CORES = KNOWN / "cores"
NUMBERS = ("width", "window", "forward")


@dataclass(frozen=True)
class Unit:
    """Where a kind of instruction is done, and after how many cycles its result can be used."""

    ports: tuple[str, ...]  # none: done while registers are renamed
    latency: int


@dataclass
class Core:
    """A table of known/cores."""

    name: str
    width: int  # instructions that enter the window in a cycle
    window: int  # instructions that can wait at a time
    forward: int  # cycles from a store to a load of the same place
    rows: Mapping[str, Unit]  # by patterns of mnemonics
    bypass: int = 0  # further cycles from a kind that is `apart` to one that is not
    apart: tuple[str, ...] = ()  # patterns of mnemonics
    target: tuple[str, ...] = ()  # conditions of the preprocessor, one of which holds for it
    seen: dict[str, Unit] = field(default_factory=dict)

    def unit(self, kind: str) -> Unit:
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


def names() -> list[str]:
    """The microarchitectures that have a table."""
    return sorted(read(file).name for file in CORES.iterdir())


def core(name: str) -> Core:
    """The table of a microarchitecture; Usage if it has none."""
    if not path(name).is_file():
        known = names()
        raise Usage(f"{name}: no table of this core{near(name, known)} (there: {', '.join(known)})")
    return read(path(name))


def read(file: Path) -> Core:
    """The table in a file, whose first line names the microarchitecture."""
    lines = file.read_text().splitlines()
    numbers: dict[str, int] = {}
    rows: dict[str, Unit] = {}
    bypass = 0
    apart: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        try:
            if not words:
                continue
            if words[0] == "bypass":
                bypass, apart = int(words[1]), tuple(words[2:])
                continue
            if words[0] == "target":
                target = (*target, " ".join(words[1:]))
                continue
            if words[0] in NUMBERS:
                numbers[words[0]] = int(words[1])
                continue
            ports = tuple(words[0].split("/")) if words[0] != "-" else ()
            rows.update(dict.fromkeys(words[2:], Unit(ports, int(words[1]))))
        except (ValueError, IndexError) as error:
            raise Trouble(f"{file}, line {number}: not PORTS LATENCY KIND... Mend it.") from error
    if missing := [word for word in NUMBERS if word not in numbers]:
        raise Trouble(f"{file}: no line for {' and '.join(missing)}. Add it.")
    width, window, forward = (numbers[word] for word in NUMBERS)
    return Core(lines[0].strip("# "), width, window, forward, rows, bypass, apart, target)
