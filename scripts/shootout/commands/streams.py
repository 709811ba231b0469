"""The surroundings of a process, put in order before anything else: its streams, its limits, and
what Python keeps of our modules."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import re
import resource
import sys
from pathlib import Path

from ..common.paths import BUILD, DATA, ROOT

FEWEST = 64  # open files that the program needs at least; ./do refuses to start it with fewer
FOR_A_CPU = 16  # and for each further one: it waits for a compiler and reads its output
ROOM = 1 << 24  # bytes on a disk; our modules take a quarter of it when they are compiled


def prepare() -> None:
    """Mend closed streams and a low limit of open files; without output, end with a word.

    A closed stream is no stream of Python's, and the next file to be opened would take its place:
    a program started later would print into a result.
    """
    if _closed(0):
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if _closed(1):
        _refuse("standard output is closed. Lead it to a file, or to /dev/null.")
    if _closed(2, os.O_RDONLY):  # by then it may be what a shell reads its script from
        os.dup2(1, 2)
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115 (until the process ends)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name may have bytes that are no characters
            stream.reconfigure(errors="backslashreplace")
    for folder in (ROOT, BUILD, DATA):
        if re.search("[\x00-\x1f\x7f]", str(folder)):
            where = ascii(str(folder))
            _refuse(f"{where}: a path with such a character fits in no line. Rename the folder.")
    _allow_files()
    if may_keep_modules():  # ./do forbids it
        sys.dont_write_bytecode = False


def may_keep_modules(top: Path = ROOT) -> bool:
    """Whether Python may keep compiled modules beside their sources: the next start takes half
    of the time then. A full disk might keep half of a file, which stops each later start, and
    what another user keeps there the owner of the checkout cannot remove.
    """
    try:
        disk = os.statvfs(top)
        return top.stat().st_uid == os.geteuid() and disk.f_bavail * disk.f_frsize >= ROOM
    except OSError:
        return False


def _closed(descriptor: int, but: int | None = None) -> bool:
    """Whether there is no such stream, or one open in this way, in which it is of no use."""
    try:
        return fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == but
    except OSError:
        return True


def _refuse(why: str) -> None:
    """Say why on standard error, which may be closed too, and end the program."""
    with contextlib.suppress(OSError):
        os.write(2, f"./do: {why}\n".encode())
    os._exit(1)


def _allow_files() -> None:
    """Raise the limit of open files to what this machine needs, as far as that is allowed."""
    wanted = FEWEST + FOR_A_CPU * (os.cpu_count() or 1)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= wanted:
        return
    soft = wanted if hard == unlimited else min(hard, wanted)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
