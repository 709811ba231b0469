"""Atomic files: a file appears whole or not at all, and replaces another only if asked to."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

PREFIX = ".aside-"
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)  # a file system that has no hard links


@contextlib.contextmanager
def appear(path: Path, *, replace: bool = False, settled: bool = True) -> Iterator[IO[bytes]]:
    """A file to write, which gets the name `path` when the block ends without an exception.

    The bytes are on the disk before the name is; both are when this returns. If not `settled`,
    the caller settles the folder after the last of its files. Raises FileExistsError when the
    name is taken, unless `replace` is set, and OSError, which names `path`, for any other failure;
    then nothing is left, but after a kill -9 a hidden file, which `sweep` removes.
    """
    if _is_device(path):
        raise OSError(errno.EINVAL, "It is a device, and no place for a file", str(path))
    aside = path.parent / f"{PREFIX}{secrets.token_hex(8)}"
    try:  # entered before the file exists: Ctrl-C can come while it is opened
        with _locked(aside) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if replace:
                aside.replace(path)
            else:
                name(aside, path)
        if settled:
            settle(path.parent)
    except OSError as error:
        if error.filename in (None, str(aside)) and not isinstance(error, BrokenPipeError):
            error.filename = str(path)
        raise
    finally:
        aside.unlink(missing_ok=True)


def _is_device(path: Path) -> bool:
    """Whether it is a device, or like /dev/stdout a name for what a process has open."""
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            return str(path.readlink()).startswith("/proc/")
        return stat.S_ISCHR(mode) or stat.S_ISBLK(mode)
    except OSError:
        return False


def sweep(folder: Path) -> None:
    """Remove the files that killed processes have left; a process still at work holds a lock."""
    for left in folder.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError), left.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left.unlink()


def settle(folder: Path) -> None:
    """Flush a folder's names to the disk: before that, a power failure can undo them."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _locked(aside: Path) -> IO[bytes]:
    """A new file, open for writing and locked."""
    while True:
        file = aside.open("xb")
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_nlink:  # otherwise it was swept before it was locked
            return file
        file.close()


def name(aside: Path, path: Path) -> None:
    """Give the file its name by a link, which fails when the name is taken; a rename replaces."""
    try:
        os.link(aside, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        aside.rename(path)
