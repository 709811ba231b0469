"""The instructions of calls of a hash, in the order in which they were executed.

The kernel stops a program after each instruction, which it offers to debuggers: so counts are
exact, and whatever the processor can execute can be counted. What it can't execute is followed by
the log of qemu-user.
"""

from __future__ import annotations

import hashlib
import platform
import re
import shutil
import subprocess
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from shootout.build.cells import MEGABYTES
from shootout.build.emulated import Tally, read_log
from shootout.common import surroundings
from shootout.common.paths import BUILD
from shootout.common.process import execute

from .code import Disassembly, NotCounted

MARK = "calls_mark"  # of measure/try.c: a function that is called around each call
MOST = 6_000_000  # instructions of all calls together that are followed
ADDRESS = re.compile(rb"^ ---- ([0-9a-f]+)", re.MULTILINE)
SOURCE = Path(__file__).with_name("step.c")
SECONDS = 300  # wall time of all steps
WRONG = {
    3: "this system does not let a process be watched (ptrace)",
    4: "the program ended before its calls",
    5: f"more than {MOST} instructions",
}


@dataclass(frozen=True)
class CallTrace:
    """The addresses of the instructions of a call, in the program's file, by message length.
    Addresses beyond the file are those of libraries."""

    calls: Mapping[int, Sequence[int]]
    by: str  # what counted them, in words

    def count(self, mlen: int) -> int:
        """The instructions of a call."""
        return len(self.calls[mlen])

    def between(self, mlen: int, other: int) -> Counter[int]:
        """How often each address is executed more at `mlen` bytes than at `other`."""
        found = Counter(self.calls[mlen])
        found.subtract(self.calls[other])
        return Counter({at: n for at, n in found.items() if n})


def traced(lengths: Sequence[int], parts: Sequence[Sequence[int]], by: str) -> CallTrace:
    """The trace from what lies between marks; NotCounted if it is not whole.

    At each length a function that does nothing is called, then the hash. What the first
    executes belongs to the harness, and is left out of the second.
    """
    marked = parts[1::2]
    around = set(chain(*marked[::2][: len(lengths)]))
    calls = {
        mlen: array("Q", [at for at in part if at not in around])
        for mlen, part in zip(lengths, marked[1::2])
    }
    if len(parts) < 4 * len(lengths) or not all([*marked, *calls.values()]):
        raise NotCounted(f"{by}: calls are missing")
    return CallTrace(calls, by)


def split(addresses: Iterable[int], mark: int) -> list[list[int]]:
    """The addresses between executions of the mark; the first part is before the first."""
    parts: list[list[int]] = [[]]
    for at in addresses:
        if at == mark:
            parts.append([])
        parts[-1].append(at)
    return parts


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
        if execute(command, SECONDS).status:
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
    return traced(lengths, split(addresses, mark), "single steps")


class Follower(Tally):
    """Keeps the addresses of the instructions between marks, in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: dict[bytes, tuple[int, ...]] = {}
        self.parts: list[list[int]] = [[]]
        self.last = 0  # the address of the last block that was run
        self.marked = 0  # that of the mark

    def learn(self, at: bytes, translated: bytes) -> None:
        self.blocks[at] = tuple(int(each, 16) for each in ADDRESS.findall(translated))

    def mark(self) -> None:
        self.parts.append([])
        self.marked = self.last

    def follow(self, blocks: Sequence[bytes]) -> None:
        for at in blocks:
            addresses = self.blocks.get(at, ())
            self.parts[-1] += addresses
            self.last = addresses[0] if addresses else self.last


def emulate(
    runner: Sequence[str], program: Path, code: Disassembly, lengths: Sequence[int]
) -> CallTrace:
    """The trace of a try program's calls; NotCounted with the reason if there is none."""
    follower = Follower()
    name = Path(runner[0]).name
    if not read_log(follower, runner, program, lengths):
        raise NotCounted(f"{name} does not execute it to its end")
    if MARK not in code.symbols or len(follower.parts) < 2:
        raise NotCounted(f"{name}'s log does not name {MARK}")
    base = follower.marked - code.symbols[MARK]
    parts = [[at - base for at in part] for part in follower.parts]
    return traced(lengths, [[at for at in part if at >= 0] for part in parts], name)
