"""A progress bar on a terminal; elsewhere a line now and then."""

from __future__ import annotations

import shutil
import sys
import time
from dataclasses import dataclass, field
from typing import TextIO

QUIET_SECONDS = 30  # between two lines where there is no terminal


@dataclass
class Progress:
    """The steps done and planned of the current phase."""

    plain: bool = False
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    phase: str = ""
    total: int = 0
    done: int = 0
    started: float = 0.0
    shown: float = 0.0

    @property
    def _bar(self) -> bool:
        return not self.plain and self.stream.isatty()

    def start(self, phase: str, total: int) -> None:
        """Begin a phase of `total` steps."""
        self.finish()
        self.phase, self.total, self.done = phase, total, 0
        self.started = self.shown = time.monotonic()
        self._show()

    def step(self, to: int | None = None) -> None:
        """Count one more step, or set the number of steps done."""
        self.done = self.done + 1 if to is None else to
        now = time.monotonic()
        if now - self.shown >= (0.1 if self._bar else QUIET_SECONDS):
            self.shown = now
            self._show()

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self._clear()
        print(text, file=self.stream, flush=True)

    def finish(self) -> None:
        """Remove the bar."""
        self._clear()
        self.phase = ""

    def _left(self) -> str:
        spent = time.monotonic() - self.started
        if not self.done or spent < 1:
            return ""
        left = spent * (self.total - self.done) / self.done
        return f", {left / 60:.0f} min left" if left >= 90 else f", {left:.0f} s left"

    def _show(self) -> None:
        if not self.phase or not self.total:
            return
        text = f"{self.phase}: {self.done}/{self.total}{self._left()}"
        if not self._bar:
            print(text, file=self.stream, flush=True)
            return
        room = min(30, shutil.get_terminal_size().columns - len(text) - 4)
        full = room * self.done // self.total
        bar = f"[{'#' * full}{'.' * (room - full)}] " if room > 4 else ""
        print(f"\r\x1b[K{bar}{text}", end="", file=self.stream, flush=True)

    def _clear(self) -> None:
        if self._bar and self.phase:
            print("\r\x1b[K", end="", file=self.stream, flush=True)
