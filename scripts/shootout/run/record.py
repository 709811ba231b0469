"""The writer of result lines: SUPERCOP's words, and ours (docs/results.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..build.cells import Cell
from ..build.constanttime import GOALS, KEPT, UNCLAIMED, Trace, claimed
from ..common.privacy import clean, said
from ..common.version import VERSION
from ..machine.counter import Counter
from .verify import Verdict

# Lines of the compiler's output that are kept at each end of a longer one, as in SUPERCOP.
MOST_OF_A_LOG = 45


@dataclass(frozen=True)
class Recorder:
    """A writer of lines for one machine and day."""

    machine: str
    date: str
    cpuid: str

    def line(self, abi: str, primitive: str, *words: object) -> str:
        return " ".join(
            [VERSION, self.machine, abi, self.date, "crypto_hash", primitive, *map(str, words)]
        )

    def _of(self, cell: Cell, *words: object) -> str:
        return self.line(cell.abi, cell.primitive, *words)

    def fromcompiler(self, cell: Cell, output: list[str]) -> list[str]:
        """The `fromcompiler` lines: the compiler's output, each line with the file it is about."""
        if len(output) > 2 * MOST_OF_A_LOG:
            output = [*output[:MOST_OF_A_LOG], "...", *output[-MOST_OF_A_LOG:]]
        lines = []
        for text in filter(None, map(said, output)):
            about = re.match(r"\S*?([\w.+-]+\.(?:java|[chsS])):", text)
            file = about.group(1) if about else "-"
            path = cell.implementation.path
            lines.append(self._of(cell, "fromcompiler", path, cell.compiler.word, file, text))
        return lines

    def tried(self, cell: Cell, verdict: Verdict, counter: Counter | None) -> list[str]:
        """The lines of a verdict: `try` if it has checksums, `tryfails` if it is wrong, ..."""
        path, word = cell.implementation.path, cell.compiler.word
        pinned = cell.implementation.primitive.checksums()
        lines = []
        if verdict.cause:
            where = f"({verdict.where})" if verdict.where else ""
            lines.append(self._of(cell, "tryfails", path, word, clean(verdict.cause), clean(where)))
        if "big" in verdict.checksums:
            both = f"{verdict.checksums['small']}/{verdict.checksums['big']}"
            status = "fails" if verdict.cause else "ok" if "big" in pinned else "unknown"
            rate = counter.persecond if counter else 0
            cycles = round(verdict.ns1536 * rate / 1e9)
            lines.append(self._of(cell, "try", both, status, cycles, 0, rate, path, word))
        lines += [self._of(cell, "tryflag", path, word, clean(f)) for f in verdict.flags]
        if cell.compiler.emulated:
            lines.append(self._of(cell, "emulated", path, word))
        return lines

    def same(self, cell: Cell, twin: Cell) -> str:
        """The `same` line of a twin, which has the cell's machine code and is not timed."""
        words = (cell.compiler.word, twin.compiler.word)
        return self._of(cell, "same", cell.implementation.path, *words)

    def objsize(self, cell: Cell, text: int, data: int, bss: int, file: str) -> str:
        path, word = cell.implementation.path, cell.compiler.word
        return self._of(cell, "objsize", path, word, text, data, bss, file)

    def instructions(self, cell: Cell, counts: Mapping[int, int]) -> str:
        """The `instructions` line of an emulated cell: each message length with its count."""
        path, word = cell.implementation.path, cell.compiler.word
        pairs = (number for pair in sorted(counts.items()) for number in pair)
        return self._of(cell, "instructions", path, word, *pairs)

    def constanttime(self, cell: Cell, trace: Trace) -> str:
        """The `constanttime` line of a traced cell: its promises are kept, or where not."""
        path, word = cell.implementation.path, cell.compiler.word
        promised = claimed(cell)
        outcomes = (
            (getattr(trace, what) or KEPT) if what in promised else UNCLAIMED for what in GOALS
        )
        return self._of(cell, "constanttime", path, word, trace.instructions, *outcomes)

    def block(
        self, cell: Cell, size: int, counter: Counter, number: int, printed: list[str]
    ) -> list[str]:
        """The block of one run of `measure`: SUPERCOP's head, and the printed lines."""
        head = [
            ("implementation", cell.implementation.path, "-"),
            ("outputbytes", size),
            ("cpuid", self.cpuid),
            ("cpucycles_persecond", counter.persecond),
            ("cpucycles_implementation", counter.name),
            ("compiler", cell.compiler.word, cell.compiler.version),
            ("round", number),
        ]
        lines = [self._of(cell, *words) for words in head]
        return lines + [self._of(cell, clean(text)) for text in printed]
