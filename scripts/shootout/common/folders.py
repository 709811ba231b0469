"""Folders in places where everybody may make some, as /tmp."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from .errors import Trouble
from .paths import BUILD, ROOT


def claim(folder: Path) -> None:
    """Make the folder ours where it, or one that it is in, lies in such a place.

    Whoever makes a folder there first may put programs into it for us to run. So what is missing
    is made for us alone, and what is there has to be ours, the system's, or of the owner of this
    checkout, no link, and closed to others. A place without a sticky bit is the user's own affair.
    Raises Trouble for a folder of somebody else.
    """
    for path in (*reversed(folder.absolute().parents), folder.absolute()):
        try:
            place = path.parent.stat().st_mode
        except OSError:
            return  # who needs it says so
        if not place & stat.S_ISVTX or not place & stat.S_IWOTH:
            continue
        with contextlib.suppress(OSError):
            path.mkdir(0o700)
        try:
            found = path.lstat()
        except OSError:
            return
        ours = found.st_uid in (os.geteuid(), 0, ROOT.stat().st_uid)
        if not ours or not stat.S_ISDIR(found.st_mode) or found.st_mode & stat.S_IWOTH:
            raise Trouble(
                f"{path}: not a folder of ours alone, and everybody may write in {path.parent}. "
                "Remove it, or name another place."
            )


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """A context in which no other run works in this checkout; Trouble if one does already."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as e:
            raise Trouble(
                f"{BUILD}: another ./do is at work here. Wait for it to end, or stop it."
            ) from e
        yield
