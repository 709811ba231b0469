"""Time the library beside the code it chose, OpenSSL, libsodium, and Python's hashlib and blake3.

    PYTHONPATH=scripts python3 -m lab.beside.others [--processes N] [--cpu N] [FUNCTION...]

prints the tables of docs/library.md; the machine must do nothing else. The library and the code it
chose lie in one shared object, so that the call alone differs. Two calls alternate in a process of
their own (lab/tune/stopwatch.c). Each pair has N processes, in rounds over all pairs.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from shootout.common.arguments import cpu, positive
from shootout.common.errors import Trouble, Usage
from shootout.common.paths import BUILD
from shootout.common.process import execute
from shootout.common.terminal import say
from shootout.machine import target
from shootout.machine.microarchitecture import microarchitecture
from shootout.registry.stage import namespace

from ..library.choices import FILE, parsed
from ..library.choose import functions
from ..library.write import write
from ..tune.stopwatch import Stopwatch, tool

PROCESSES = 30
READINGS = 101  # of a process
ENOUGH = 4096  # bytes and so on of a reading: a tick may take 37 cycles
BYTES = (8, 64, 576, 1536, 4096, 65536)
SECONDS = 1200  # of a command
OTHERS = Path(__file__).with_suffix(".c")
LINKED = {"OpenSSL": ["-DOPENSSL", "-lcrypto"], "libsodium": ["-DSODIUM", "-l:libsodium.so.23"]}
PACKAGES = {
    **{name: f"hashlib.{name}" for name in ("sha256", "sha512", "blake2b", "blake2s")},
    "sha3256": "hashlib.sha3_256", "sha3512": "hashlib.sha3_512", "blake3": "blake3.blake3",
}  # fmt: skip
# Prints nanoseconds of a call of the package and of one of ours by ctypes.
CALLS = """\
import ctypes, sys, timeit
library, function, call, n = sys.argv[1:]
hash, room = getattr(ctypes.CDLL(library), "shootout_" + function), ctypes.create_string_buffer(64)
size, message = ctypes.c_size_t(int(n)), bytes(int(n))
exec("import " + call.partition(".")[0])
theirs, times = eval(call), max(1, 200000 // (1000 + int(n)))
each = [timeit.Timer(lambda: theirs(message).digest()),
        timeit.Timer(lambda: hash(room, message, size))]
least = zip(*([each[k].timeit(times) for k in (0, 1)] for _ in range(25)))
print(*(1e9 * min(some) / times for some in least))
"""


@dataclass
class Pair:
    """Two ways to hash a message, and the times of both that processes told."""

    function: str
    against: str
    one: tuple[Path, str]  # shared object and function
    ours: tuple[Path, str]
    times: dict[int, list[tuple[float, float]]] = field(  # by bytes of the message
        default_factory=lambda: {n: [] for n in BYTES}
    )

    def row(self) -> str:
        """A line of the table: the medians of theirs; 95 % intervals of the difference of the
        shortest, and of the ratios."""
        more = interval([ours - theirs for theirs, ours in self.times[BYTES[0]]])
        cells = [self.function, self.against, f"{more[0]:+.0f} to {more[1]:+.0f}"]
        for times in self.times.values():
            low, high = interval([ours / theirs for theirs, ours in times])
            median = statistics.median(theirs for theirs, _ in times)
            cells.append(f"{median:.0f} {low:.3f}-{high:.3f}")
        return f"| {' | '.join(cells)} |"


def interval(values: Sequence[float]) -> tuple[float, float]:
    """An interval of the median, right in 95 % of cases or more: by ranks, of any distribution."""
    ordered, n = sorted(values), len(values)
    below = max(0, int((n - 1.96 * n**0.5) / 2))
    return ordered[below], ordered[n - 1 - below]


def library(folder: Path) -> Path:
    """The library with the names of its implementations, built in a folder."""
    known = functions()
    shutil.rmtree(folder, ignore_errors=True)
    write(folder, parsed(FILE.read_text(encoding="utf-8"), known), known)
    words = ["make", "-s", "CC=cc", "CFLAGS=-fvisibility=default", "libshootout.a"]
    tool(words, folder, SECONDS)
    all_of_it = ["-Wl,--whole-archive", "libshootout.a", "-Wl,--no-whole-archive"]
    tool(["cc", "-shared", "-o", "whole.so", *all_of_it], folder)
    return folder / "whole.so"


def others(folder: Path) -> Iterator[tuple[str, Path]]:
    """The other libraries that are installed, by name; says which are not."""
    for name, words in LINKED.items():
        file = folder / f"{name}.so"
        try:
            tool(["cc", "-O2", "-fPIC", "-shared", "-o", str(file), str(OTHERS), *words], folder)
            yield name, file
        except Trouble as why:
            say(f"without {name}: {why}")


def same(pair: Pair) -> bool:
    """Whether both ways have the same digest of a message."""
    found = []
    for file, name in (pair.one, pair.ours):
        out, n = ctypes.create_string_buffer(1024), ctypes.c_size_t(BYTES[1])
        getattr(ctypes.CDLL(str(file)), name)(out, bytes(range(256)) * 256, n)
        found.append(out.raw)
    return found[0] == found[1]


def pairs(whole: Path, names: Iterable[str]) -> Iterator[Pair]:
    """What is to be timed in C."""
    loaded, known = ctypes.CDLL(str(whole)), functions()
    loaded.shootout_implementation.restype = ctypes.c_char_p
    there = dict(others(whole.parent))
    for name in names:
        chosen = loaded.shootout_implementation(name.encode()).decode()
        ours = whole, f"shootout_{name}"
        ways = {"itself": ours, chosen: (whole, namespace(known[name][chosen]))}
        for other, file in there.items():
            if hasattr(ctypes.CDLL(str(file)), f"other_{name}"):
                ways[other] = file, f"other_{name}"
        yield from (Pair(name, against, one, ours) for against, one in ways.items())


def in_turn(pair: Pair, n: int, watch: Stopwatch) -> tuple[float, float]:
    """Core cycles of a call of each in a process, the medians of its readings."""
    watch.bytes = n
    one, ours = watch.compare([pair.one, pair.ours], READINGS, max(1, ENOUGH // (64 + n))).medians
    return one, ours


def from_python(pair: Pair, n: int) -> tuple[float, float]:
    """Nanoseconds of a call of a Python package, and of one of ours."""
    words = [str(pair.ours[0]), pair.function, pair.against, str(n)]
    told = execute([sys.executable, "-c", CALLS, *words], SECONDS)
    if told.status:
        raise Trouble(f"{pair.against}: {(told.output.splitlines() or [told.end()])[-1]}")
    one, ours = map(float, told.output.split())
    return one, ours


def table(title: str, every: Sequence[Pair]) -> None:
    say(title, f"\n| function | against | more | {' | '.join(map(str, BYTES))} |")
    say(f"|---|---|{'---|' * (1 + len(BYTES))}")
    for pair in every:
        say(pair.row())


def main() -> int:
    """Print the tables; raises Trouble or Usage."""
    parser = argparse.ArgumentParser(usage=(__doc__ or "").split("\n")[2].strip())
    parser.add_argument("--processes", type=positive, default=PROCESSES)
    parser.add_argument("--cpu", type=cpu)
    parser.add_argument("functions", nargs="*")
    args = parser.parse_args()
    names = args.functions or list(functions())
    if unknown := sorted(set(names) - set(functions())):
        raise Usage(f"{unknown[0]}: no function of the library")
    whole = library(BUILD / "beside")
    native = list(pairs(whole, names))
    if wrong := [f"{p.against} {p.function}" for p in native if not same(p)]:
        raise Trouble(f"{wrong[0]}: its digest is not ours")
    watch = Stopwatch(0, whole.parent, args.cpu)
    there = [name for name in names if find_spec(PACKAGES.get(name, "none").partition(".")[0])]
    python = [Pair(f, PACKAGES[f], (whole, ""), (whole, "")) for f in there]
    for _ in range(args.processes):
        for n in BYTES:
            for pair in native:
                pair.times[n].append(in_turn(pair, n, watch))
            for pair in python:
                pair.times[n].append(from_python(pair, n))
    core = microarchitecture(target.own())
    table(f"{core}, {args.processes} processes of each pair; core cycles", native)
    table("\nFrom Python, ours by ctypes; nanoseconds", python)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Trouble, Usage) as e:
        sys.exit(f"beside: {e}")
