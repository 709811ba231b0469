"""The complexity of implementations and kernels: sizes in class files, from javap, and lines."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shootout.common.errors import Trouble
from shootout.common.process import execute
from shootout.java import make
from shootout.java.implementation import JavaImplementation
from shootout.registry.families import FAMILIES
from shootout.registry.sets import called
from shootout.report.sheet import Sheet

LIMIT = 8000  # bytes: HotSpot does not compile a longer method (HugeMethodLimit)
ONCE = "static"  # our name for the static initialiser of a class
SECONDS = 60  # wall time of javap
CLASS = re.compile(r"(?:\w+ )*(?:class|interface) ([\w.$]+)")
METHOD = re.compile(r"  (?:static \{\}|[^ ].*?([\w.$]+)\(.*\))")
INSTRUCTION = re.compile(r"(?=.{8}:) +(\d+): (\w+)")  # cases of a switch are farther right
# Lengths in bytes of instructions that can be a method's last; all others have length 1.
LENGTHS = {"goto": 3, "goto_w": 5}


class ByteCode(NamedTuple):
    """A method, and the size of its byte code in bytes."""

    class_name: str
    name: str
    size: int


def methods(folder: Path) -> list[ByteCode]:
    """All methods with code in the classes below a folder; none without javap."""
    files = sorted(folder.rglob("*.class"))
    if not files or not shutil.which("javap"):
        return []
    ran = execute(["javap", "-c", "-p", *map(str, files)], SECONDS)
    if ran.status:
        raise Trouble(f"javap {ran.end()}: {ran.output[-300:]}")
    return parse_javap(ran.output)


def parse_javap(text: str) -> list[ByteCode]:
    """The methods in the output of javap -c -p."""
    found: list[ByteCode] = []
    class_name = name = ""
    for line in text.splitlines():
        if head := CLASS.match(line):
            class_name = head[1]
        elif head := METHOD.match(line):
            name = (head[1] or ONCE).rpartition(".")[2]
        elif at := INSTRUCTION.match(line):
            size = int(at[1]) + LENGTHS.get(at[2], 1)
            if at[1] != "0":
                found.pop()
            found.append(ByteCode(class_name, name, size))
    return found


def sizes(folder: Path) -> dict[str, int]:
    """The sizes in bytes of methods in the classes below a folder, by package.Class::method."""
    return {f"{m.class_name}::{m.name}": m.size for m in methods(folder)}


def lines(text: str) -> int:
    """The number of lines of code: neither empty nor only a comment."""
    stripped = (line.strip() for line in text.splitlines())
    return sum(bool(line) and not line.startswith(("/*", "*", "//")) for line in stripped)


def sheet(java: Sequence[JavaImplementation]) -> Sheet | None:
    """The table of sizes, family by family; None without javap.

    An implementation is counted with everything that it inherits from its sisters.
    """
    head = ["function", "implementation", "lines", "methods", "byte code", "largest method"]
    grid = [[*head, "bytes", f"of {LIMIT}"]]
    notes = [
        "lines of code and bytes of byte code, with what is inherited from other sizes and without "
        f"java/digest; HotSpot compiles no method above {LIMIT} bytes",
    ]
    for family in FAMILIES:
        here = [i for i in java if i.primitive.name in family.functions and not i.native]
        for one in sorted(here, key=lambda i: (i.name, i.primitive.name)):
            made = methods(make.folder(one) / "classes")
            if not (own := [m for m in made if m.class_name.startswith("crypto_hash.")]):
                continue
            # From a sister's folder javac compiled only the classes that are used.
            used = {m.class_name.replace(".", "/") + ".java" for m in own}
            texts = [text.decode(errors="replace") for path, text in one.files().items()
                     if path in used]  # fmt: skip
            m = max((m for m in own if m.name != ONCE), key=lambda m: m.size)
            grid.append([
                called(one.primitive.name), one.name, f"{sum(map(lines, texts))}", f"{len(own)}",
                f"{sum(m.size for m in own)}", f"{m.class_name.rpartition('.')[2]}.{m.name}",
                f"{m.size}", f"{m.size / LIMIT:.0%}",
            ])  # fmt: skip
    return Sheet("Complexity of the implementations", grid, 2, notes) if grid[1:] else None
