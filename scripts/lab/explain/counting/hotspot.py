"""Java: the machine code that HotSpot's compiler C2 makes of an implementation's methods.

Such code is counted as it stands, each instruction once: no program steps through a VM.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from shootout.common.process import execute
from shootout.java.cell import JavaCell, running
from shootout.java.native import place

from ...hanser.machine_code import MACHINES, PRINTING
from .code import Instruction, read

SECONDS = 90  # wall time of the VM
FILLER = "hlt"  # between the end of code and what follows
WARM, TIMED = "2", "0.5"  # seconds
HERTZ = "1000000000"
HEAD = re.compile(r"^Compiled method \(c2\) +\d+ +\d+( %)?[ !sbn]* *\d? +(\S+::\S+)( @ -?\d+)? \(")
CODE = re.compile(r"^ *0x[0-9a-f]+: ([0-9a-f |]+)$")


class Method(NamedTuple):
    """The machine code of a method, and its size in bytes."""

    instructions: list[Instruction]
    size: int


Methods = Mapping[str, Method]


def methods(cell: JavaCell, block: int) -> Methods | str:
    """The instructions of each method that C2 compiled, by its name; the reason if there are none.

    Blocks of so many bytes are hashed meanwhile.
    """
    if not shutil.which("objdump"):
        return "no objdump (Debian: apt install binutils)"
    if cell.abi not in MACHINES:
        return f"HotSpot's code for {cell.abi} is not known here"
    package = cell.implementation.class_name.rpartition(".")[0]
    flags = (
        *cell.implementation.flags(), f"-Djava.library.path={place(cell.made, cell.abi)}",
        *PRINTING, f"-XX:CompileCommand=print,{package}.*::*",
    )  # fmt: skip
    words = (cell.implementation.class_name, HERTZ, str(block), WARM, TIMED)
    command = running(cell.compiler, flags, [cell.made / "classes"], "Block", *words)
    found = {
        name: Method(instructions, len(code))
        for name, code in extract(execute(command, SECONDS).output).items()
        if (instructions := _disassembled(code, MACHINES[cell.abi]))
    }
    return found or "this VM prints no machine code of C2"


def extract(text: str) -> dict[str, bytes]:
    """The code of each method, the last that was compiled as a whole, not while it ran."""
    found: dict[str, bytes] = {}
    name, code, reading = "", bytearray(), False
    for line in text.splitlines():
        if line.startswith("Compiled method"):
            head = HEAD.match(line)
            name = head[2] if head and not head[1] else ""
        elif line.startswith("[Verified Entry Point]"):
            reading, code = bool(name), bytearray()
        elif reading and re.match(r"\[(Exception Handler|Stub Code|/MachCode)\]", line):
            reading, found[name] = False, bytes(code)
        elif reading and (digits := CODE.match(line)):
            code += bytes.fromhex(re.sub("[ |]", "", digits[1]))
    return found


def _disassembled(code: bytes, machine: str) -> list[Instruction]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "code"
        file.write_bytes(code)
        command = ["objdump", "-D", "-b", "binary", "-m", machine, "-M", "intel",
                   "--no-show-raw-insn", str(file)]  # fmt: skip
        ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return [i for i in read(ran.stdout)[0].values() if i.name != FILLER]
