"""The complexity of implementations: measured facts, where the paper has impressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shootout.java import make
from shootout.java.implementation import JavaImplementation
from shootout.registry.families import FAMILIES
from shootout.report.sheet import Sheet

from . import bytecode
from .bytecode import LIMIT, Method
from .results import NAMES

# Names of the optimised implementations: one for all VMs, or one for each word size.
SERVING = ("java", "java32", "java64")


@dataclass(frozen=True)
class Facts:
    """The size of an implementation, with everything that it inherits from its sisters."""

    lines: int  # of source, without empty lines and lines that are only a comment
    methods: int  # their number
    code: int  # bytes of byte code
    largest: Method  # static initialisers aside


def facts(implementation: JavaImplementation) -> Facts | None:
    """The facts of an implementation; None if it was not built, or without javap."""
    own = [m for m in bytecode.methods(make.folder(implementation) / "classes")
           if m.class_name.startswith("crypto_hash.")]  # fmt: skip
    if not own:
        return None
    # From a sister's folder javac compiled only the classes that are used.
    used = {m.class_name.replace(".", "/") + ".java" for m in own}
    texts = [content.decode(errors="replace") for path, content in implementation.files().items()
             if path in used]  # fmt: skip
    code = sum(m.size for m in own)
    often = [m for m in own if m.name != bytecode.ONCE]
    return Facts(sum(map(lines, texts)), len(own), code, max(often, key=lambda m: m.size))


def lines(text: str) -> int:
    """The number of lines of code."""
    stripped = (line.strip() for line in text.splitlines())
    return sum(bool(line) and not line.startswith(("/*", "*", "//")) for line in stripped)


def sheet(java: Sequence[JavaImplementation]) -> Sheet | None:
    """The table of facts, family by family; None without javap."""
    head = ["function", "implementation", "lines", "methods", "byte code", "largest method"]
    grid = [[*head, "bytes", f"of {LIMIT}"]]
    notes = [
        "lines of code and bytes of byte code, with what is inherited from other sizes and without "
        f"java/digest; HotSpot compiles no method above {LIMIT} bytes",
        "separate implementations: the least number of classes with the work of a block that serve "
        "both sizes in VMs of 64 and 32 bits",
    ]
    for family in FAMILIES:
        here = [i for i in java if i.primitive.name in family.functions and not i.native]
        working: set[str] = set()
        for one in sorted(here, key=lambda i: (i.name, i.primitive.name)):
            if found := facts(one):
                m = found.largest
                grid.append([
                    NAMES[one.primitive.name], one.name, f"{found.lines}", f"{found.methods}",
                    f"{found.code}", f"{m.class_name.rpartition('.')[2]}.{m.name}", f"{m.size}",
                    f"{m.size / LIMIT:.0%}",
                ])  # fmt: skip
                working |= {m.class_name} if one.name in SERVING else set()
        if working:
            notes.append(f"{family.name}: {len(working)} separate")
    return Sheet("Complexity of the implementations", grid, 2, notes) if grid[1:] else None
