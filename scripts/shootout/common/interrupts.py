"""Critical sections: SIGINT and SIGTERM are delayed until their end."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator

SIGNALS = {signal.SIGINT, signal.SIGTERM}


@contextlib.contextmanager
def held() -> Iterator[None]:
    """A context that delays SIGINT and SIGTERM. Processes started in it inherit the mask."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
