"""Are verdicts right, and how often is there one? Made-up samples, and real code of known speed.

    python3 tests/verdicts.py simulate COUNT FILE...
    python3 tests/verdicts.py time FOLDER
    python3 tests/verdicts.py judge FILE...

`simulate` makes up COUNT functions for each true ratio, with the noise of real result files:
each made-up program has the undisturbed rounds of a real one, drawn anew, so that it has its
modes and outliers; all programs of a function share a drift. They are timed as in a run: three
rounds, seven if they are close, more as long as they are contested. `time` makes copies of
blake256/opt64 in FOLDER that wait for a known number of cycles after each message, and times
them in a run of ./do, whose result file is in FOLDER/data. `judge` looks at such files. Both
checks print a table of verdicts by true ratio.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from shootout.common.paths import ROOT
from shootout.ranking.ratio import Ratio, Speed, Spread, ratio, speed
from shootout.ranking.standing import LEVEL, OPEN, SLOWER, SMALL, Field, shared, verdict
from shootout.results.figures import Row, fastest, rows_of
from shootout.results.reader import read
from shootout.results.stats import BYTES, LONG, Length, middle
from shootout.run.policy import CLOSE, NEAR
from shootout.run.rounds import FULL

LENGTHS: tuple[Length, ...] = (8, 64, 1536)
ROUNDS = 6  # undisturbed rounds of a program whose noise can be drawn anew
DRIFT = 0.003  # logarithm; the random walk of a machine from round to round
TRUE = (1.0, 1.003, 1.005, 1.01, 1.02, 1.05, 1.1, 1.85)
SEED = 20


@dataclass(frozen=True)
class Noise:
    """The noise of a machine at a length: deviations of each program's rounds; their spread."""

    programs: tuple[tuple[float, ...], ...]
    spread: float


def noises(paths: Iterable[Path]) -> list[Noise]:
    """The noise of each machine, ABI and length in result files."""
    found = []
    for path in paths:
        rows = [row for row in rows_of(read(path, curves=False).blocks) if row.primitive != "null"]
        for abi in sorted({row.abi for row in rows}):
            its = [row for row in rows if row.abi == abi]
            spread = Spread(its)
            for mlen in LENGTHS:
                speeds = [s for row in its if (s := speed(row.figures, mlen))]
                clean = [list(s.logs.values()) for s in speeds if not s.disturbed]
                programs = tuple(
                    tuple(log - middle(logs) for log in logs)
                    for logs in clean
                    if len(logs) >= ROUNDS
                )
                if len(programs) > 10:
                    found.append(Noise(programs, spread(mlen)))
    return found


@dataclass(eq=False)
class Program:
    """A made-up program: its true time as a logarithm, its noise, and its rounds so far."""

    true: float
    noise: Sequence[float]
    logs: dict[Hashable, float] = field(default_factory=dict)

    def time(self, number: int, drift: float, chance: random.Random) -> None:
        self.logs[number] = self.true + drift + chance.choice(self.noise)

    @property
    def speed(self) -> Speed:
        return Speed(self.logs)


