"""Builds an implementation in other orders, many at once or at several places, and times them."""

from __future__ import annotations

import contextlib
import fcntl
import shlex
import statistics
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.parallel import default_jobs
from shootout.common.paths import MEASURE
from shootout.common.process import Outcome, execute, pinned
from shootout.registry.stage import SOURCES, contents, namespace
from shootout.registry.tree import Implementation

BATCH = 12  # candidates in one shared object
COMPILER = "cc -O3 -fomit-frame-pointer -march=native"
PLACES = (64, 1472, 2880)  # bytes of a page in front of the code
SOURCE = Path(__file__).with_suffix(".c")
CHAIN = 10000  # CYCLES of stopwatch.c
DISTURBED = 1.05  # times the lower quartile: what takes longer was interrupted
ENOUGH = 0.5  # of the readings must be left
SECONDS = 120  # wall time of a program or a compiler
TRIES = 20
Function = tuple[Path, str]  # a shared object, and the name of the function in it


@dataclass(frozen=True)
class Readings:
    """Readings of functions in turn, in core cycles of a call, those disturbed left out."""

    of: tuple[tuple[float, ...], ...]  # each function

    @property
    def medians(self) -> list[float]:
        """Cycles of a call of each function."""
        return [statistics.median(its) for its in self.of]

    @property
    def cycles(self) -> float:
        """Cycles of a call of the last function."""
        return self.medians[-1]

    @property
    def ratio(self) -> float:
        """Cycles of the last function by cycles of the first."""
        return self.cycles / self.medians[0]


