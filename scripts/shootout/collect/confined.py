"""A function in a process of its own, with limits of time and memory."""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import select
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ..common.process import SIGNALS, held

Made = TypeVar("Made")
PATIENCE = 20  # seconds of wall time for each of processor time: machines may be busy


class Exceeded(Exception):
    """Raised with the limit that a function went beyond."""


def confined(function: Callable[[], Made], seconds: float, memory: int) -> Made:
    """The result of a function that may take so many seconds of processor time, and bytes of
    address space beyond those that this process has.

    Raises Exceeded when it wants more, and what the function raises. Whatever it does, this
    process goes on: the other one is killed, at the latest when this one ends.
    """
    parent = os.getpid()
    receive, send = os.pipe()
    child = 0
    try:
        with held():
            child = os.fork()
            if not child:
                _serve(function, int(seconds) + 1, memory, send, parent)
        os.close(send)
        send = -1
        content, late = _received(receive, time.monotonic() + PATIENCE * seconds)
    finally:
        os.close(receive)
        if send >= 0:
            os.close(send)
        if child:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
    if late or (killed and not content):
        raise Exceeded(f"takes more than {seconds:.0f} seconds")
    made: Made = _result(content, status)
    return made


def _received(descriptor: int, end: float) -> tuple[bytes, bool]:
    """What comes through a pipe, and whether its end did not come in time."""
    parts: list[bytes] = []
    waiting = select.poll()  # select() takes no descriptors from 1024 on
    waiting.register(descriptor, select.POLLIN)
    while True:
        left = end - time.monotonic()
        if left <= 0 or not waiting.poll(left * 1000):
            return b"", True
        part = os.read(descriptor, 1 << 16)
        if not part:
            return b"".join(parts), False
        parts.append(part)


def _result(content: bytes, status: int) -> Any:
    try:
        made, error = pickle.loads(content)
    except (EOFError, pickle.UnpicklingError) as cut:
        raise Exceeded(f"ended its process (status {status}), perhaps for want of memory") from cut
    if isinstance(error, MemoryError):
        raise Exceeded("needs too much memory")
    if error:
        raise error
    return made


def _serve(
    function: Callable[[], object], seconds: int, memory: int, send: int, parent: int
) -> None:
    """Write the pickled result, or the exception, to the pipe, and end this process."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        # Before the limit of memory: a thread that gets none would be waited for without end.
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
        resource.setrlimit(resource.RLIMIT_AS, (memory + _mapped(), resource.RLIM_INFINITY))
        try:
            told: tuple[object, BaseException | None] = (function(), None)
        except Exception as error:
            told = (None, error)
        content = _pickled(told)
        while content:
            content = content[os.write(send, content) :]
    finally:
        os._exit(0)


def _mapped() -> int:
    """The bytes of address space that this process has; those of its libraries are no fault of
    what it reads."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (OSError, ValueError):  # a system that limits no address space
        return 0
    return pages * resource.getpagesize()


def _pickled(told: tuple[object, BaseException | None]) -> bytes:
    try:
        return pickle.dumps(told)
    except Exception as error:  # of an exception that cannot be pickled, its words
        return pickle.dumps((None, RuntimeError(f"{told[1] or error}")))


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)
