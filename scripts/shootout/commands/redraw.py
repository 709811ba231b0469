"""Everything that shows result files, drawn in one go: graphs as PDF and SVG, the page."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import short
from ..common.progress import Rate
from ..common.terminal import warn
from ..registry.sets import ALL
from ..report import packages
from ..report.graphs import graphs
from ..report.graphs.graphs import GraphOptions
from ..report.machines import READING
from ..report.page import contents, page
from ..report.selection import result_files

PHASES = {READING: Rate(45, 0.5), graphs.PHASE: Rate(30, 0.4), page.PHASE: Rate(1, 3)}


def redraw(folder: Path, name: str = ALL, run: Path | None = None) -> None:
    """Draw the sets of functions in data/ into a folder, but for what is of the same already.

    A failure is printed in one line, for the data are saved; the rest is drawn all the same. After
    a run the graphs of curves and of functions show its machine alone, for graphs/ has the others;
    nothing else is printed, for `shown` tells where the drawings are.
    """
    with contextlib.redirect_stdout(io.StringIO() if run else sys.stdout):
        _attempt("graphs", lambda: _graphs(GraphOptions(set=name, output=folder, run=run)))
        _attempt("page", lambda: page.pages([], folder, name, own=run.name if run else None))


def early(name: str) -> None:
    """Install what drawing a set needs, and read the files that are there already."""
    packages.ready()
    _read(name, "")


def shown(folder: Path) -> str:
    """Where to look after a run that was drawn into a folder."""
    names = [*map(short, sorted(folder.glob("*shootout.html")))]
    if drawings := len(list(folder.glob("*.pdf"))):
        names.append(f"{short(folder)}/*.pdf ({drawings})")
    return f"look at {', '.join(names) or 'the figures: ./do tables --all'}"


def _graphs(options: GraphOptions) -> None:
    _read(options.set, options.run.name if options.run else None)
    graphs.draw(options)


def _read(name: str, own: str | None) -> None:
    """Read new files for both the graphs and the page."""
    contents.collect(result_files(), page.of_page(name), own)


def _attempt(what: str, draw: Callable[[], object]) -> None:
    try:
        draw()
    except Trouble as error:
        warn(f"./do: {error}")
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        warn(f"./do: no {what}: {why}. The data are saved; ./do {what} tries again.")
    sys.stdout.flush()
