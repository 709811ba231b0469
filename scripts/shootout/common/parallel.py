"""A parallel map over processes, which end when their parent does, by Ctrl-C or by kill -9."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from .errors import Trouble
from .process import SIGNALS, held
from .progress import BAR

Thing = TypeVar("Thing")
Made = TypeVar("Made")
Prepare = Callable[..., object]
# Workers are children of this process, and have what it has: since Python 3.14 not by default.
FORK = multiprocessing.get_context(None if sys.platform == "darwin" else "fork")


def cpus(things: int) -> int:
    """The number of worker processes that so many things can keep busy here."""
    return min(things, default_jobs())


def each(
    function: Callable[[Thing], Made],
    things: Sequence[Thing],
    workers: int,
    prepare: Prepare = bool,
    given: tuple[Any, ...] = (),
    phase: str = "",
) -> Generator[Made, None, None]:
    """The function's results for the things, in their order; `phase` is their name on the bar.

    With fewer than two workers it runs in this process; otherwise in processes that first call
    `prepare(*given)`, and end at once when this generator is closed. Raises what the function
    raises, and Trouble when a worker was killed.
    """
    results = _each(function, things, workers, prepare, given)
    if not phase:
        yield from results
        return
    BAR.start(phase, len(things))
    try:
        for result in results:
            BAR.step()
            yield result
    finally:
        results.close()
        BAR.finish()


def _each(
    function: Callable[[Thing], Made], things: Sequence[Thing], workers: int, prepare: Prepare,
    given: tuple[Any, ...],
) -> Generator[Made, None, None]:  # fmt: skip
    if workers < 2:
        yield from map(function, things)
        return
    made: deque[Future[Path]] = deque()
    ended: SimpleQueue[None] = SimpleQueue()
    # Workers get all things when they begin, and then numbers, and results are files: a pool hangs
    # if its processes are killed while a large thing is on its way to or from them.
    folder = TemporaryDirectory(prefix="shootout-")
    begin = os.getpid(), function, things, Path(folder.name), prepare, given
    try:
        pool = ProcessPoolExecutor(workers, FORK, initializer=_begin, initargs=begin)
    except (OSError, ImportError, NotImplementedError) as error:
        raise Trouble(
            f"no worker processes: {error}. Python's need /dev/shm: mount it (mount -t tmpfs none "
            "/dev/shm), then try again."
        ) from None
    try:
        with held():
            made = deque(pool.submit(_work, i) for i in range(len(things)))
            for future in made:
                future.add_done_callback(lambda _: ended.put(None))
        while made:
            file = _result(made[0], ended)
            yield pickle.loads(file.read_bytes())
            file.unlink()
            made.popleft()
    except BrokenProcessPool as error:
        raise Trouble(
            f"one of {workers} worker processes was killed, perhaps because memory ran out. "
            "What was finished before is whole; free some memory, then try again."
        ) from error
    finally:
        if made:  # nobody will read the other results
            for process in multiprocessing.active_children():
                process.kill()
        pool.shutdown()
        folder.cleanup()


def _result(future: Future[Path], ended: SimpleQueue[None]) -> Path:
    """The future's result, when it is there: every future that ends puts something into `ended`.

    Ctrl-C in a future's own wait can leave its lock released twice, a RuntimeError.
    """
    while True:
        with held():
            if future.done():
                return future.result()
        ended.get()


_task: tuple[Callable[[Any], Any], Sequence[Any], Path]  # of a worker: function, things, results


def _work(number: int) -> Path:
    function, things, results = _task
    file = results / str(number)
    file.write_bytes(pickle.dumps(function(things[number])))
    return file


def _begin(
    parent: int, function: Callable[[Any], Any], things: Sequence[Any], results: Path,
    prepare: Prepare, given: Iterable[Any],
) -> None:  # fmt: skip
    global _task
    _task = function, things, results
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    BAR.silence()

    end_with(parent)
    prepare(*given)


def end_with(parent: int) -> None:
    """End this process as soon as its parent has ended."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def default_jobs() -> int:
    """The number of CPUs that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
