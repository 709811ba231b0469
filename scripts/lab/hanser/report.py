"""The files java.md, java.csv and java.pdf, from the results."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from shootout.common.atomic import appear
from shootout.report import sheet
from shootout.report.sheet import Sheet
from shootout.results.published import Published

from .block import Measured
from .results import HANSER, PAPER, PORNIN, Results, label
from .tables import beside_c, compared, every, own

HEAD = (
    "abi", "vm", "primitive", "who", "implementation", "vms", "least", "median", "most", "unit",
    "doubts",
)  # fmt: skip
UNIT = "cycles/byte"
TITLE = "# Java, by the method of Hanser's paper"
ABOUT = """
Written by `./do java`; docs/java.md says how it is measured. A figure is the median over fresh
VMs of core cycles per byte, whole blocks in a loop, user time of the thread.
"""
QUICKLY = "\n**Measured with --quick: shorter than the paper did, in fewer VMs.**\n"


def write(
    results: Results, more: Iterable[Sheet | None], folder: Path, quick: bool, origin: str = ""
) -> list[Path]:
    """Write the three files, java.md with `more` tables at its end; return their paths.

    `origin` is when and where it was measured.
    """
    from . import figures

    folder.mkdir(parents=True, exist_ok=True)
    tables = [own(results), *(compared(results, vm) for vm in results.vms)]
    others = [*(beside_c(results, vm) for vm in results.vms), every(results), *more]
    tables += [s for s in others if s]
    lines = [TITLE, ABOUT, *([f"{origin}\n"] if origin else []), *([QUICKLY] if quick else [])]
    lines += [line for each in tables for line in sheet.markdown(each)]
    texts = {"java.md": "\n".join(lines).rstrip() + "\n", "java.csv": table(results)}
    for name, text in texts.items():
        with appear(folder / name, replace=True) as file:
            file.write(text.encode())
    return [*(folder / name for name in texts), figures.draw(results, folder, quick)]


def table(results: Results) -> str:
    """The text of java.csv: all figures, a line each, with those of the literature."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    first = [m for m in results.survey if (m.vm, m.subject) not in
             {(f.vm, f.subject) for f in results.finals}]  # fmt: skip
    writer.writerows(_line(m) for m in [*results.finals, *first])
    writer.writerows(_published(results))
    return out.getvalue()


def _line(m: Measured) -> list[object]:
    f, s = m.figure, m.subject
    speeds = [f"{x:.3f}" for x in (f.low, f.median, f.high)]
    facts = [m.vm.abi, label(m.vm), s.primitive, s.who, s.name, f.vms]
    return [*facts, *speeds, UNIT, " ".join(f.doubts)]


def _published(results: Results) -> Iterator[list[object]]:
    for abi in dict.fromkeys(vm.abi for vm in results.vms):
        for p in results.published:
            if p.collection in (HANSER, PORNIN) and p.abi == PAPER[abi]:
                yield _quoted(p, abi)


def _quoted(p: Published, abi: str) -> list[object]:
    where = f"{p.note}, {p.cpu}"
    speeds = ["", f"{p.median:.3f}", ""]
    return [abi, where, p.primitive, p.source.key, "", "", *speeds, UNIT, "published"]
