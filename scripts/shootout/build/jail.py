"""A jail for compilers, which may be given a stranger's sources.

What is compiled does not run, but the compiler reads what it includes (`#include`, `.incbin`) and
takes the time, memory and disk that it asks for. Words of a file that is no source would stand in
the compiler's complaint, and so in the result. In the jail a file and a process have limits, and on
Linux with Landlock a compiler reads what systems install and what its command names, and writes to
build/ alone.

Run as a program, this file enters the jail and becomes another: `jail.py ORDER COMMAND...`.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import resource
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

SECONDS = 300  # processor time of a compiler
MEMORY = 2 << 30  # bytes of its address space
FILE = 64 << 20  # bytes of a file that it writes
LIMITS = ("RLIMIT_CPU", SECONDS), ("RLIMIT_AS", MEMORY), ("RLIMIT_FSIZE", FILE), ("RLIMIT_CORE", 0)

FILES, SIZES = "files", "limits"  # what a jail is: rules about files and limits, or these alone

SYSTEM = (
    "/bin", "/sbin", "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/gnu", "/sw",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu", "/dev/urandom", "/dev/random",
)  # fmt: skip
DEVICES = ("/dev/null",)  # to write to, too
# Where compilers look for files, programs and libraries.
VARIABLES = (
    "PATH", "CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "LD_LIBRARY_PATH", "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
)  # fmt: skip

# Beside a folder of programs; x86_64-conda-linux-gnu and the like, too.
BESIDE = re.compile(r"lib\w*|include|\w+-\w+-\w+(-\w+)?")

# Landlock's system calls have one number on all processors but Alpha.
CREATE, ADD, RESTRICT = 444, 445, 446
NO_NEW_PRIVS = 38
EXECUTE, WRITE, READ, LIST, TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}  # by version; later ones have 3's
OF_FILES = EXECUTE | WRITE | READ | TRUNCATE


def order(commands: Iterable[Sequence[str]], reads: Iterable[Path], writes: Path) -> str:
    """The first argument of this program, for compilers with these commands."""
    named = {*reads, *(path for words in commands for path in _named(words)), *_looked_in()}
    return json.dumps({"reads": sorted(map(str, named)), "writes": str(writes)})


def _named(words: Sequence[str]) -> Iterator[Path]:
    """The folders that a compiler's command needs: its program's, and those in its options."""
    program = shutil.which(words[0])
    if program:
        yield from _home(Path(program).parent)
        yield from _home(Path(program).resolve().parent)
    for word in words[1:]:
        if "/" in word and _fit(path := Path(word[word.index("/") :])):
            yield path


def _looked_in() -> Iterator[Path]:
    """The folders that the environment names."""
    for name in VARIABLES:
        for folder in map(Path, filter(None, os.environ.get(name, "").split(os.pathsep))):
            yield from _home(folder) if name == "PATH" else filter(_fit, [folder])


def _home(folder: Path) -> Iterator[Path]:
    """A folder of programs, and those beside it that have their libraries and headers. What else
    may be there, as in ~/.local, is no compiler's."""
    yield from filter(_fit, [folder])
    if folder.name == "bin":
        with contextlib.suppress(OSError):  # what cannot be read is of no use to a compiler
            yield from (each for each in folder.parent.iterdir() if BESIDE.fullmatch(each.name))


def _fit(path: Path) -> bool:
    """Whether it is a place of its own: neither the user's home nor around that."""
    try:
        home = Path("~").expanduser().resolve()
        return path.is_absolute() and path.resolve() not in (home, *home.parents)
    except (OSError, RuntimeError):  # links in a circle, or nobody's home
        return False


# ---- inside ----


def main() -> None:
    """Enter the jail, say what it is, and become the command."""
    wanted, *command = sys.argv[1:]
    for name, most in LIMITS:
        _limit(getattr(resource, name, None), most)
    # That SIGXFSZ is ignored stays so, as Python has it: then a write fails, and that is told.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    told = json.loads(wanted)
    kept = bool(told) and _restrict(told["reads"], told["writes"])
    print("jail", FILES if kept else SIZES, flush=True)
    os.execvp(command[0], command)


def _limit(which: int | None, most: int) -> None:
    with contextlib.suppress(OSError, ValueError, TypeError):  # what can't be had is no reason
        hard = resource.getrlimit(which)[1]  # type: ignore[arg-type]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (most, hard))  # type: ignore[arg-type]


def _restrict(reads: Sequence[str], writes: str) -> bool:
    """Let this process and its children read and write there and nowhere else; False where the
    system cannot."""
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)

    def call(function: Any, *words: Any) -> int:
        return int(function(*(ctypes.c_long(w) if isinstance(w, int) else w for w in words)))

    version = call(libc.syscall, CREATE, None, 0, 1)
    if version < 1:
        return False
    every = RIGHTS[min(version, max(RIGHTS))]
    rules = call(libc.syscall, CREATE, ctypes.byref(ctypes.c_uint64(every)), 8, 0)
    grants = [(path, EXECUTE | READ | LIST) for path in (*SYSTEM, *reads)]
    grants += [(writes, every), *((path, READ | WRITE | TRUNCATE) for path in DEVICES)]
    for path, rights in grants:
        with contextlib.suppress(OSError):  # what is not there need not be allowed
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            rights &= every if Path(path).is_dir() else every & OF_FILES
            rule = rights.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder)
            call(libc.syscall, ADD, rules, 1, ctypes.create_string_buffer(rule, 12), 0)
            os.close(place)
    if call(libc.prctl, NO_NEW_PRIVS, 1, 0, 0, 0) or call(libc.syscall, RESTRICT, rules, 0):
        return False
    os.close(rules)
    return True


if __name__ == "__main__":
    main()
