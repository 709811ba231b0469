"""Counts of instructions in the machine code that HotSpot's C2 makes of a method.

Without its disassembler, which is rarely installed, HotSpot prints code in hexadecimal; objdump
reads that.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from shootout.build.compilers import Compiler
from shootout.common.process import execute

from .block import BLOCKS, HERTZ, Subject

MACHINES = {"jvm64": "i386:x86-64", "jvm32": "i386"}
PRINTING = ("-XX:+UnlockDiagnosticVMOptions", "-XX:CompileCommand=quiet")
SECONDS = 60
# Seconds until C2 is done: longer for a kernel in vectors, which is one with flags.
WARM = {False: "1", True: "4"}
HEAD = re.compile(r"^Compiled method \(c2\) +\d+ +\d+( %)?")
CODE = re.compile(r"^ *0x[0-9a-f]+: ([0-9a-f |]+)$")
OPCODE = re.compile(r"^ *[0-9a-f]+:\t[^\t\n]*\t(?:rep\w* |lock )?(\w+)", re.MULTILINE)
ROTATIONS = re.compile(r"(ro[lr]x?|shl?[lr]d)[bwlq]?")
VECTORS = re.compile(r"vp\w+")  # operations on packed integers; moves have other names
SHIFTS = re.compile(r"(sh[lr]x?|sal|sar)[bwlq]?")


@dataclass(frozen=True)
class Code:
    """The numbers of instructions of each kind, and the size of the code in bytes."""

    rotations: int
    shifts: int
    vectors: int
    calls: int
    size: int

    def __add__(self, other: Code) -> Code:
        return Code(*(mine + its for mine, its in zip(astuple(self), astuple(other))))


def lacking() -> str:
    """The tool that is missing to look at machine code; empty if none is."""
    if not shutil.which("objdump"):
        return "no objdump (Debian: apt install binutils)"
    ran = subprocess.run(["objdump", "--help"], capture_output=True, text=True, check=False)
    return "" if "i386:x86-64" in ran.stdout else "objdump that knows no x86"


def look(vm: Compiler, subject: Subject, methods: Sequence[str]) -> Code | None:
    """The code of methods, each package.Class::method; None if C2 does not compile all."""
    found = [_method(vm, subject, method) for method in methods]
    codes = [code for code in found if code]
    return sum(codes[1:], codes[0]) if codes and len(codes) == len(found) else None


def _method(vm: Compiler, subject: Subject, method: str) -> Code | None:
    wanted = f"-XX:CompileCommand=print,{method}"
    # What C2 compiles within its caller first is never called again, and has no code of its own.
    alone = f"-XX:CompileCommand=dontinline,{method}"
    for more in ((wanted,), (wanted, alone)):
        talking = Compiler(vm.command, vm.abi, vm.version, (*vm.runner, *PRINTING, *more))
        seconds = (WARM[bool(subject.flags)], "0.5")
        words = (subject.class_name, HERTZ, str(BLOCKS[subject.primitive]), *seconds)
        code = extract(execute(subject.running(talking, "Block", *words), SECONDS).output)
        if code:
            return count(code, MACHINES[vm.abi])
    return None


def extract(text: str) -> bytes:
    """The code of the last method that C2 compiled as a whole, not by on-stack replacement."""
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
    """The counts in this code, disassembled by objdump."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "code"
        file.write_bytes(code)
        command = ["objdump", "-D", "-b", "binary", "-m", machine, str(file)]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    names = Counter(OPCODE.findall(ran.stdout))
    return Code(
        sum(n for name, n in names.items() if ROTATIONS.fullmatch(name)),
        sum(n for name, n in names.items() if SHIFTS.fullmatch(name)),
        sum(n for name, n in names.items() if VECTORS.fullmatch(name)),
        sum(n for name, n in names.items() if name.startswith("call")),
        len(code),
    )
