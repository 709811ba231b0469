"""javac in the jail of compilers: what it may read there, how long it may take, how it ends.

It runs nothing of what it compiles, for it looks for no annotation processors. But it reads the
files of the classes that a source names, folds constants and infers types, and a source may ask
for more of that than any machine has. So its VM has bounds of memory, and each source one of time.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..build import jail
from ..common import surroundings
from ..common.process import start

SECONDS = 120  # wall time for one implementation, which usually takes one
MEMORY = 4 << 30  # bytes of address space; a VM touches little of what it reserves
SHOWN = 1 << 16  # bytes of what a VM says besides
MADE = b"made"  # the line of Compile.java behind each
OURS = re.compile(b"made$|jail ")
OUT_OF_TIME = "124"  # as `timeout` says it
ENDS = {-signal.SIGXCPU: "152"}  # of time for all that the VM was to compile


def options(crash: Path) -> list[str]:
    """The options of its VM, which keep it well below MEMORY; others than HotSpot have none of
    them. `crash` is the file for the report of one."""
    return [
        "-Xmx768m", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseSerialGC", "-XX:-UsePerfData",
        "-XX:CompressedClassSpaceSize=128m", "-XX:ReservedCodeCacheSize=128m",
        "-XX:-CreateCoredumpOnCrash", f"-XX:ErrorFile={crash}",
    ]  # fmt: skip


def environment() -> dict[str, str]:
    """Its environment. Threads share heaps of the C library, for each is 64 MB of addresses; a VM
    finds folders with letters beyond ASCII by the locale."""
    more = {"MALLOC_ARENA_MAX": "2", "TMPDIR": ".", "LC_ALL": surroundings.UTF8}
    return {**surroundings.of_compilers(), **more}


def order(javac: str, reads: Sequence[Path], writes: Path) -> str:
    """Its jail: besides the JDK, it reads and writes there alone."""
    return jail.order([(javac,)], [*reads, *_settings(javac)], writes, MEMORY)


def _settings(javac: str) -> Iterator[Path]:
    """The folders in which a JDK has its settings; some systems keep these in /etc."""
    home = Path(javac).resolve().parents[1]
    for folder in (home / "conf", home / "conf" / "security", home / "lib"):
        yield folder
        for link in filter(Path.is_symlink, folder.glob("*")):
            yield from filter(jail.fit, [link.resolve().parent])


def many(command: Sequence[str], folder: Path, step: Callable[[], None]) -> tuple[int, str, str]:
    """Run Compile.java in a folder; return how many it compiled, then, of a VM that ended before
    it was done, its status, as a shell tells it, and what it said. `step` is called after each.
    """
    done, kept, rest, late = 0, b"", b"", False
    with start(command, cwd=folder, stdout=subprocess.PIPE, env=environment()) as made:
        assert made.stdout is not None
        said, end = made.stdout.fileno(), time.monotonic() + SECONDS
        try:
            while True:
                left = max(0.0, end - time.monotonic())
                late = not select.select([said], [], [], left)[0]
                piece = b"" if late else os.read(said, SHOWN)
                if not piece:
                    break
                *lines, rest = (rest + piece).split(b"\n")
                kept = b"\n".join([kept, *(line for line in lines if not OURS.match(line))])
                kept, rest = kept[-SHOWN:], rest[-SHOWN:]
                for _ in range(lines.count(MADE)):
                    done, end = done + 1, time.monotonic() + SECONDS
                    step()
            with contextlib.suppress(subprocess.TimeoutExpired):
                made.wait(0 if late else SECONDS)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(made.pid, signal.SIGKILL)
    status = OUT_OF_TIME if late else ENDS.get(made.returncode, "1")
    return done, status, (kept + b"\n" + rest).decode(errors="replace").strip()
