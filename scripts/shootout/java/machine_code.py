"""What HotSpot's C2 makes of a method: rotations and shifts, counted in the machine code.

HotSpot prints it in hexadecimal where its disassembler is missing, which nobody has; objdump
reads that.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ..compilers import Compiler
from ..process import execute
from .block import BLOCKS, HERTZ, Subject

MACHINES = {"jvm64": "i386:x86-64", "jvm32": "i386"}
PRINTING = ("-XX:+UnlockDiagnosticVMOptions", "-XX:CompileCommand=quiet")
SECONDS = 60
HEAD = re.compile(r"^Compiled method \(c2\) +\d+ +\d+( %)?")
CODE = re.compile(r"^ *0x[0-9a-f]+: ([0-9a-f |]+)$")
OPCODE = re.compile(r"^ *[0-9a-f]+:\t[^\t]*\t(?:rep\w* |lock )?(\w+)", re.MULTILINE)
ROTATIONS = re.compile(r"(ro[lr]x?|shl?[lr]d)[bwlq]?")
SHIFTS = re.compile(r"(sh[lr]x?|sal|sar)[bwlq]?")


@dataclass(frozen=True)
class Code:
    """Counts of instructions, and bytes of all."""

    rotations: int
    shifts: int
    calls: int
    size: int


def lacking() -> str:
    """What is missing to look at machine code; empty when nothing is."""
    if not shutil.which("objdump"):
        return "no objdump (Debian: apt install binutils)"
    ran = subprocess.run(["objdump", "--help"], capture_output=True, text=True, check=False)
    return "" if "i386:x86-64" in ran.stdout else "objdump that knows no x86"


def look(vm: Compiler, subject: Subject, method: str) -> Code | None:
    """The code of a method of its class; nothing when C2 makes none."""
    wanted = f"-XX:CompileCommand=print,{subject.class_name}::{method}"
    talking = Compiler(vm.command, vm.abi, vm.version, (*vm.runner, *PRINTING, wanted))
    words = (subject.class_name, HERTZ, str(BLOCKS[subject.primitive]), "1", "0.5")
    text = execute(subject.running(talking, "Block", *words), SECONDS).output
    code = extract(text)
    return count(code, MACHINES[vm.abi]) if code else None


def extract(text: str) -> bytes:
    """The code of the last method that C2 compiled as a whole, not from within a loop."""
    found, code, reading, whole = b"", bytearray(), False, False
    for line in text.splitlines():
        if line.startswith("Compiled method"):
            head = HEAD.match(line)
            whole = head is not None and not head[1]
        elif line.startswith("[Verified Entry Point]"):
            reading, code = whole, bytearray()
        elif reading and re.match(r"\[(Exception Handler|Stub Code|/MachCode)\]", line):
            reading, found = False, bytes(code)
        elif reading and (digits := CODE.match(line)):
            code += bytes.fromhex(re.sub("[ |]", "", digits[1]))
    return found


def count(code: bytes, machine: str) -> Code:
    """By objdump."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "code"
        file.write_bytes(code)
        command = ["objdump", "-D", "-b", "binary", "-m", machine, str(file)]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    names = Counter(OPCODE.findall(ran.stdout))
    return Code(
        sum(n for name, n in names.items() if ROTATIONS.fullmatch(name)),
        sum(n for name, n in names.items() if SHIFTS.fullmatch(name)),
        sum(n for name, n in names.items() if name.startswith("call")),
        len(code),
    )
