"""Ctrl-C at a better moment: what must not be cut in two waits to hear of it."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator

SIGNALS = {signal.SIGINT, signal.SIGTERM}


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Signals that come in here arrive at its end; processes begun in here hold them, too."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
