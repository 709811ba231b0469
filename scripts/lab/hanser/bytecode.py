"""The sizes of methods in class files, from javap."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

LIMIT = 8000  # bytes: HotSpot does not compile a longer method (HugeMethodLimit)
ONCE = "static"  # our name for the static initialiser of a class
SECONDS = 60  # wall time of javap
CLASS = re.compile(r"(?:\w+ )*(?:class|interface) ([\w.$]+)")
METHOD = re.compile(r"  (?:static \{\}|[^ ].*?([\w.$]+)\(.*\))")
INSTRUCTION = re.compile(r"(?=.{8}:) +(\d+): (\w+)")  # cases of a switch are farther right
# Lengths in bytes of instructions that can be a method's last; all others have length 1.
LENGTHS = {"goto": 3, "goto_w": 5}


@dataclass(frozen=True)
class Method:
    """A method, and the size of its byte code in bytes."""

    class_name: str
    name: str
    size: int


def methods(folder: Path) -> list[Method]:
    """All methods with code in the classes below a folder; none without javap."""
    files = sorted(folder.rglob("*.class"))
    if not files or not shutil.which("javap"):
        return []
    ran = subprocess.run(
        ["javap", "-c", "-p", *map(str, files)], capture_output=True, text=True, timeout=SECONDS,
        check=True,
    )  # fmt: skip
    return parse_javap(ran.stdout)


def parse_javap(text: str) -> list[Method]:
    """The methods in the output of javap -c -p."""
    found: list[Method] = []
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
            found.append(Method(class_name, name, size))
    return found


def sizes(folder: Path) -> dict[str, int]:
    """The sizes in bytes of methods in the classes below a folder, by package.Class::method."""
    return {f"{m.class_name}::{m.name}": m.size for m in methods(folder)}
