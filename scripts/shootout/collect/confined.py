"""A function in a process of its own, with limits of time and memory."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from ..common import interrupts

Made = TypeVar("Made")
PATIENCE = 20  # seconds of wall time for each of processor time: machines may be busy
FORK = multiprocessing.get_context("fork")


class Exceeded(Exception):
    """Raised with the limit that a function went beyond."""


def confined(function: Callable[[], Made], seconds: float, memory: int) -> Made:
    """The result of a function that may take so many seconds of processor time, and bytes of
    address space beyond those that this process has.

    Raises Exceeded when it wants more, and what the function raises. Whatever it does, this
    process goes on: the other one is killed, at the latest when this one ends.
    """
    receive, send = FORK.Pipe(duplex=False)
    limits, late = (int(seconds) + 1, memory), f"takes more than {seconds:.0f} seconds"
    process = FORK.Process(target=_serve, args=(function, *limits, send, os.getpid()))
    try:
        with interrupts.held():
            process.start()
        send.close()
        if not receive.poll(PATIENCE * seconds):
            raise Exceeded(late)
        made, error = _received(receive, process, late)
    finally:
        receive.close()
        if process.pid:
            process.kill()
            process.join()
    if isinstance(error, MemoryError):
        raise Exceeded("needs too much memory")
    if error:
        raise error
    result: Made = made
    return result


def _received(
    receive: Connection, process: BaseProcess, late: str
) -> tuple[Any, BaseException | None]:
    """What a process sends; Exceeded if it ends before, with the words `late` if that is why."""
    try:
        made: tuple[Any, BaseException | None] = receive.recv()
    except (EOFError, OSError) as cut:
        process.join()
        status = process.exitcode
        if status == -signal.SIGXCPU:
            raise Exceeded(late) from cut
        raise Exceeded(f"ended its process (status {status}), perhaps for want of memory") from cut
    return made


def _serve(
    function: Callable[[], object], seconds: int, memory: int, send: Connection, parent: int
) -> None:
    """Send the result, or the exception, through the pipe, and end this process."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, interrupts.SIGNALS)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        # Before the limit of memory: a thread that gets none would be waited for without end.
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
        resource.setrlimit(resource.RLIMIT_AS, (memory + _mapped(), resource.RLIM_INFINITY))
        try:
            told: tuple[object, BaseException | None] = (function(), None)
        except Exception as error:
            told = (None, error)
        try:
            send.send(told)
        except Exception as error:  # of an exception that cannot be pickled, its words
            send.send((None, RuntimeError(f"{told[1] or error}")))
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


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)
