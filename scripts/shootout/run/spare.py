"""Spare CPUs: while one CPU times, what comes next is built and verified on others, or warms up.

Only where a probe shows that the timed core is as fast and as much alone as without that; else
one thing is done after the other.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace

from ..build.cells import Cell
from ..common.parallel import FORK, end_with
from ..common.process import SIGNALS, held, pinned, start
from ..common.progress import BAR
from ..machine import counter, target
from ..machine.counter import Counters
from .language import Part
from .state import Run
from .verdicts import to_try
from .verify import try_all

LOAD = (sys.executable, "-S", "-c", "while True: pass")
AGREE = 0.99  # part of the pace that a loaded machine has to come up to
ALONE = 0.9  # the same of the time alone, which differs by that from probe to probe of an idle one
TRIES = 3  # another guest of the host may disturb one; work on spare CPUs would disturb all
PATIENCE = 2.0  # seconds that the process on spare CPUs has to end


def probe(run: Run, cell: Cell, idle: Counters) -> frozenset[int]:
    """The CPUs that may work while another one times: none with one job, or if work on them slows
    the timed core. `idle` has the counters of the cell's ABI, found while nothing else ran."""
    if run.core is None or not hasattr(os, "sched_setaffinity"):
        return frozenset()
    free = os.sched_getaffinity(0).difference(
        [run.core], target.numbered(target.siblings(run.core))
    )
    chosen = sorted(free)[: run.options.jobs - 1]
    load: list[subprocess.Popen[bytes]] = []
    try:
        for cpu in chosen:
            load.append(start(pinned(LOAD, cpu), stdout=subprocess.DEVNULL))
        tries = (counter.probe(cell.base, cell.compiler.runner, run.core) for _ in range(TRIES))
        fair = any(
            busy.pace >= AGREE * idle.pace and busy.alone >= ALONE * idle.alone for busy in tries
        )
    finally:
        for each in load:
            each.kill()
            each.wait()
    return frozenset(chosen) if fair else frozenset()


def judges(run: Run) -> Executor:
    """What judges processes that have ended: a thread, on spare CPUs if there are any."""
    if not run.spare:
        return ThreadPoolExecutor(1)
    # A thread's number 0 is itself, not its process.
    return ThreadPoolExecutor(1, initializer=os.sched_setaffinity, initargs=(0, run.spare))


@contextlib.contextmanager
def ahead(run: Run, parts: Sequence[Part], last: Callable[[], object]) -> Iterator[None]:
    """A context in which the parts are built and verified on spare CPUs, and then `last` is done.

    What is found out lies in build/, where the run finds it when it comes to these parts; it ends
    what is not done by then, and does it with all CPUs.
    """
    if not run.spare:
        yield
        return
    with held():
        # No daemon: these may have no processes of their own, which `last` reads files with.
        worker = FORK.Process(target=_work, args=(os.getpid(), run, parts, last))
        worker.start()
    try:
        yield
    finally:
        worker.terminate()
        worker.join(PATIENCE)
        worker.kill()
        worker.join()


def _work(parent: int, run: Run, parts: Sequence[Part], last: Callable[[], object]) -> None:
    """The life of the process on spare CPUs. It says nothing: what fails here fails again when the
    run comes to it, and is told then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the run, which ends this process
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    BAR.silence()
    silent = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silent, stream)
    end_with(parent)
    with contextlib.suppress(BaseException):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        os.sched_setaffinity(0, run.spare)
        run.options = replace(run.options, jobs=len(run.spare))
        for part in parts:
            part.language.build(run, part.cells)
            try_all(to_try(part.cells)[0], run.options.jobs, run.options.timeout)
        last()
    os._exit(0)
