"""The lock of a checkout, which only one ./do holds at a time."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator

from .errors import Trouble
from .paths import BUILD


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
