"""One bar and one time left for all phases of a command; without a terminal a line now and then.

A terminal is never silent: between two phases, and in a command that has none, the bar says how
long the command has taken.
"""

from __future__ import annotations

import math
import os
import shutil
import stat
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO, TypeVar, cast

from . import named
from .forecast import Forecast, Rate
from .terminal import Shared, folded

QUIET_SECONDS = 30  # between two lines where there is no terminal
BEAT = 1.0  # seconds after which the bar is drawn again, though nothing has happened
SURE = 2.0  # seconds of a phase after which its own pace counts, not that of the run before
WIDEST = 30  # characters of the bar

Thing = TypeVar("Thing")


@dataclass
class Phase:
    """A phase of a plan: its units there, its steps, those done, and the seconds it took.

    `at` is the number of seconds that it had taken when the last step was done. Steps may differ:
    `work` is then what each takes, in any unit.
    """

    name: str
    units: int = 0
    total: int = 0
    done: int = 0
    spent: float = 0.0
    at: float = 0.0
    work: Sequence[float] = ()

    @property
    def part(self) -> float:
        """The part of its steps that is done, by their work."""
        if self.work:
            return math.fsum(self.work[: self.done]) / math.fsum(self.work)
        return self.done / self.total if self.total else 0.0


@dataclass
class Progress:
    """The phases of a command, the current one first, and those that are through.

    A thread draws the bar every second, so that a terminal is never silent.
    """

    plain: bool = False
    mute: bool = False  # in processes that work for another one
    quiet: bool = False  # whether a phase is announced only on a terminal, or if it takes long
    stream: TextIO | None = None  # standard error if it is None
    forecast: Forecast = field(default_factory=Forecast)
    ahead: list[Phase] = field(default_factory=list)
    past: list[Phase] = field(default_factory=list)
    planned: bool = False  # whether all phases are known
    active: bool = False  # whether a phase has begun and not ended
    command: str = ""  # what is going on where no phase is active; empty: that is not shown
    visible: bool = False  # whether the bar is on the screen
    waiting: bool = False  # whether the last line has no end yet: perhaps it asks something
    began: float = 0.0  # when the first phase started
    since: float = 0.0  # when the current phase started, or went on
    shown: float = 0.0
    end: float | None = None  # when the command ends, if it has a budget of time
    most: float = 0.0  # the largest part of the plan that was ever shown
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _beating: bool = False

    @property
    def err(self) -> TextIO:
        """Where the bar is, below what takes it off when others print there."""
        return self.stream or cast(TextIO, getattr(sys.stderr, "under", sys.stderr))

    @property
    def drawn(self) -> bool:
        """Whether there is a bar, not a line now and then."""
        return not self.plain and self.err.isatty()

    def plan(self, phases: Mapping[str, Rate], units: int) -> None:
        """Add phases to the end of the plan, each of so many units, with their usual rates."""
        self.forecast.usual.update(phases)
        self.ahead += [Phase(name, units) for name in phases if units]
        self.planned, self.most = True, 0.0

    def watch(self, command: str) -> None:
        """Show this command where it is silent between phases, until `leave`.

        All that is printed takes the bar off before. Without a phase nothing is shown if what
        the command prints goes into a pipe: a pager has the whole screen.
        """
        if not self.drawn or self.mute:
            return
        with self._lock:
            if not isinstance(sys.stderr, Shared):
                sys.stdout, sys.stderr = map(self._shared, (sys.stdout, sys.stderr))
                self.began = self.shown = time.monotonic()
            self.command = "" if stat.S_ISFIFO(os.fstat(1).st_mode) else command
            self._start_beating()

    def _shared(self, stream: TextIO) -> TextIO:
        return cast(TextIO, Shared(stream, self.heard)) if stream.isatty() else stream

    def leave(self) -> None:
        """Take the bar off the screen, and show nothing until the next phase starts."""
        with self._lock:
            self.finish()
            self.command = ""

    def heard(self, text: str) -> None:
        """Make room for a text that is about to be printed."""
        if self.mute or not text:
            return
        with self._lock:
            self._clear()
            self.shown, self.waiting = time.monotonic(), not text.endswith("\n")

    def start(self, name: str, total: int, work: Sequence[float] = ()) -> None:
        """Begin a phase of `total` steps, or go on with it; phases planned before it are past.

        `work` is what each step takes, if they are unlike.
        """
        with self._lock:
            self._end()
            names = [phase.name for phase in self.ahead]
            if name in names:
                self.past += self.ahead[: names.index(name)]
                del self.ahead[: names.index(name)]
            else:
                if self.ahead and self.ahead[0].total:  # it was begun, and this one follows it
                    self.past.append(self.ahead.pop(0))
                self.ahead.insert(0, Phase(name, total))
            phase = self.ahead[0]
            phase.total = phase.done + total
            phase.work = work if len(work) == phase.total and any(work) else ()
            self.active = True
            self.since = self.shown = time.monotonic()
            self.began = self.began or self.since
            if self.drawn or not (self.quiet or phase.done):
                self._show()
            self._start_beating()

    def step(self, to: int | None = None) -> None:
        """Count one more step, or set the number of steps done."""
        with self._lock:
            if not self.ahead:
                return
            phase = self.ahead[0]
            phase.done = phase.done + 1 if to is None else to
            phase.at = self._spent(phase)
            phase.total = max(phase.total, phase.done)
            if time.monotonic() - self.shown >= (0.1 if self.drawn else QUIET_SECONDS):
                self._show()

    def each(self, name: str, things: Sequence[Thing]) -> Iterable[Thing]:
        """The things, each a step of a phase, which ends with the last one."""
        self.start(name, len(things), works(things))
        try:
            for thing in things:
                yield thing
                self.step()
        finally:
            self.finish()

    def say(self, text: str) -> None:
        """Print a line above the bar; nothing in it drives the terminal."""
        with self._lock:
            self.heard("\n")
            print(folded(named.lines(text)), file=self.err, flush=True)

    def tell(self, text: str) -> None:
        """Print a line on standard output, above the bar."""
        with self._lock:
            self.heard("\n")
            print(text, flush=True)

    def finish(self) -> None:
        """Take the bar off the screen until the next phase starts."""
        with self._lock:
            self._clear()
            self._end()

    def over(self) -> None:
        """End the plan, and remember what its phases took."""
        self.finish()
        for phase in (*self.past, *self.ahead):
            self.forecast.note(phase.name, phase.units, phase.done, phase.spent)
        self.forecast.save()
        self.past, self.ahead, self.began, self.most, self.end = [], [], 0.0, 0.0, None
        self.planned = False

    def silence(self) -> None:
        """Draw nothing in this process, which works for another one.

        The thread that draws may have held the lock when this process was forked.
        """
        self.mute, self._lock = True, threading.RLock()

    def left(self) -> float | None:
        """The seconds left for the phases whose pace is known; None if there is no such phase.

        A command with a budget ends with it.
        """
        if self.end is not None:
            return max(0.0, self.end - time.monotonic())
        found = [self._left(phase) for phase in self.ahead]
        known = [seconds for seconds in found if seconds is not None]
        return sum(known) if known or self.planned else None

    def _left(self, phase: Phase) -> float | None:
        rate = self.forecast.rate(phase.name)
        spent = self._spent(phase)
        if phase.done and (phase.at >= SURE or not rate):
            seconds = phase.at / phase.done
        elif rate:
            seconds = rate.seconds
        else:
            return None
        if phase.work and phase.done and phase.at >= SURE:
            return max(0.0, phase.at / phase.part * (1 - phase.part) - (spent - phase.at))
        # A phase may be announced in parts: what it took before counts as left until it is past.
        steps = max(phase.total, rate.steps * phase.units if rate else 0)
        return max(0.0, seconds * (steps - phase.done) - (spent - phase.at))

    def _spent(self, phase: Phase) -> float:
        now = self.active and self.ahead and self.ahead[0] is phase
        return phase.spent + (time.monotonic() - self.since if now else 0.0)

    def _end(self) -> None:
        """Stop the clock of the current phase."""
        if self.active:
            self.ahead[0].spent = self._spent(self.ahead[0])
            self.active = False

    def _words(self) -> tuple[float, str]:
        """The part of the plan that is done, and what is said of it."""
        text, part, left = self.command, 0.0, self.left()
        if self.active:
            phase = self.ahead[0]
            text = phase.name + (f": {phase.done}/{phase.total}" if phase.total > 1 else "")
            part = phase.part
        spent = time.monotonic() - self.began if self.began else 0.0
        if left is None or not self.planned:
            if left and spent >= 1 and self.active:
                return part, f"{text}, {duration(left)} left"
            return part, text + (f", {spent:.0f} s so far" if spent >= 1 else "")
        self.most = max(self.most, spent / (spent + left) if spent + left else 0.0)
        return self.most, f"{text}, {duration(left)} left"

    def _show(self) -> None:
        """Draw the bar, or print the line that stands for it."""
        if not (self.active or self.command) or self.mute:
            return
        self.shown = time.monotonic()
        part, text = self._words()
        if not self.drawn:
            print(text, file=self.err, flush=True)
            return
        columns = shutil.get_terminal_size().columns - 1
        room = min(WIDEST, columns - len(text) - 3)
        full = round(room * min(part, 1.0))
        known = room > 4 and (self.active or self.planned)
        bar = f"[{'#' * full}{'.' * (room - full)}] " if known else ""
        self.visible = True
        self._write(f"\r\x1b[K{bar}{text[:columns]}")

    def _clear(self) -> None:
        if self.visible and not self.mute:
            self.visible = False
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        """Write at once, not into a buffer: a process may be forked at any time."""
        try:
            os.write(self.err.fileno(), text.encode("ascii", "replace"))
        except OSError:  # the terminal is gone, or a stream without a file
            self.plain = True

    def _start_beating(self) -> None:
        if self.drawn and not self._beating and not self.mute:
            self._beating = True
            threading.Thread(target=self._beat, daemon=True).start()

    def _beat(self) -> None:
        while True:
            time.sleep(BEAT / 2)
            with self._lock:
                known = self.active or (self.command and not self.waiting)
                if known and self.drawn and time.monotonic() - self.shown >= BEAT:
                    self._show()


def works(things: Sequence[object]) -> list[float]:
    """What each of some files takes, by its size; empty for other things."""
    files = [thing for thing in things if isinstance(thing, Path)]
    if len(files) < len(things):
        return []
    return [file.stat().st_size if file.is_file() else 0 for file in files]


def duration(seconds: float) -> str:
    """A duration in a unit that fits."""
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"


BAR = Progress(quiet=True)  # of this process
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=BAR.silence)
