"""Copy and check submitted files, several at a time, each in a process with limits."""

from __future__ import annotations

import gc
import hashlib
import os
import re
import resource
import shutil
import signal
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

from ..check import collected
from ..check.evidence import Known
from ..check.rules import rules
from ..check.rules.plausible import literature
from ..common import parallel
from ..common.errors import Trouble
from ..common.named import escaped, opened
from ..common.process import SIGNALS, held
from ..machine.microarchitecture import TABLE, read_table
from ..results import archive, gunzip, sign
from .checked import Report, check

MEMORY = 1 << 30  # bytes to check a file; check needs half of it at most
# Seconds of processor time to check a file, and for each MiB of it; a full run takes 2 for each.
SECONDS, PER_MIB = 60, 10
LONGEST = 120  # letters of a name
PHASE = "check"  # on the bar
PATIENCE = 20  # seconds of wall time for each of processor time: machines may be busy
Made = TypeVar("Made")


@dataclass(frozen=True)
class Examined:
    """What is known about a file. It has no copy if it could not be read."""

    file: Path
    copy: Path | None = None
    size: int = 0
    sha256: str = ""  # of its bytes
    lines: str = ""  # SHA-256 of its result lines; empty if they could not be read
    signature: sign.Signature = field(default_factory=sign.Signature)
    report: Report | None = None  # None if its lines are known already
    complaint: str = ""  # why it could not be examined

    @property
    def errors(self) -> list[str]:
        """The reasons to refuse it, one line each."""
        found = [str(finding) for finding in self.report.errors] if self.report else []
        if not self.report and self.signature.state == sign.WRONG:
            found.append(self.signature.text)
        return [self.complaint, *found] if self.complaint else found

    def forget(self) -> None:
        """Remove the copy. A file that was kept has another name by now."""
        if self.copy:
            shutil.rmtree(self.copy.parent, ignore_errors=True)


@dataclass(frozen=True)
class Examiner:
    """Examines files. Those whose lines are `known` are not checked."""

    incoming: Path
    data: Path
    signers: Path
    known: frozenset[str]

    def all(self, files: Sequence[Path], jobs: int) -> Generator[Examined, None, None]:
        """The examined files, in order. Raises OSError if copies cannot be written."""
        workers, given = min(jobs, len(files)), list(enumerate(files))
        if workers < 2:
            _warm(self.data)
        return parallel.each(self.one, given, workers, _warm, (self.data,), PHASE)

    def one(self, job: tuple[int, Path]) -> Examined:
        """Examine a file. Its number makes a folder for the copy, which keeps its name."""
        number, file = job
        copy = self.incoming / str(number) / (plain(file.name) or "nameless")
        copy.parent.mkdir()
        try:
            size, sha256 = _copy(file, copy)
        except _Unreadable as error:
            return Examined(file, complaint=str(error))
        beside = sign.beside(copy)
        try:
            if os.path.lexists(sign.beside(file)):
                _copy(sign.beside(file), beside, sign.LARGEST + 1)
        except _Unreadable:
            beside.write_bytes(b"")  # which is no signature: what cannot be read is none either
        examined = Examined(file, copy, size, sha256)
        seconds = SECONDS + PER_MIB * size / gunzip.MIB
        # Read in this process, which remembers it for the next file.
        known = collected.load(self.data)
        try:
            return confined(partial(self._judge, examined, copy, known), seconds, MEMORY)
        except Exceeded as error:
            return replace(examined, complaint=f"checking it {error}")
        except Exception as error:  # a rule that fails must not take others' files with it
            why = f"{type(error).__name__}: {error}"
            return replace(examined, complaint=f"the check itself failed ({escaped(why):.200})")

    def _judge(self, examined: Examined, copy: Path, known: Sequence[Known]) -> Examined:
        """The file with the hash of its lines and, if they are not known, its findings."""
        examined = replace(examined, lines=lines_of(copy))
        if examined.lines in self.known:
            return replace(examined, signature=sign.verify(copy, self.signers))
        report = check(copy, self.data, self.signers, examined.file, known=known)
        return replace(examined, report=report, signature=report.signature)


def _warm(data: Path) -> None:
    """Load once what every check needs: processes of files begin as copies of this one."""
    rules()
    collected.load(data)
    read_table(TABLE)
    literature()
    time.strptime("1", "%d")  # the first call imports a module, and makes tables of names
    gc.freeze()  # a garbage collection in a copy would make it copy all of this memory


def plain(name: str) -> str:
    """A stranger's file name with only harmless characters."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", name).lstrip(".-")[:LONGEST]


class _Unreadable(Exception):
    """Raised with the reason why a file that was sent cannot be read."""


def _copy(file: Path, copy: Path, most: int = gunzip.MOST_IN + 1) -> tuple[int, str]:
    """Copy at most `most` bytes to the disk; return the size of the copy and its SHA-256."""
    try:
        with opened(file) as source:
            content = source.read(most)
    except OSError as error:
        raise _Unreadable(f"cannot be read: {error.strerror}") from error
    with copy.open("xb") as target:
        target.write(content)
        target.flush()
        os.fsync(target.fileno())
    return len(content), hashlib.sha256(content).hexdigest()


def lines_of(file: Path) -> str:
    """SHA-256 of the result lines; empty if they cannot be read."""
    try:
        return archive.lines_of(file)
    except Trouble:
        return ""  # the check says why


class Exceeded(Exception):
    """Raised with the limit that a function went beyond."""


def confined(function: Callable[[], Made], seconds: float, memory: int) -> Made:
    """The result of a function that may take so many seconds of processor time, and bytes of
    address space beyond those that this process has.

    Raises Exceeded when it wants more, and what the function raises. Whatever it does, this
    process goes on: the other one is killed, at the latest when this one ends.
    """
    receive, send = parallel.FORK.Pipe(duplex=False)
    limits, late = (int(seconds) + 1, memory), f"takes more than {seconds:.0f} seconds"
    process = parallel.FORK.Process(target=_serve, args=(function, *limits, send, os.getpid()))
    try:
        with held():
            process.start()
        send.close()
        if not receive.poll(PATIENCE * seconds):
            raise Exceeded(late)
        try:
            made, error = receive.recv()
        except (EOFError, OSError) as cut:
            process.join()
            if process.exitcode == -signal.SIGXCPU:
                raise Exceeded(late) from cut
            status = f"status {process.exitcode}"
            raise Exceeded(f"ended its process ({status}), perhaps for want of memory") from cut
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


def _serve(
    function: Callable[[], object], seconds: int, memory: int, send: Connection, parent: int
) -> None:
    """Send the result, or the exception, through the pipe, and end this process."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        # Before the limit of memory: a thread that gets none would be waited for without end.
        parallel.end_with(parent)
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