def quiet(rows: Sequence[Sequence[float]]) -> Readings | None:
    """The undisturbed readings among rows of ticks (functions, chain); None if too few are left.

    A reading is left out when a function or the chain beside it took longer than others of its
    kind. Code may take one of several times by chance alone. If half of the readings are longer,
    there is such code, and all count whose chain took no longer.
    """
    limits = [DISTURBED * sorted(column)[len(rows) // 4] for column in zip(*rows)]
    enough = max(1, ENOUGH * len(rows))
    kept = [row for row in rows if all(t <= limit for t, limit in zip(row, limits))]
    if len(kept) < enough:
        kept = [row for row in rows if row[-1] <= limits[-1]]
    if len(kept) < enough:
        return None
    *functions, chain = zip(*kept)
    tick = CHAIN / statistics.median(chain)
    return Readings(tuple(tuple(t * tick for t in its) for its in functions))


def tool(command: Sequence[str], folder: Path, seconds: float = SECONDS) -> None:
    """Run a tool in a folder. Raises Trouble with the first line that it says if it fails."""
    made = execute(command, seconds, folder=folder)
    if made.status:
        said = (made.output.splitlines() or [made.end()])[0]
        raise Trouble(f"{folder}: {shlex.join(command)} fails: {said}")


class Stopwatch:
    """Times functions on one CPU, which searches that have the same `lock` use in turn."""

    def __init__(self, size: int, folder: Path, cpu: int | None, lock: Path | None = None) -> None:
        self.bytes, self.cpu, self.lock = size, cpu, lock
        self.program = folder / "timing"
        tool([COMPILER.split()[0], "-O2", "-o", str(self.program), str(SOURCE), "-ldl"], folder)

    def compare(self, functions: Sequence[Function], readings: int, calls: int = 1) -> Readings:
        """Readings of functions in turn, of so many calls each; Trouble when the machine stays
        disturbed."""
        files = (str(word) for function in functions for word in function)
        words = [str(self.bytes), str(readings), str(calls), *files]
        for _ in range(TRIES):
            told = ([int(word) for word in line] for line in self._run(words).lines)
            if found := quiet([[*(t / calls for t in its), chain] for *its, chain in told]):
                return found
        raise Trouble(f"CPU {self.cpu} is disturbed all the time. Stop other programs, or --cpu N.")

    def digests(self, function: Function) -> str:
        """A sum of the digests of many messages."""
        return self._run([*map(str, function)]).output.strip()

    def _run(self, words: Sequence[str]) -> Outcome:
        command = [str(self.program), *words]
        with locked(self.lock):
            ran = execute(pinned(command, self.cpu), SECONDS)
        if ran.status or ran.timed_out:
            raise Trouble(f"{words[-2]}: {ran.end()}: {ran.output.strip()[:300]}")
        return ran


@contextlib.contextmanager
def locked(file: Path | None) -> Iterator[None]:
    """A context that has the lock of a file, if there is one."""
    with contextlib.ExitStack() as stack:
        if file:
            fcntl.flock(stack.enter_context(file.open("a")), fcntl.LOCK_EX)
        yield


class TrialBuilds:
    """Builds an implementation again and again; only what the order decides is compiled again."""

    def __init__(
        self, implementation: Implementation, generated: str, folder: Path,
        compiler: str = COMPILER, number: int = 0,
    ) -> None:  # fmt: skip
        self.implementation, self.generated, self.folder = implementation, generated, folder
        self.name = namespace(implementation) + f"_{number}" * bool(number)
        self.compiler = shlex.split(compiler)
        self.count, self.others = 0, list[TrialBuilds]()  # these have other names
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in contents(implementation).items():
            (folder / name).write_bytes(data)
        sources = [f for f in sorted(folder.iterdir()) if f.suffix in SOURCES and f.stem != "place"]
        self.fresh = [f.name for f in sources if f.name == generated or generated in f.read_text()]
        for place in () if number else PLACES:
            (folder / f"place{place}.s").write_text(
                f"    .text\n    .p2align 12\n    .skip {place}\n"
                '    .section .note.GNU-stack,"",@progbits\n'
            )
            self._compile(f"place{place}.s")
        self.objects = [str(folder / f"{f.stem}.o") for f in sources]
        for file in sources:
            if file.name not in self.fresh:
                self._compile(file.name)

    def build(self, text: str) -> list[Function]:
        """The function with this text as the generated file, a shared object for each place."""
        self.compile(text)
        return [(self._linked(place, [self]), self.name) for place in PLACES]

    def batch(self, texts: Sequence[str]) -> list[Function]:
        """The functions with each of these texts, all in one shared object and each at the first
        place."""
        made, words = (self.implementation, self.generated), shlex.join(self.compiler)
        more = range(len(self.others) + 1, len(texts) + 1)
        with ThreadPoolExecutor(default_jobs()) as pool:
            self.others += pool.map(
                lambda n: TrialBuilds(*made, self.folder / f"{n}", words, n), more
            )
            list(pool.map(TrialBuilds.compile, self.others, texts))
        chosen = self.others[: len(texts)]
        file = self._linked(PLACES[0], chosen)
        return [(file, each.name) for each in chosen]

    def compile(self, text: str) -> None:
        """Make the objects with this text as the generated file."""
        (self.folder / self.generated).write_text(text)
        for name in self.fresh:
            self._compile(name)

    def _linked(self, place: int, builds: Sequence[TrialBuilds]) -> Path:
        self.count += 1
        file = self.folder / f"{self.count}.so"
        objects = [name for each in builds for name in (f"place{place}.o", *each.objects)]
        tool(["ld", "-shared", "-o", file.name, *objects], self.folder)
        return file

    def _compile(self, name: str) -> None:
        names = [
            f"-D{u}CRYPTO_{shared}NAMESPACE(name)={u}{self.name}_##name"
            for u in ("", "_") for shared in ("", "SHARED_")
        ]  # fmt: skip
        tops = [f"-D{u}CRYPTO_NAMESPACETOP={u}{self.name}" for u in ("", "_")]
        if self.name != (said := namespace(self.implementation)):
            tops.append(f"-D{said}={self.name}")  # which crypto_hash_PRIMITIVE.h says
        align = "-DCRYPTO_ALIGN(n)=__attribute__((aligned(n)))"
        include = f"-I{MEASURE / 'include'}"
        words = ["-fPIC", "-DSUPERCOP", *names, *tops, align, include, "-I.", "-c", name]
        tool([*self.compiler, *words], self.folder)


def discard(functions: Iterable[Function]) -> None:
    """Remove shared objects that are not wanted any more."""
    for file, _ in functions:
        file.unlink(missing_ok=True)
