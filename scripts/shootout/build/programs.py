"""The programs of cells, built by GNU make: its variables, its targets, its failures."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ..common import outside
from ..common.errors import Trouble
from ..common.paths import BUILD, MEASURE
from ..common.process import start
from ..layout.plan import PROGRAMS
from ..registry.stage import SOURCES, namespace, stage, unfit
from . import jail
from .cells import Cell

COMPILE_SECONDS = 300  # wall time of one compiler command
JAILED = BUILD / "compiling"  # what the compilers were kept from, when they were last called
UNJAILED = "limits: compilers here need files that the jail does not let them have"
ENDS = {"124": "out of time", "137": "killed", "152": "out of time", "153": "a file is too large"}
SHOWN = 1 << 20  # bytes of a compiler's output that are looked at


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
            f"TIMEOUT={limit} {COMPILE_SECONDS}" if limit else "TIMEOUT=", *goals,
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


def _relative(path: Path) -> str:
    return path.relative_to(BUILD).as_posix()


def homes(cell: Cell) -> tuple[Path, Path]:
    """The folders of the harness that is linked with the cell."""
    return cell.base, cell.harness


def _quoted(command: tuple[str, ...]) -> str:
    return " ".join(shlex.quote(word) for word in command).replace("$", "$$").replace("#", "\\#")


def makefile(cells: list[Cell]) -> str:
    """The text of cells.mk: a target for each cell and each compiler, with its variables."""
    lines = []
    for cell in {c.base: c for c in cells}.values():
        target = f"{_relative(cell.base)}/status"
        lines += [
            f"{target}: CC = {_quoted(cell.compiler.base.command)}",
            f"{target}: ABI = {cell.abi}",
        ]
    for cell in {c.subject: c for c in cells}.values():
        target, copy = _relative(cell.subject), _relative(cell.stage)
        lines += [
            f"{target}: CC = {_quoted(cell.compiler.base.command)}",
            f"{target}: STAGE = {copy}",
            f"{target}: NAME = {namespace(cell.implementation)}",
            f"{target}: {copy}/stamp",
        ]
    for cell in {c.harness: c for c in cells}.values():
        lines += [f"{_relative(cell.harness)}/status: CC = {_quoted(cell.compiler.command)}"]
    for cell in cells:
        target = f"{_relative(cell.folder)}/status"
        every = " ".join([target, *(_relative(_program(cell, n)) for n in range(1, PROGRAMS))])
        base, own = map(_relative, homes(cell))
        files = sorted(f.name for f in cell.stage.iterdir() if f.suffix in SOURCES)
        lines += [
            f"CELLS += {target}",
            f"{every}: CC = {_quoted(cell.compiler.command)}",
            f"{target}: STAGE = {_relative(cell.stage)}",
            f"{target}: SOURCES = {' '.join(files)}",
            f"{target}: NAME = {namespace(cell.implementation)}",
            f"{every}: ABI = {cell.abi}",
            f"{every}: BASE = {base}",
            f"{every}: HARNESS = {own}",
            f"{target}: SUBJECT = {_relative(cell.subject)}",
            f"{target}: {_relative(cell.stage)}/stamp {_relative(cell.subject)}",
            f"{target}: {base}/status {own}/status",
        ]
    return "\n".join(lines) + "\n"


def build(cells: list[Cell], jobs: int, progress: Callable[[int], None]) -> int:
    """Make the programs of all cells; return the number of cells that were compiled anew.

    `progress` is called with the number of cells compiled so far. Raises Trouble when make is
    missing or the disk is full. A cell that does not compile has a `status` other than 0.

    Compilers work in a jail; without its rules about files where the harness does not compile
    by these.
    """
    for cell in {c.implementation: c for c in cells}.values():
        stage(cell.implementation, cell.stage)
    fit = [cell for cell in cells if not _refused(cell)]
    for cell in fit:
        if untried(cell):
            (cell.folder / "status").unlink()
    kills = outside.memory_kills()
    _list(fit)
    made = Make(fit, jobs, progress)
    said = made.run(jailed=True)
    if said == jail.FILES and (broken := [c for c in fit if any(map(_broken, homes(c)))]):
        failed = {home for c in broken for home in filter(_broken, homes(c))}
        for folder in failed | {c.folder for c in broken}:
            (folder / "status").unlink(missing_ok=True)
        made.done -= len({c.folder for c in broken})
        made.run(jailed=False)
        said = UNJAILED
    JAILED.write_text(f"{said}\n")
    _check_space(fit)
    if _suspected(fit, kills):
        kills = outside.memory_kills()
        alone = Make(fit, 1, lambda _: None)
        alone.run(jailed=said != UNJAILED)
        for folder, system in _suspected(fit, kills).items():
            if system.proven:
                (folder / "status").write_text(f"{outside.UNTRIED} {system.why}\n")
        _check_space(fit)
    _check_harness(fit)
    made.check()
    return made.done


def _suspected(cells: Iterable[Cell], kills: int) -> dict[Path, outside.Suspicion]:
    """Folders of cells and of the harness where a compiler failed, and the system may be the cause;
    none of them has a status any more, so that they are made again."""
    found = {}
    for folder in {f for c in cells for f in (*homes(c), c.folder) if _broken(f)}:
        ended = (folder / "status").read_text().strip()
        said = "\n".join(_explained(ended, _output(folder)))
        if system := outside.suspected(said, kills):
            found[folder] = system
            (folder / "status").unlink()
    return found


def untried(cell: Cell) -> str:
    """Why the system did not let the cell be compiled; empty if it did."""
    status = cell.folder / "status"
    ended = status.read_text().strip() if status.is_file() else ""
    return ended.removeprefix(f"{outside.UNTRIED} ") if ended.startswith(outside.UNTRIED) else ""


def _refused(cell: Cell) -> bool:
    """Whether the implementation has a name that make would take for more than a name; the
    cell says so as if its compiler had."""
    names = unfit(cell.implementation)
    if names:
        (cell.stage / "stamp").unlink(missing_ok=True)  # with other names it is compiled
        cell.folder.mkdir(parents=True, exist_ok=True)
        (cell.folder / "log").write_text("".join(f"error: {each}\n" for each in names))
        (cell.folder / "status").write_text("1\n")
    return bool(names)


def _broken(folder: Path) -> bool:
    """Whether a compiler was called for this folder, and failed."""
    status = folder / "status"
    return status.is_file() and status.read_text().strip() != "0"


def link(cells: Iterable[tuple[Cell, int]], jobs: int, progress: Callable[[int], None]) -> None:
    """Make programs of built cells whose code lies elsewhere, each with its number of layout.plan.

    One that can't be made is left empty, so that it is not tried again. `progress` is called with
    the number made so far.
    """
    wanted = list(dict.fromkeys(cells))
    of = list(dict.fromkeys(cell for cell, _ in wanted))
    _list(of)
    goals = [_relative(_program(cell, number)) for cell, number in wanted]
    made = Make(of, jobs, progress, goals)
    made.run(jailed=confinement() != UNJAILED)
    made.check()


def linked(cell: Cell, number: int) -> str:
    """The name of the cell's measure program with this number; of the first, if it has no other."""
    file = _program(cell, number)
    return file.name if number and file.is_file() and file.stat().st_size else "measure"


