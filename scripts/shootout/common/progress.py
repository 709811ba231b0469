"""One bar and one time left for all phases of a command; without a terminal a line now and then.

Between two phases, and in a command that has none, the bar says how long that has taken.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import stat
import sys
import threading
import time
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO, TypeVar, cast

from . import named
from .atomic import appear
from .terminal import Shared, folded

QUIET_SECONDS = 30  # between two lines where there is no terminal
BEAT = 1.0  # seconds after which the bar is drawn again, though nothing has happened
SURE = 2.0  # seconds of a phase after which its own pace counts, not that of the run before
FEW = 5.0  # seconds of phases that tell little of how fast the machine is
WIDEST = 30  # characters of the bar

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Rate:
    """What a phase takes: its steps for each unit of the plan, and seconds for each step."""

    steps: float
    seconds: float
    quick: float | None = None  # the steps in a quick run, if they are not as many


class Forecast:
    """The rates of phases, by their names: those of the last run, kept in a file, or `usual`, times
    how much slower the machine is now."""

    def __init__(self, file: Path | None = None, usual: Mapping[str, Rate] | None = None) -> None:
        self.file, self.usual, self.last = file, dict(usual or {}), dict[str, Rate]()
        self.known = ChainMap(self.last, self.usual)
        self.learned = dict[str, Rate]()  # in this run
        self.seen = dict[str, tuple[float, float]]()  # seconds it took, and would have taken before
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
            found = json.loads(file.read_text()) if file else {}
            self.last.update({name: Rate(*map(float, rate)) for name, rate in found.items()})

    def rate(self, phase: str) -> Rate | None:
        """The rate of a phase; None if nothing is known of it."""
        old = self.known.get(phase)
        took, before = map(sum, zip((FEW, FEW), *self.seen.values()))
        now = old and replace(old, seconds=old.seconds * took / before)
        return self.learned.get(phase) or now

    def note(self, phase: str, units: int, steps: int, seconds: float, *, ended: bool) -> None:
        """Learn from a phase: it took so many steps for these units of the plan.

        Steps whose work was kept from before take no time: the old rate counts for half, and they
        tell nothing of the machine.
        """
        if units and steps:
            old = self.known.get(phase)
            least = old.seconds / 2 if old else 0.0
            if old and seconds > least * steps:
                self.seen[phase] = seconds, old.seconds * steps
            if ended:
                self.learned[phase] = Rate(steps / units, max(seconds / steps, least))

    def save(self) -> None:
        """Write the rates; a full disk is no reason to fail."""
        if self.file:
            learned = sorted({**self.last, **self.learned}.items())
            rates = {name: (r.steps, r.seconds) for name, r in learned}
            with contextlib.suppress(OSError):
                self.file.parent.mkdir(parents=True, exist_ok=True)
                with appear(self.file, replace=True) as file:
                    file.write(json.dumps(rates, indent=1).encode())


@dataclass
class Phase:
    """A phase of a plan: its units there, its steps, those done, and the seconds it took."""

    name: str
    units: int = 0
    total: int = 0
    done: int = 0
    spent: float = 0.0  # seconds until it was last left
    at: float = 0.0  # seconds that it had taken when the last step was done
    since: float | None = None  # when it started, or went on; None while another one is active

    @property
    def took(self) -> float:
        """The seconds that it took so far."""
        return self.spent + (0.0 if self.since is None else time.monotonic() - self.since)

    def left(self, rate: Rate | None) -> float | None:
        """The seconds left, by its own pace or its usual rate; None if neither is known."""
        if self.done and (self.at >= SURE or not rate):
            pace = self.at / self.done
        elif rate:
            pace = rate.seconds
        else:
            return None
        # A phase may be announced in parts: what it took before counts as left until it is past.
        steps = max(self.total, rate.steps * self.units if rate else 0)
        return max(0.0, pace * (steps - self.done) - (self.took - self.at))


@dataclass
class Progress:
    """The phases of a command that are not through, the current one first.

    A thread draws the bar every second, so that a terminal is never silent.
    """

    plain: bool = False
    mute: bool = False  # in processes that work for another one
    quiet: bool = False  # whether a phase is announced only on a terminal, or if it takes long
    stream: TextIO | None = None  # standard error if it is None
    forecast: Forecast = field(default_factory=Forecast)
    ahead: list[Phase] = field(default_factory=list)
    planned: bool = False  # whether all phases are known
    command: str = ""  # what is going on where no phase is active; empty: that is not shown
    visible: bool = False  # whether the bar is on the screen
    waiting: bool = False  # whether the last line has no end yet: perhaps it asks something
    began: float = 0.0  # when the first phase started
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

    @property
    def active(self) -> Phase | None:
        """The phase that has begun and not ended."""
        return self.ahead[0] if self.ahead and self.ahead[0].since is not None else None

    def plan(self, phases: Mapping[str, Rate], units: int, quick: bool = False) -> None:
        """Add phases to the end of the plan, each of so many units, with their usual rates."""
        for name, rate in phases.items():
            steps = rate.quick if quick and rate.quick is not None else rate.steps
            self.forecast.usual[name] = replace(rate, steps=steps)
        self.ahead += [Phase(name, units) for name in phases if units]
        self.planned, self.most = True, 0.0

    def drop(self, names: Iterable[str]) -> None:
        """Take phases out of the plan whose work is done beside others."""
        self.ahead = [phase for phase in self.ahead if phase.name not in set(names)]

    def watch(self, command: str) -> None:
        """Show this command where it is silent between phases, until `leave`.

        Not where it prints into a pipe: a pager has the whole screen.
        """
        if not self.drawn or self.mute:
            return
        with self._lock:
            if not isinstance(sys.stderr, Shared):
                for name in ("stdout", "stderr"):
                    if getattr(sys, name).isatty():
                        setattr(sys, name, Shared(getattr(sys, name), self.heard))
                self.began = self.shown = time.monotonic()
            self.command = "" if stat.S_ISFIFO(os.fstat(1).st_mode) else command
            self._start_beating()

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

    def start(self, name: str, total: int) -> None:
        """Begin a phase of `total` steps, or go on with it; phases planned before it are past."""
        with self._lock:
            self._end()
            names = [phase.name for phase in self.ahead]
            if name in names:
                self._pass(names.index(name))
            else:
                self._pass(int(bool(self.ahead and self.ahead[0].total)))  # that was begun
                self.ahead.insert(0, Phase(name))
            phase = self.ahead[0]
            phase.total = phase.done + total
            phase.since = self.shown = time.monotonic()
            self.began = self.began or phase.since
            if self.drawn or not (self.quiet or phase.done):
                self._show()
            self._start_beating()

    def _pass(self, count: int) -> None:
        """Leave the first phases behind, and learn what they took."""
        for phase in self.ahead[:count]:
            self.forecast.note(phase.name, phase.units, phase.done, phase.spent, ended=True)
        del self.ahead[:count]

    def step(self, to: int | None = None) -> None:
        """Count one more step, or set the number of steps done."""
        with self._lock:
            if not self.ahead:
                return
            phase = self.ahead[0]
            phase.done = phase.done + 1 if to is None else to
            phase.at, phase.total = phase.took, max(phase.total, phase.done)
            if phase.at >= SURE:
                self.forecast.note(phase.name, phase.units, phase.done, phase.at, ended=False)
            if time.monotonic() - self.shown >= (0.1 if self.drawn else QUIET_SECONDS):
                self._show()

    def each(self, name: str, things: Sequence[Thing]) -> Iterable[Thing]:
        """The things, each a step of a phase, which ends with the last one."""
        self.start(name, len(things))
        try:
            for thing in things:
                yield thing
                self.step()
        finally:
            self.finish()

    def say(self, text: str) -> None:
        """Print a line above the bar; nothing in it drives the terminal."""
        self._print(folded(named.lines(text)), self.err)

    def tell(self, text: str) -> None:
        """Print a line on standard output, above the bar."""
        self._print(text, sys.stdout)

    def _print(self, text: str, stream: TextIO) -> None:
        with self._lock:
            self.heard("\n")
            print(text, file=stream, flush=True)

    def finish(self) -> None:
        """Take the bar off the screen until the next phase starts."""
        with self._lock:
            self._clear()
            self._end()

    def over(self) -> None:
        """End the plan, and remember what its phases took."""
        self.finish()
        self._pass(len(self.ahead))
        self.forecast.save()
        self.began, self.most, self.end, self.planned = 0.0, 0.0, None, False

    def silence(self) -> None:
        """Draw nothing in this process, which works for another one."""
        # The thread that draws may have held the lock when this process was forked.
        self.mute, self._lock = True, threading.RLock()

    def left(self) -> float | None:
        """The seconds left for phases whose pace is known, or of the budget; None if unknown."""
        if self.end is not None:
            return max(0.0, self.end - time.monotonic())
        found = [phase.left(self.forecast.rate(phase.name)) for phase in self.ahead]
        known = [seconds for seconds in found if seconds is not None]
        return sum(known) if known or self.planned else None

    def _end(self) -> None:
        """Stop the clock of the current phase."""
        if phase := self.active:
            phase.spent, phase.since = phase.took, None

    def _words(self) -> tuple[float, str]:
        """The part of the plan that is done, and what is said of it."""
        text, part, left = self.command, 0.0, self.left()
        if phase := self.active:
            text = phase.name + (f": {phase.done}/{phase.total}" if phase.total > 1 else "")
            part = phase.done / phase.total if phase.total else 0.0
        spent = time.monotonic() - self.began if self.began else 0.0
        if self.planned and left is not None:
            part = self.most = max(self.most, spent / (spent + left) if spent + left else 0.0)
        elif spent < 1:
            return part, text
        elif not (left and self.active):
            return part, f"{text}, {spent:.0f} s so far"
        return part, f"{text}, {duration(left or 0)} left"

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
        if room > 4 and (self.active or self.planned):
            text = f"[{'#' * round(room * min(part, 1.0)):.<{room}}] {text}"
        self.visible = True
        self._write(f"\r\x1b[K{text[:columns]}")

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


def duration(seconds: float) -> str:
    """A duration in a unit that fits."""
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"


BAR = Progress(quiet=True)  # of this process
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=BAR.silence)
