"""GNU make, which calls the compilers, in a jail for these."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence

from ..common.errors import Trouble
from ..common.paths import BUILD, MEASURE
from ..common.process import start
from . import jail
from .cells import Cell

SECONDS = 300  # wall time of one compiler command
JAILED = BUILD / "compiling"  # what the compilers were kept from, when they were last called


def confinement() -> str:
    """What the compilers were kept from, for the facts."""
    return JAILED.read_text().strip() if JAILED.is_file() else "none"


class Make:
    """GNU make for some cells, in a jail; it makes all of their programs, or only the goals."""

    def __init__(
        self,
        cells: Sequence[Cell],
        jobs: int,
        progress: Callable[[int], None],
        goals: Sequence[str] = (),
    ) -> None:
        self.commands = {cell.compiler.command for cell in cells}
        self.progress, self.done = progress, 0
        self.status, self.said = 0, [""]
        make = shutil.which("gmake") or shutil.which("make")
        if not make:
            raise Trouble(
                "make: not installed. shootout builds with GNU make: install it "
                "(Debian: apt install make), then run ./do again."
            )
        limit = shutil.which("timeout")
        self.command = [
            make, "-r", "-f", "measure/build.mk", "--no-print-directory", f"-j{jobs}",
            f"TIMEOUT={limit} {SECONDS}" if limit else "TIMEOUT=", *goals,
        ]  # fmt: skip

    def run(self, *, jailed: bool) -> str:
        """Run it; return what the compilers were kept from. Where make fails itself, as for want
        of processes, and not a compiler, it is run once more, with one job."""
        kept = self._run(self.command, jailed)
        return self._run([*self.command, "-j1"], jailed) if self.status else kept

    def _run(self, command: Sequence[str], jailed: bool) -> str:
        order = jail.order(self.commands, [MEASURE], BUILD) if jailed else jail.limits()
        kept = "none"
        with start(
            [*jail.entering(order), *command], cwd=BUILD, stdout=subprocess.PIPE, text=True,
            errors="replace", env=jail.environment(),
        ) as made:  # fmt: skip
            self.said = []
            assert made.stdout is not None
            try:
                for line in made.stdout:
                    if line.startswith("cell "):
                        self.done += 1
                        self.progress(self.done)
                    elif line.startswith("jail "):
                        kept = line.split()[1]
                    else:
                        self.said.append(line.strip())
            except BaseException:
                os.killpg(made.pid, 15)
                raise
        self.status = made.returncode
        return kept

    def check(self) -> None:
        """Raise Trouble if make itself failed."""
        if self.status:
            words = " / ".join(self.said[-3:])
            raise Trouble(f"make failed: {words}. It was: {shlex.join(self.command)}")
