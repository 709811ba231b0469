"""The programs of cells, built by GNU make: its variables, its targets, its failures."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import BUILD, MEASURE
from ..registry.stage import SOURCES, dangling, namespace, stage
from .cells import Cell

COMPILE_SECONDS = 300  # wall time of one compiler command
TIE = "subject.o"  # ties an implementation to the harness, and is of neither
AT_ONCE = 200  # files that `size` looks at in one call


def _relative(path: Path) -> str:
    return path.relative_to(BUILD).as_posix()


def harness(cell: Cell) -> Path:
    """The folder of the harness compiled by the cell's compiler."""
    return cell.harness


def _quoted(command: tuple[str, ...]) -> str:
    return " ".join(shlex.quote(word) for word in command).replace("$", "$$").replace("#", "\\#")


def makefile(cells: list[Cell]) -> str:
    """The text of cells.mk: a target for each cell and each compiler, with its variables."""
    lines = []
    for cell in {c.compiler: c for c in cells}.values():
        target = f"{_relative(harness(cell))}/status"
        lines += [f"{target}: CC = {_quoted(cell.compiler.command)}", f"{target}: ABI = {cell.abi}"]
    for cell in cells:
        target = f"{_relative(cell.folder)}/status"
        files = sorted(f.name for f in cell.stage.iterdir() if f.suffix in SOURCES)
        lines += [
            f"CELLS += {target}",
            f"{target}: CC = {_quoted(cell.compiler.command)}",
            f"{target}: STAGE = {_relative(cell.stage)}",
            f"{target}: SOURCES = {' '.join(files)}",
            f"{target}: NAME = {namespace(cell.implementation)}",
            f"{target}: HARNESS = {_relative(harness(cell))}",
            f"{target}: {_relative(cell.stage)}/stamp {_relative(harness(cell))}/status",
        ]
    return "\n".join(lines) + "\n"


def build(cells: list[Cell], jobs: int, progress: Callable[[int], None]) -> int:
    """Make the programs of all cells; return the number of cells that were compiled anew.

    `progress` is called with the number of cells compiled so far. Raises Trouble when make is
    missing or the disk is full. A cell that does not compile has a `status` other than 0.
    """
    for i in {c.implementation: c for c in cells}:
        if dangling(i):
            raise Trouble(
                f"{i.path}: links lead nowhere: {' '.join(dangling(i))}. "
                "Mend or remove them, then run ./do again."
            )
    for cell in {c.implementation: c for c in cells}.values():
        stage(cell.implementation, cell.stage)
    text = makefile(cells)
    listing = BUILD / "cells.mk"
    if not listing.exists() or listing.read_text() != text:
        listing.write_text(text)
    _link_harness()
    make = shutil.which("gmake") or shutil.which("make")
    if not make:
        raise Trouble(
            "make: not installed. shootout builds with GNU make: install it "
            "(Debian: apt install make), then run ./do again."
        )
    limit = shutil.which("timeout")
    command = [
        make, "-f", "measure/build.mk", "--no-print-directory", "-j", str(jobs),
        f"TIMEOUT={limit} {COMPILE_SECONDS}" if limit else "TIMEOUT=",
    ]  # fmt: skip
    done = 0
    with subprocess.Popen(
        command, cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", start_new_session=True, env={**os.environ, "LC_ALL": "C"},
    ) as made:  # fmt: skip
        said = []
        assert made.stdout is not None
        try:
            for line in made.stdout:
                if line.startswith("cell "):
                    done += 1
                    progress(done)
                else:
                    said.append(line.strip())
        except BaseException:
            os.killpg(made.pid, 15)
            raise
    _check_space(cells)
    _check_harness(cells)
    if made.returncode:
        raise Trouble(f"make failed: {' / '.join(said[-3:])}. It was: {shlex.join(command)}")
    return done


def _link_harness() -> None:
    """Make build/measure a link to measure/, so that make needs no path from outside of build/."""
    link = BUILD / "measure"
    if not link.is_symlink() or link.readlink() != MEASURE:
        link.unlink(missing_ok=True)
        link.symlink_to(MEASURE)


def _check_space(cells: list[Cell]) -> None:
    """Raise Trouble for a full disk, and forget the cells that failed by it."""
    full = shutil.disk_usage(BUILD).free < 1 << 20
    for cell in cells:
        if full or any("No space left on device" in s for s in failure(cell)):
            full = True
            for status in (cell.folder / "status", harness(cell) / "status"):
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
        home = harness(cell)
        if (home / "status").is_file() and (home / "status").read_text().strip() != "0":
            words = (home / "log").read_text(errors="replace").splitlines() or ["no output"]
            telling = next((w for w in words if "error" in w or "undefined" in w), words[0])
            (home / "status").unlink()
            raise Trouble(
                f"measure/ does not compile with {' '.join(cell.compiler.command)}: {telling}. "
                "Mend it, or leave this compiler out with --compilers."
            )


def failure(cell: Cell) -> list[str]:
    """The compiler's output, by lines, if the cell has no programs; empty if it has."""
    status = cell.made / "status"
    if status.is_file() and status.read_text().strip() == "0":
        return []
    return log(cell) or ["no output of the compiler, and no program (killed, or out of time)"]


def log(cell: Cell) -> list[str]:
    """The compiler's output for a cell, by lines, warnings included."""
    file = cell.made / "log"
    return file.read_text(errors="replace").splitlines() if file.is_file() else []


def sizes(cells: list[Cell]) -> dict[Cell, dict[str, tuple[int, int, int]]]:
    """The sizes of text, data and bss of each cell's try program and objects, in bytes, by `size`.

    Cells without such a program, like Java's, are left out, and all cells if there is no `size`.
    """
    found: dict[Cell, dict[str, tuple[int, int, int]]] = {}
    files = {
        _relative(file): (c, file.name)
        for c in cells
        if (c.folder / "try").is_file()
        for file in (c.folder / "try", *sorted(c.folder.glob("*.o")))
        if file.name != TIE
    }
    names = list(files)
    for i in range(0, len(names), AT_ONCE):
        try:
            said = subprocess.run(
                ["size", *names[i : i + AT_ONCE]], cwd=BUILD,
                capture_output=True, text=True, check=False, timeout=60,
            ).stdout  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return {}
        for w in map(str.split, said.splitlines()[1:]):
            if len(w) == 6 and w[5] in files:
                cell, name = files[w[5]]
                found.setdefault(cell, {})[name] = int(w[0]), int(w[1]), int(w[2])
    return found