class Function:
    """A made-up function: implementations with their true ratios, each with several compilers."""

    def __init__(
        self, chance: random.Random, noise: Noise, ratios: Sequence[float], compilers: int
    ) -> None:
        self.chance, self.spread = chance, noise.spread
        self.cells = [
            [Program(math.log(each), chance.choice(noise.programs)) for _ in range(compilers)]
            for each in ratios
        ]
        self.drift = 0.0
        self.rounds = 0

    def time(self, programs: Sequence[Program], count: int) -> None:
        """Time programs side by side, for so many rounds."""
        for _ in range(count):
            self.rounds += 1
            self.drift += self.chance.gauss(0, DRIFT)
            for program in programs:
                program.time(self.rounds, self.drift, self.chance)

    def best(self) -> list[Program]:
        """The program of each implementation with the least time, the fastest first."""
        best = [min(cells, key=lambda p: p.speed.middle) for cells in self.cells]
        return sorted(best, key=lambda p: p.speed.middle)

    def rivals(self) -> list[tuple[Program, Ratio]]:
        first, *others = self.best()
        tail = shared([math.exp(each.speed.middle) for each in (first, *others)])
        return [(each, ratio(first.speed, each.speed, self.spread, tail=tail)) for each in others]

    def run(self) -> None:
        """Time everything as a run does."""
        every = [program for cells in self.cells for program in cells]
        self.time(every, FULL.survey)
        least = min(program.speed.middle for program in every)
        close = [p for p in every if p.speed.middle <= least + math.log(CLOSE)]
        near = [p for p in self.best() if p.speed.middle <= least + math.log(NEAR)]
        self.time(close + [p for p in near if p not in close], FULL.finals - FULL.survey)
        for more in FULL.looks:
            contested = [p for p, found in self.rivals() if _contested(found)]
            if contested:
                self.time([self.best()[0], *contested], more)


def _contested(found: Ratio) -> bool:
    return verdict(found) != SLOWER and found.value >= SMALL


def judged(function: Function) -> Iterable[tuple[float, str, int]]:
    """The true ratio of each pair with the fastest, right, wrong or undecided, and its rounds."""
    first = function.best()[0]
    for program, found in function.rivals():
        true = math.exp(program.true - first.true)
        if verdict(found) == SLOWER:
            yield max(true, 1 / true), "right" if true > 1.0001 else "wrong", found.rounds
        else:
            yield max(true, 1 / true), "undecided", found.rounds


def simulate(
    known: Sequence[Noise], count: int, true: float, compilers: int, seed: int = SEED
) -> tuple[Counter[str], float]:
    """The verdicts on pairs of this true ratio, and their rounds on average."""
    chance = random.Random(f"{seed} {true} {compilers}")
    found: Counter[str] = Counter()
    rounds = 0
    for _ in range(count):
        function = Function(chance, chance.choice(known), (1.0, true), compilers)
        function.run()
        for _, said, taken in judged(function):
            found[said] += 1
            rounds += taken
    return found, rounds / count


def crowd(known: Sequence[Noise], count: int, seed: int = SEED) -> Counter[str]:
    """The verdicts on functions of six implementations that are equally fast: wrong if any is."""
    chance = random.Random(f"{seed} crowd")
    found: Counter[str] = Counter()
    for _ in range(count):
        function = Function(chance, chance.choice(known), (1.0,) * 6, 3)
        function.run()
        found["wrong" if any(s == "wrong" for _, s, _ in judged(function)) else "right"] += 1
    return found


def print_simulation(count: int, paths: Sequence[Path]) -> None:
    known = noises(paths)
    print(f"{len(known)} noises, {sum(len(n.programs) for n in known)} programs, {count} functions")
    print("true ratio  compilers  rounds   right  undecided  wrong")
    for compilers in (1, 4):
        for true in TRUE:
            found, rounds = simulate(known, count, true, compilers)
            parts = (found[said] / count for said in ("right", "undecided", "wrong"))
            print(f"{true:10.3f} {compilers:10} {rounds:7.1f}  ", *(f"{p:6.1%}" for p in parts))
    found = crowd(known, count)
    print(f"six equal implementations: a wrong verdict in {found['wrong'] / count:.1%}")


WAITS = (0, 30, 60, 120, 250, 600, 1500)  # core cycles after each message
# A chain of WAIT instructions of one cycle each, between fences; those that are not executed
# stand before it, so that all copies have the same length and nothing else moves.
HASH = r"""
int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    int status = plain(out, in, inlen);

    __asm__ volatile("lfence\n\tjmp.d32 1f\n\t.rept MOST - WAIT\n\tror $1, %%rax\n\t.endr\n"
                     "1:\n\t.rept WAIT\n\tror $1, %%rax\n\t.endr\n\tlfence"
                     ::: "rax", "cc", "memory");
    return status;
}
"""


