"""Counts of instructions in the machine code that HotSpot's C2 makes of a method.

Without its disassembler, which is rarely installed, HotSpot prints code in hexadecimal; objdump
reads that.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shootout.build.compilers import Compiler
from shootout.common.process import execute

from .bench import Digest

MACHINES = {"jvm64": "i386:x86-64", "jvm32": "i386"}
PRINTING = ("-XX:+UnlockDiagnosticVMOptions", "-XX:CompileCommand=quiet")
SECONDS = 60
# Seconds until C2 is done: longer for a kernel in vectors, which is one with flags.
WARM = {False: "1", True: "4"}
HEAD = re.compile(r"^Compiled method \(c2\) +\d+ +\d+( %)?")
CODE = re.compile(r"^ *0x[0-9a-f]+: ([0-9a-f |]+)$")
OPCODE = re.compile(r"^ *[0-9a-f]+:\t[^\t\n]*\t(?:rep\w* |lock )?(\w+)", re.MULTILINE)
# Rotations, shifts, operations on packed integers (moves have other names), calls.
KINDS = [
    re.compile(kind)
    for kind in (r"(ro[lr]x?|shl?[lr]d)[bwlq]?", r"(sh[lr]x?|sal|sar)[bwlq]?", r"vp\w+", r"call.*")
]


class C2Code(NamedTuple):
    """The numbers of instructions of each kind, and the size of the code in bytes."""

    rotations: int
    shifts: int
    vectors: int
    calls: int
    size: int


def lacking() -> str:
    """The tool that is missing to look at machine code; empty if none is."""
    if not shutil.which("objdump"):
        return "no objdump (Debian: apt install binutils)"
    ran = subprocess.run(["objdump", "--help"], capture_output=True, text=True, check=False)
    return "" if "i386:x86-64" in ran.stdout else "objdump that knows no x86"


def look(vm: Compiler, subject: Digest, methods: Sequence[str]) -> C2Code | None:
    """The code of all methods, each package.Class::method; None if C2 does not compile one."""
    found = [_method(vm, subject, method) for method in methods]
    codes = [code for code in found if code]
    return C2Code(*map(sum, zip(*codes))) if codes and len(codes) == len(found) else None


def _method(vm: Compiler, subject: Digest, method: str) -> C2Code | None:
    wanted = f"-XX:CompileCommand=print,{method}"
    # What C2 compiles within its caller first is never called again, and has no code of its own.
    alone = f"-XX:CompileCommand=dontinline,{method}"
    for more in ((wanted,), (wanted, alone)):
        talking = Compiler(vm.command, vm.abi, vm.version, (*vm.runner, *PRINTING, *more))
        command = subject.timing(talking, WARM[bool(subject.flags)], "0.5")
        if code := extract(execute(command, SECONDS).output):
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


def count(code: bytes, machine: str) -> C2Code:
    """The counts in this code, disassembled by objdump."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "code"
        file.write_bytes(code)
        command = ["objdump", "-D", "-b", "binary", "-m", machine, str(file)]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    names = OPCODE.findall(ran.stdout)
    kinds = [sum(bool(kind.fullmatch(name)) for name in names) for kind in KINDS]
    return C2Code._make([*kinds, len(code)])
