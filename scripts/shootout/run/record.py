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

    def _with(self, cell: Cell, what: str, *words: object) -> str:
        path, word = cell.implementation.path, cell.compiler.word
        return self._of(cell, what, path, word, *words)

    def fromcompiler(self, cell: Cell, output: list[str]) -> list[str]:
        """The `fromcompiler` lines: the compiler's output, each line with the file it is about."""
        if len(output) > 2 * MOST_OF_A_LOG:
            output = [*output[:MOST_OF_A_LOG], "...", *output[-MOST_OF_A_LOG:]]
        lines = []
        for text in filter(None, map(said, output)):
            about = re.match(r"\S*?([\w.+-]+\.(?:java|[chsS])):", text)
            file = about.group(1) if about else "-"
            lines.append(self._with(cell, "fromcompiler", file, text))
        return lines

    def tried(self, cell: Cell, verdict: Verdict, counter: Counter | None) -> list[str]:
        """The lines of a verdict: `try` if it has checksums, `tryfails` if it is wrong, ..."""
        pinned = cell.implementation.primitive.checksums()
        lines = []
        if verdict.cause:
            where = f"({verdict.where})" if verdict.where else ""
            lines.append(self._with(cell, "tryfails", clean(verdict.cause), clean(where)))
        if "big" in verdict.checksums:
            both = f"{verdict.checksums['small']}/{verdict.checksums['big']}"
            status = "fails" if verdict.cause else "ok" if "big" in pinned else "unknown"
            rate = counter.persecond if counter else 0
            cycles = round(verdict.ns1536 * rate / 1e9)
            path, word = cell.implementation.path, cell.compiler.word
            lines.append(self._of(cell, "try", both, status, cycles, 0, rate, path, word))
        lines += [self._with(cell, "tryflag", clean(f)) for f in verdict.flags]
        if cell.compiler.emulated:
            lines.append(self._with(cell, "emulated"))
        return lines

    def same(self, cell: Cell, twin: Cell) -> str:
        """The `same` line of a twin, which has the cell's machine code and is not timed."""
        return self._with(cell, "same", twin.compiler.word)

    def objsize(self, cell: Cell, text: int, data: int, bss: int, file: str) -> str:
        return self._with(cell, "objsize", text, data, bss, file)

    def instructions(self, cell: Cell, counts: Mapping[int, int]) -> str:
        """The `instructions` line of an emulated cell: each message length with its count."""
        pairs = (number for pair in sorted(counts.items()) for number in pair)
        return self._with(cell, "instructions", *pairs)

    def constanttime(self, cell: Cell, trace: Trace) -> str:
        """The `constanttime` line of a traced cell: its promises are kept, or where not."""
        promised = claimed(cell)
        outcomes = (
            (getattr(trace, what) or KEPT) if what in promised else UNCLAIMED for what in GOALS
        )
        return self._with(cell, "constanttime", trace.instructions, *outcomes)

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
