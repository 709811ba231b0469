"""One ./do at a time in a checkout."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator

from .errors import Trouble
from .paths import BUILD


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Two runs in one checkout would disturb each other: Trouble when there is one already."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as e:
            raise Trouble(
                f"{BUILD}: another ./do is at work here. Wait for it to end, or stop it."
            ) from e
        yield
