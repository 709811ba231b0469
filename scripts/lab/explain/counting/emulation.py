"""Traces by the log of qemu-user, for programs that this processor cannot execute."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from shootout.build.instructions import Tally, read_log

from .code import Disassembly
from .trace import MARK, CallTrace, NotCounted, traced

ADDRESS = re.compile(rb"^ ---- ([0-9a-f]+)", re.MULTILINE)


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
    found = traced(lengths, [[at for at in part if at >= 0] for part in parts], name)
    if not found:
        raise NotCounted(f"{name}'s log has no calls in it")
    return found
