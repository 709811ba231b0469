"""Enters the jail of compilers and becomes another program: `jailed.py ORDER COMMAND...`.

ORDER comes from jail.py: lines with bytes of memory, the folder to write to, folders to read.
Imports are few, for each call of a compiler in a probe starts this anew.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # `signal` takes longer than all else
import ctypes
import os
import resource
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

SECONDS = 300  # processor time of a compiler
MEMORY = 2 << 30  # bytes of its address space
FILE = 64 << 20  # bytes of a file that it writes
LIMITS = ("RLIMIT_CPU", SECONDS), ("RLIMIT_FSIZE", FILE), ("RLIMIT_CORE", 0)

FILES, SIZES = "files", "limits"  # what a jail is: rules about files and limits, or these alone

SYSTEM = (
    "/bin", "/sbin", "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/gnu", "/sw",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu", "/dev/urandom", "/dev/random",
)  # fmt: skip
DEVICES = ("/dev/null",)  # to write to, too

# Landlock's system calls have one number on all processors but Alpha.
CREATE, ADD, RESTRICT = 444, 445, 446
NO_NEW_PRIVS = 38
EXECUTE, WRITE, READ, LIST, TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}  # by version; later ones have 3's
OF_FILES = EXECUTE | WRITE | READ | TRUNCATE


def main() -> None:
    """Enter the jail, say what it is, and become the command."""
    wanted, *command = sys.argv[1:]
    memory, *folders = wanted.split("\n")
    # Looked for here, as in the jail no module of Python may be readable.
    program = command[0]
    tried = [program] if "/" in program else [f"{home}/{program}" for home in os.get_exec_path()]
    for name, most in (*LIMITS, ("RLIMIT_AS", int(memory))):
        _limit(getattr(resource, name, None), most)
    # That SIGXFSZ is ignored stays so, as Python has it: then a write fails, and that is told.
    _signal.signal(_signal.SIGPIPE, _signal.SIG_DFL)
    kept = bool(folders) and _restrict(folders[1:], folders[0])
    print("jail", FILES if kept else SIZES, flush=True)
    why = "not found"
    for path in tried:
        try:
            os.execv(path, command)
        except FileNotFoundError:
            continue
        except OSError as e:
            why = e.strerror or why
    sys.exit(f"error: {program}: {why}")


def _limit(which: int | None, most: int) -> None:
    try:
        hard = resource.getrlimit(which)[1]  # type: ignore[arg-type]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (most, hard))  # type: ignore[arg-type]
    except (OSError, ValueError, TypeError):
        pass  # one that can't be had is no reason to stop


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
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue  # what is not there need not be allowed
        rights &= every if os.path.isdir(path) else every & OF_FILES  # noqa: PTH112 (no pathlib)
        rule = rights.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder)
        call(libc.syscall, ADD, rules, 1, ctypes.create_string_buffer(rule, 12), 0)
        os.close(place)
    if call(libc.prctl, NO_NEW_PRIVS, 1, 0, 0, 0) or call(libc.syscall, RESTRICT, rules, 0):
        return False
    os.close(rules)
    return True


if __name__ == "__main__":
    main()
