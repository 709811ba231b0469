"""Everything that shows result files, drawn in one go: graphs as PDF and SVG, the page."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from .common.errors import Trouble
from .common.named import lines
from .registry.sets import ALL
from .report.graphs import command as graphs
from .report.graphs.command import GraphOptions
from .report.page import command as page


def redraw(folder: Path, name: str = ALL) -> None:
    """Draw the sets of functions in data/ into a folder, but for what is of the same already.

    A failure is printed in one line, for the data are saved; the rest is drawn all the same.
    """
    _attempt("graphs", lambda: graphs.draw(GraphOptions(set=name, output=folder)))
    _attempt("page", lambda: page.pages([], folder, name))


def _attempt(what: str, draw: Callable[[], object]) -> None:
    try:
        draw()
    except Trouble as error:
        print(f"./do: {lines(error)}", file=sys.stderr)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        print(
            f"./do: no {what}: {why}. The data are saved; ./do {what} tries again.",
            file=sys.stderr,
        )
    sys.stdout.flush()
