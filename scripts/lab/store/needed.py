"""pyarrow and DuckDB for the store: found on this system, or installed under build/."""

from __future__ import annotations

import importlib.util
import sys

from shootout.common.errors import Trouble
from shootout.report.packages import Environment

NEEDED = (3, 11)  # of Python, by both packages


def ready() -> None:
    """Make `import pyarrow` and `import duckdb` work; raise Trouble when that is impossible."""
    if sys.version_info < NEEDED:
        wanted, here = (".".join(map(str, v)) for v in (NEEDED, sys.version_info[:3]))
        raise Trouble(
            f"the store needs Python {wanted} or later, as its packages do; this is {here}. "
            f"Install one, then name it: PYTHON=python{wanted} ./do ..."
        )
    Environment(
        "store", "requirements-store.txt", "pyarrow and DuckDB",
        lambda: all(map(importlib.util.find_spec, ("pyarrow", "duckdb"))), "no store",
        "Install them (pip install -r scripts/requirements-store.txt), then try again.",
    ).ready()  # fmt: skip
