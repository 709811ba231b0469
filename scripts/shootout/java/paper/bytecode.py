"""Sizes of methods in class files, as javap tells them."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

LIMIT = 8000  # bytes: HotSpot compiles no longer method (HugeMethodLimit)
ONCE = "static"  # what we call a class's initialization, which has no name
SECONDS = 60
CLASS = re.compile(r"(?:\w+ )*(?:class|interface) ([\w.$]+)")
METHOD = re.compile(r"  (?:static \{\}|[^ ].*?([\w.$]+)\(.*\))")
INSTRUCTION = re.compile(r"(?=.{8}:) +(\d+): (\w+)")  # cases of a switch stand farther right
# Of the last instruction of a method, in bytes; all others that can be are 1 long.
LENGTHS = {"goto": 3, "goto_w": 5}


@dataclass(frozen=True)
class Method:
    class_name: str
    name: str
    size: int


def methods(folder: Path) -> list[Method]:
    """All methods with code below a folder of classes; none without javap."""
    files = sorted(folder.rglob("*.class"))
    if not files or not shutil.which("javap"):
        return []
    ran = subprocess.run(
        ["javap", "-c", "-p", *map(str, files)], capture_output=True, text=True, timeout=SECONDS,
        check=True,
    )  # fmt: skip
    return parse_javap(ran.stdout)


def parse_javap(text: str) -> list[Method]:
    """What javap -c -p prints."""
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
    """Bytes of the methods of classes below a folder, by package.Class::method."""
    return {f"{m.class_name}::{m.name}": m.size for m in methods(folder)}