def make(folder: Path) -> None:
    """Make the copies that wait, and a twin of the one that does not."""
    function = folder / "crypto_hash" / "blake256"
    source = ROOT / "crypto_hash" / "blake256"
    function.mkdir(parents=True)
    for name in ("checksumsmall", "checksumbig", "checksumedges", "checksumevery", "set"):
        if (source / name).exists():
            shutil.copy(source / name, function)
    for name, wait in [("twin", 0), *((f"wait{n}", n) for n in WAITS)]:
        copy = function / name
        shutil.copytree(source / "opt64", copy)
        plain = (copy / "hash.c").read_text().replace(
            "int crypto_hash(", "__attribute__((noinline)) static int plain("
        )  # fmt: skip
        extra = HASH.replace("WAIT", str(wait)).replace("MOST", str(max(WAITS)))
        (copy / "hash.c").write_text(plain + extra)
        (copy / "architectures").write_text("amd64\n")
    (folder / "okcompilers").mkdir()
    lines = [f"gcc -march=native -mtune=native {o} -fwrapv -fPIC -fPIE\n" for o in ("-O3", "-O2")]
    (folder / "okcompilers" / "c").write_text("".join(lines))


def time(folder: Path) -> int:
    """Time the copies in a run of ./do."""
    if not folder.exists():
        make(folder)
    places = {
        f"SHOOTOUT_{name.upper()}": str(folder / name)
        for name in ("crypto_hash", "okcompilers", "data", "build")
    }
    command = [str(ROOT / "do"), "run", "--plain", "--machine", "waiting"]
    return subprocess.run(command, env={**os.environ, **places}, check=False).returncode


def judge(paths: Sequence[Path]) -> None:
    """Print verdicts on all pairs of copies, by the ratio that their waits make."""
    fields = [Field(rows_of(read(path, curves=False).blocks)) for path in paths]
    plain: dict[Length, list[float]] = {}
    for found in fields:
        for row in found.rows:
            if row.implementation in ("twin", "wait0"):
                for mlen, cost in row.figures.medians.items():
                    plain.setdefault(mlen, []).append(cost * (mlen if mlen != LONG else 1))
    verdicts: dict[float, Counter[str]] = {true: Counter() for true in TRUE}
    rounds: dict[float, list[int]] = {true: [] for true in TRUE}
    for found in fields:
        for mlen in BYTES:
            best = fastest(found.rows, mlen, per_implementation=True)
            for one, other in itertools.combinations(best, 2):
                base = middle(plain[mlen])
                a, b = ((base + _wait(row)) for row in (one, other))
                if a > b:
                    one, other, a, b = other, one, b, a
                ratio = found.ratio(one, other, mlen)
                if ratio:
                    true = max(t for t in TRUE if t <= b / a)
                    said = verdict(ratio if ratio.value >= 1 else found.ratio(other, one, mlen))
                    wrong = said == SLOWER and (ratio.value < 1 or a == b)
                    verdicts[true]["wrong" if wrong else said] += 1
                    rounds[true].append(ratio.rounds)
    print("true ratio from  pairs  rounds  faster  level   open  wrong")
    for true, counts in verdicts.items():
        if total := counts.total():
            parts = (counts[said] / total for said in (SLOWER, LEVEL, OPEN, "wrong"))
            mean = sum(rounds[true]) / total
            print(f"{true:15.3f} {total:6} {mean:7.1f} ", *(f"{p:6.1%}" for p in parts))


def _wait(row: Row) -> int:
    return int(row.implementation.removeprefix("wait").replace("twin", "0"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    made_up = commands.add_parser("simulate")
    made_up.add_argument("count", type=int)
    made_up.add_argument("files", type=Path, nargs="+")
    timed = commands.add_parser("time")
    timed.add_argument("folder", type=Path)
    judged = commands.add_parser("judge")
    judged.add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    if args.command == "simulate":
        print_simulation(args.count, args.files)
    elif args.command == "time":
        sys.exit(time(args.folder.absolute()))
    else:
        judge(args.files)


if __name__ == "__main__":
    main()
