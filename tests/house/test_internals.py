"""docs/internals.md names files and functions that exist, and every package."""

from __future__ import annotations

import re

from conftest import ROOT
from looping import for_each

TEXT = (ROOT / "docs" / "internals.md").read_text(encoding="utf-8")
SCRIPTS = ROOT / "scripts"
DRIVER, LAB = SCRIPTS / "shootout", SCRIPTS / "lab"
NAMED = sorted(set(re.findall(r"`([\w./-]+/[\w.-]*|\w+\.py)`|\b(docs/\w+\.md)", TEXT)))
MADE = {"build/cells.mk", "data/"}  # by the driver
WORDS = {
    "measure/measure.c": ("time_calls",),
    "measure/counter.h": ("struct counter",),
    "machine/counter.py": ("COUNTERS",),
    "report/graphs/graphs.py": ("def _jobs",),
    "results/records.py": ("class Block",),
    "results/timings.py": ("class Timing",),
    "results/stats.py": ("class Figure",),
    "results/figures.py": ("class Row",),
    "results/curve.py": ("class Curve",),
    "run/language.py": ("class Language",),
}


@for_each(one or other for one, other in NAMED)
def test_paths_exist(path: str) -> None:
    path = path.replace("NAME.c", "x86-tsc.c")
    assert path in MADE or any((top / path).exists() for top in (ROOT, SCRIPTS, DRIVER))


def test_all_packages_are_named() -> None:
    packages = {file.parent.relative_to(DRIVER).as_posix() for file in DRIVER.rglob("__init__.py")}
    packages |= {file.parent.relative_to(SCRIPTS).as_posix() for file in LAB.rglob("__init__.py")}
    assert [name for name in packages - {".", "lab"} if f"`{name}/`" not in TEXT] == []


@for_each(sorted(WORDS))
def test_words_are_where_they_are_said_to_be(file: str) -> None:
    path = ROOT / file if (ROOT / file).exists() else DRIVER / file
    assert f"`{file}`" in TEXT
    assert [word for word in WORDS[file] if word not in path.read_text(encoding="utf-8")] == []
