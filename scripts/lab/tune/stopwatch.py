"""Builds an implementation in other orders, at several places of memory, and times them in turn."""

from __future__ import annotations

import shlex
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.paths import MEASURE
from shootout.common.process import Outcome, execute, pinned
from shootout.registry.stage import SOURCES, contents, namespace
from shootout.registry.tree import Implementation

COMPILER = "cc -O3 -fomit-frame-pointer -march=native"
PLACES = (64, 1472, 2880)  # bytes of a page in front of the code
SOURCE = Path(__file__).with_suffix(".c")
CHAIN = 10000  # CYCLES of stopwatch.c
DISTURBED = 1.05  # times the lower quartile: what takes longer was interrupted
ENOUGH = 0.5  # of the readings must be left
SECONDS = 120  # wall time of a program or a compiler
TRIES = 20


@dataclass(frozen=True)
class Readings:
    """Pairs of readings of A and B in core cycles, those disturbed left out."""

    a: tuple[float, ...]
    b: tuple[float, ...]

    @property
    def cycles(self) -> float:
        """Cycles of a call of B."""
        return statistics.median(self.b)

    @property
    def ratio(self) -> float:
        """Cycles of B by cycles of A."""
        return self.cycles / statistics.median(self.a)


def quiet(rows: Sequence[Sequence[float]]) -> Readings | None:
    """The undisturbed readings among rows of ticks (A, B, chain); None if too few are left.

    A reading is left out when A, B or the chain beside it took longer than others of its kind.
    Code may take one of several times by chance alone. If half of the readings of A or B are
    longer, it is such code, and all count whose chain took no longer.
    """
    limits = [DISTURBED * sorted(column)[len(rows) // 4] for column in zip(*rows)]
    enough = max(1, ENOUGH * len(rows))
    kept = [row for row in rows if all(t <= limit for t, limit in zip(row, limits))]
    if len(kept) < enough:
        kept = [row for row in rows if row[2] <= limits[2]]
    if len(kept) < enough:
        return None
    tick = CHAIN / statistics.median(row[2] for row in kept)
    return Readings(tuple(row[0] * tick for row in kept), tuple(row[1] * tick for row in kept))


def tool(command: Sequence[str], folder: Path, seconds: float = SECONDS) -> None:
    """Run a tool in a folder. Raises Trouble with the first line that it says if it fails."""
    made = execute(command, seconds, folder=folder)
    if made.status:
        said = (made.output.splitlines() or [made.end()])[0]
        raise Trouble(f"{folder}: {shlex.join(command)} fails: {said}")


class Stopwatch:
    """Times the function of an implementation on one CPU."""

    def __init__(self, name: str, size: int, folder: Path, cpu: int | None) -> None:
        self.name, self.bytes, self.cpu = name, size, cpu
        self.program = folder / "timing"
        tool([COMPILER.split()[0], "-O2", "-o", str(self.program), str(SOURCE), "-ldl"], folder)

    def compare(self, a: Path, b: Path, readings: int) -> Readings:
        """Readings of A and B in turn; Trouble when the machine stays disturbed."""
        return self.beside((a, self.name), (b, self.name), readings)

    def beside(
        self, a: tuple[Path, str], b: tuple[Path, str], readings: int, calls: int = 1
    ) -> Readings:
        """Readings of two functions, each by its shared object and name, of so many calls each."""
        files = (str(word) for function in (a, b) for word in function)
        words = [str(self.bytes), str(readings), str(calls), *files]
        for _ in range(TRIES):
            ran = self._run(words)
            told = ([int(word) for word in line] for line in ran.lines)
            rows = [(one / calls, other / calls, chain) for one, other, chain in told]
            if found := quiet(rows):
                return found
        raise Trouble(f"CPU {self.cpu} is disturbed all the time. Stop other programs, or --cpu N.")

    def digests(self, file: Path) -> str:
        """A sum of the digests of many messages."""
        return self._run([str(file), self.name]).output.strip()

    def _run(self, words: Sequence[str]) -> Outcome:
        command = [str(self.program), *words]
        ran = execute(pinned(command, self.cpu), SECONDS)
        if ran.status or ran.timed_out:
            raise Trouble(f"{words[-2]}: {ran.end()}: {ran.output.strip()[:300]}")
        return ran


class TrialBuilds:
    """Builds an implementation again and again; only what the order decides is compiled again."""

    def __init__(
        self, implementation: Implementation, generated: str, folder: Path, compiler: str = COMPILER
    ) -> None:
        self.folder = folder
        self.generated = generated
        self.name = namespace(implementation)
        self.compiler = shlex.split(compiler)
        self.count = 0
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in contents(implementation).items():
            (folder / name).write_bytes(data)
        sources = [f for f in sorted(folder.iterdir()) if f.suffix in SOURCES and f.stem != "place"]
        self.fresh = [f.name for f in sources if f.name == generated or generated in f.read_text()]
        for place in PLACES:
            (folder / f"place{place}.s").write_text(
                f"    .text\n    .p2align 12\n    .skip {place}\n"
                '    .section .note.GNU-stack,"",@progbits\n'
            )
            self._compile(f"place{place}.s")
        self.objects = [f"{f.stem}.o" for f in sources]
        for file in sources:
            if file.name not in self.fresh:
                self._compile(file.name)

    def build(self, text: str) -> list[Path]:
        """The shared objects with this text as the generated file, one for each place."""
        (self.folder / self.generated).write_text(text)
        for name in self.fresh:
            self._compile(name)
        self.count += 1
        made = []
        for place in PLACES:
            made.append(self.folder / f"{self.count}-{place}.so")
            objects = [f"place{place}.o", *self.objects]
            tool([*self.compiler, "-shared", "-o", made[-1].name, *objects], self.folder)
        return made

    def _compile(self, name: str) -> None:
        names = [
            f"-D{u}CRYPTO_{shared}NAMESPACE(name)={u}{self.name}_##name"
            for u in ("", "_") for shared in ("", "SHARED_")
        ]  # fmt: skip
        tops = [f"-D{u}CRYPTO_NAMESPACETOP={u}{self.name}" for u in ("", "_")]
        align = "-DCRYPTO_ALIGN(n)=__attribute__((aligned(n)))"
        include = f"-I{MEASURE / 'include'}"
        words = ["-fPIC", "-DSUPERCOP", *names, *tops, align, include, "-I.", "-c", name]
        tool([*self.compiler, *words], self.folder)


def discard(files: Iterable[Path]) -> None:
    """Remove shared objects that are not wanted any more."""
    for file in files:
        file.unlink(missing_ok=True)
