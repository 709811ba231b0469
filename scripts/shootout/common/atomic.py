"""A file that appears whole or not at all, and never in another's place."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO

PREFIX = ".aside-"
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)  # a file system that has no hard links


@contextlib.contextmanager
def appear(path: Path, *, replace: bool = False) -> Iterator[IO[bytes]]:
    """A file to write, which gets the name `path` when the block has ended well.

    By then its bytes are on the disk, and the name when this returns. A name that is taken
    is a FileExistsError, unless `replace` is asked for. Whatever else goes wrong is an
    OSError, and leaves nothing. After a kill -9 what was written so far stays under a
    hidden name until somebody calls `sweep`.
    """
    aside = path.parent / f"{PREFIX}{secrets.token_hex(8)}"
    try:  # before it is there: Ctrl-C can come while it is opened
        with _locked(aside) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if replace:
                aside.replace(path)
            else:
                name(aside, path)
        settle(path.parent)
    finally:
        aside.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what killed programs have left; who is still at work holds a lock."""
    for left in folder.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError), left.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left.unlink()


def settle(folder: Path) -> None:
    """Until this returns, a failure of power can take the names in a folder back."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _locked(aside: Path) -> IO[bytes]:
    """A new file, open and locked."""
    while True:
        file = aside.open("xb")
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_nlink:  # or it was swept before it was locked
            return file
        file.close()


def name(aside: Path, path: Path) -> None:
    """A link fails where a name is taken; a renaming would replace what has it."""
    try:
        os.link(aside, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        aside.rename(path)
