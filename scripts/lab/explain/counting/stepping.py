"""Traces by executing one instruction after another on this processor.

The kernel stops the program behind each instruction, which it offers to debuggers. So the
counts are exact, and whatever the processor can execute can be counted.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
import subprocess
from array import array
from collections.abc import Sequence
from pathlib import Path

from shootout.build.cells import MEGABYTES
from shootout.common import surroundings
from shootout.common.paths import BUILD

from .code import Disassembly
from .trace import MARK, MOST, CallTrace, NotCounted, split, traced

SOURCE = Path(__file__).with_name("step.c")
SECONDS = 300  # wall time of all steps
BY = "single steps"
WRONG = {
    3: "this system does not let a process be watched (ptrace)",
    4: "the program ended before its calls",
    5: f"more than {MOST} instructions",
}


def stepper() -> Path:
    """The program that steps, compiled once."""
    if platform.machine() not in ("x86_64", "amd64") or platform.system() != "Linux":
        raise NotCounted("single steps are known for x86-64 under Linux alone")
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if not compiler:
        raise NotCounted("no C compiler for what takes single steps")
    name = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    program = BUILD / "explain" / name / "step"
    if not program.is_file():
        program.parent.mkdir(parents=True, exist_ok=True)
        command = [compiler, "-O2", "-std=gnu99", "-o", str(program), str(SOURCE)]
        made = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS)
        if made.returncode:
            raise NotCounted(f"{compiler} does not compile what takes single steps")
    return program


def step(program: Path, code: Disassembly, lengths: Sequence[int]) -> CallTrace:
    """The trace of a try program's calls; NotCounted with the reason if there is none."""
    if MARK not in code.symbols:
        raise NotCounted(f"the program has no symbol {MARK}")
    mark = code.symbols[MARK]
    words = [f"{mark:x}", str(int(code.fixed)), str(4 * len(lengths)), str(MOST)]
    bounds = [str(SECONDS), str(MEGABYTES)]
    command = [str(stepper()), *words, str(program), *bounds, "calls", *map(str, lengths)]
    try:
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, check=False, timeout=SECONDS, env=surroundings.of_code(),
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        raise NotCounted(f"not within {SECONDS} seconds") from late
    if ran.returncode:
        raise NotCounted(WRONG.get(ran.returncode, f"exit status {ran.returncode}"))
    addresses = array("Q")
    addresses.frombytes(ran.stdout)
    found = traced(lengths, split(addresses, mark), BY)
    if not found:
        raise NotCounted("the steps have no calls in them")
    return found
