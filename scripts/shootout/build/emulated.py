"""Instructions of a call of the hash, counted exactly by what an emulator logs; nothing is timed.

qemu-user translates code in blocks that are entered only at their first instruction and left
only behind their last. On request it logs how it translates each instruction of a block, and
then a line for each block that it runs. `try ... calls N...` calls a function that does
nothing, then the hash, each between two marks, which the log names.
"""

from __future__ import annotations

import re
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..common import surroundings
from . import recall
from .cells import Cell

# Options of qemu-user. Library functions are bound before the first call, not in it.
LOGGING = ("-E", "LD_BIND_NOW=1", "-d", "op,exec,nochain", "-D", "/dev/stdout")
MARK = b"] calls_mark\n"  # the end of the line of a mark that was run
TRANSLATED = b"OP:\n"
RUN = re.compile(rb"^Trace \d+: (0x[0-9a-f]+) ", re.MULTILINE)
# The start of a line for each instruction of a block. Its disassembly would not do: qemu splits
# instructions that its disassembler does not know.
INSTRUCTION = b"\n ---- "
PIECE = 1 << 20  # bytes of the log read at once
SECONDS = 120  # wall time of a program; its log may be a gigabyte

Counts = Mapping[int, int]  # instructions of a call by message length in bytes


class Tally:
    """Counts the instructions between marks in a log, which is read in pieces."""

    def __init__(self) -> None:
        self.sizes: dict[bytes, int] = {}  # instructions of a block, by its address
        self.between = [0]  # instructions before the first mark, from there to the next, ...
        self.rest = b""

    def feed(self, piece: bytes) -> None:
        """Read a piece of the log. What may go on in the next piece is kept for later."""
        text = self.rest + piece
        end = text.rfind(b"\n") + 1
        last = text.rfind(TRANSLATED, 0, end)
        if last >= 0 and not RUN.search(text, last, end):
            end = last  # the block has no address yet
        text, self.rest = text[:end], text[end:]
        _, *translated = text.split(TRANSLATED)
        for block in translated:
            if ran := RUN.search(block):
                self.learn(ran[1], block[: ran.start()])
        for i, part in enumerate(text.split(MARK)):
            if i:
                self.mark()
            self.follow(RUN.findall(part))

    def learn(self, at: bytes, translated: bytes) -> None:
        """Take note of a block of instructions, which the log names by an address."""
        self.sizes[at] = translated.count(INSTRUCTION)

    def mark(self) -> None:
        """Take note of a mark that was passed."""
        self.between.append(0)

    def follow(self, blocks: Sequence[bytes]) -> None:
        """Take note of blocks that were run."""
        self.between[-1] += sum(n * self.sizes.get(at, 0) for at, n in Counter(blocks).items())

    def calls(self) -> Iterator[int]:
        """The instructions of each call of the hash, beyond those of a call that does nothing."""
        marked = self.between[1::2]
        for nothing, hashed in zip(marked[::2], marked[1::2]):
            yield hashed - nothing


def count(runner: Sequence[str], program: Path, lengths: Sequence[int]) -> Counts:
    """The instructions of a call at each length; empty if the emulator's log does not tell.

    `program` is a try program, and `runner` the emulator of its machine with its options.
    """
    tally = Tally()
    good = read_log(tally, runner, program, lengths)
    found = dict(zip(lengths, tally.calls()))
    whole = good and len(tally.between) == 4 * len(lengths) + 1
    return found if whole and all(n > 0 for n in found.values()) else {}


def read_log(tally: Tally, runner: Sequence[str], program: Path, lengths: Sequence[int]) -> bool:
    """Have an emulator run `try ... calls`, and a tally read its log; whether it ended well."""
    words = ["0", "0", "calls", *map(str, lengths)]
    emulator, *options = runner
    with subprocess.Popen(
        [emulator, *LOGGING, *options, str(program), *words],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=surroundings.of_code(),
    ) as ran:  # fmt: skip
        killer = threading.Timer(SECONDS, ran.kill)
        killer.start()
        assert ran.stdout
        try:
            while piece := ran.stdout.read(PIECE):
                tally.feed(piece)
            ran.wait()
        finally:
            killer.cancel()
            ran.kill()
    return ran.returncode == 0


def count_cell(work: tuple[Cell, tuple[int, ...]]) -> Counts:
    """The counts of an emulated cell, kept in its folder while its program stays the same."""
    cell, lengths = work
    kept = cell.folder / "instructions"
    key = recall.key(cell.program(), LOGGING, lengths)
    found = recall.recall(kept, key, lambda old: {int(mlen): int(n) for mlen, n in old.items()})
    if found is None:
        found = dict(count(cell.compiler.runner, cell.folder / "try", lengths))
        recall.keep(kept, key, found)
    return found