def missing(cell: Cell, number: int) -> bool:
    """Whether the program with this number is still to be linked."""
    return not _program(cell, number).is_file()


def _program(cell: Cell, number: int) -> Path:
    return cell.folder / f"measure{number or ''}"


def _list(cells: list[Cell]) -> None:
    """Tell make of the cells."""
    text = makefile(cells)
    listing = BUILD / "cells.mk"
    if not listing.exists() or listing.read_text() != text:
        listing.write_text(text)
    lead(BUILD / "measure", MEASURE)  # so that make needs no path from outside of build/


def lead(link: Path, goal: Path) -> None:
    """Make a symbolic link that leads there, unless it does."""
    if not link.is_symlink() or link.readlink() != goal:
        link.unlink(missing_ok=True)
        link.symlink_to(goal)


def _check_space(cells: list[Cell]) -> None:
    """Raise Trouble for a full disk, and forget the cells that failed by it."""
    full = shutil.disk_usage(BUILD).free < 1 << 20
    for cell in cells:
        if full or any("No space left on device" in s for s in failure(cell)):
            full = True
            for status in (home / "status" for home in (cell.folder, *homes(cell))):
                if not status.is_file() or status.read_text().strip() != "0":
                    status.unlink(missing_ok=True)
    if full:
        raise Trouble(
            f"{BUILD}: no space left on the disk. What was made so far is kept: "
            "make room, then run ./do again."
        )


def _check_harness(cells: list[Cell]) -> None:
    """Raise Trouble if measure/ does not compile: no implementation is to blame for that."""
    for cell in {c.compiler: c for c in cells}.values():
        if broken := list(filter(_broken, homes(cell))):
            ended = (broken[0] / "status").read_text().strip()
            words = _explained(ended, _output(broken[0]))
            telling = next((w for w in words if "error" in w or "undefined" in w), words[0])
            for home in broken:
                (home / "status").unlink()
            if ended.startswith(outside.UNTRIED):
                raise Trouble(
                    f"measure/ was not compiled with {' '.join(cell.compiler.command)}: "
                    f"{ended.removeprefix(outside.UNTRIED).strip()}. Then run ./do again."
                )
            raise Trouble(
                f"measure/ does not compile with {' '.join(cell.compiler.command)}: {telling}. "
                "Mend it, or leave this compiler out with --compilers."
            )


def failure(cell: Cell) -> list[str]:
    """The compiler's output, by lines, if the cell has no programs; empty if it has."""
    status = cell.made / "status"
    ended = status.read_text().strip() if status.is_file() else ""
    return [] if ended == "0" else _explained(ended, log(cell))


def _explained(ended: str, said: list[str]) -> list[str]:
    """The output of a compiler that failed, with what its exit status says."""
    if ended in ENDS:
        return [f"error: {ENDS[ended]}", *said]
    return said or ["error: killed, or out of time: there is neither output nor a program"]


def log(cell: Cell) -> list[str]:
    """The compiler's output for a cell, by lines, warnings included; of much the two ends."""
    return _output(cell.made)


def _output(folder: Path) -> list[str]:
    file = folder / "log"
    if not file.is_file():
        return []
    with file.open("rb") as f:
        text = f.read(SHOWN)
        size = os.fstat(f.fileno()).st_size
        if size > SHOWN:
            f.seek(max(SHOWN, size - SHOWN))
            text += b"\n...\n" + f.read()
    return text.decode(errors="replace").splitlines()
