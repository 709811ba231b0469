"""Sheets of figures with the same text for a terminal, in Markdown and in LaTeX."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

RED, PLAIN = "\x1b[31m", "\x1b[0m"

# For plain pdflatex and its standard fonts. booktabs draws finer rules where it is installed.
PREAMBLE = r"""\documentclass[10pt,a4paper]{article}
\usepackage[margin=20mm]{geometry}
\usepackage{color,longtable}
\IfFileExists{booktabs.sty}{\usepackage{booktabs}}{%
  \let\toprule\hline\let\midrule\hline\let\bottomrule\hline}
\setlength\parindent{0pt}
\setlength\tabcolsep{4pt}
\renewcommand\labelitemi{$\cdot$}
\raggedright
\begin{document}
"""
POSTAMBLE = "\\end{document}\n"
# Characters that LaTeX would take for a command, for another letter, or for part of a ligature.
# `tex` separates hyphens, too.
ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': "{}''",
    "`": "{}`", "'": "{}'",
}  # fmt: skip


@dataclass(frozen=True)
class Sheet:
    """A table with notes: `grid` begins with the head; the first `names` columns are text."""

    title: str
    grid: Sequence[Sequence[str]]
    names: int
    notes: Sequence[str] = ()
    alarms: Sequence[str] = ()  # words after the title, in red


def terminal(sheet: Sheet, *, colour: bool = False) -> list[str]:
    """The lines of the sheet for a terminal, with escape sequences if it takes `colour`."""
    red = [f"{RED}{word}{PLAIN}" if colour else word for word in sheet.alarms]
    widths = [max(map(len, column)) for column in zip(*sheet.grid)]
    lines = [
        "  ".join(
            cell.ljust(width) if i < sheet.names else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths))
        ).rstrip()
        for line in sheet.grid
    ]
    return [", ".join([sheet.title, *red]), "", *lines, "", *sheet.notes, ""]


def markdown(sheet: Sheet) -> list[str]:
    """The lines of the sheet in Markdown."""
    title = ", ".join([_md(sheet.title), *(f"**{word}**" for word in sheet.alarms)])
    rule = [":--" if i < sheet.names else "--:" for i in range(len(sheet.grid[0]))]
    head, *lines = ([_md(cell.strip()) for cell in line] for line in sheet.grid)
    table = ["| " + " | ".join(line) + " |" for line in (head, rule, *lines)]
    return [f"### {title}", "", *table, "", *(f"- {_md(note)}" for note in sheet.notes), ""]


def _md(text: str) -> str:
    return re.sub(r"([\\`*<|\[])", r"\\\1", text)


def latex(sheet: Sheet) -> list[str]:
    """The lines of a LaTeX section, to be put between PREAMBLE and POSTAMBLE."""
    red = [rf"\textcolor{{red}}{{{tex(word)}}}" for word in sheet.alarms]
    title = ", ".join([tex(sheet.title), *red])
    head, *lines = (" & ".join(tex(cell.strip()) for cell in line) + r" \\" for line in sheet.grid)
    columns = "l" * sheet.names + "r" * (len(sheet.grid[0]) - sheet.names)
    top = [rf"\begin{{longtable}}[l]{{@{{}}{columns}@{{}}}}", r"\toprule", head, r"\midrule"]
    tail = [r"\endhead", *lines, r"\bottomrule", r"\end{longtable}"]
    return [rf"\section*{{{title}}}", r"\small", *top, *tail, *itemized(sheet.notes), ""]


def itemized(notes: Sequence[str]) -> list[str]:
    """The lines of a LaTeX list; none without notes, for LaTeX refuses an empty list."""
    items = [rf"\item {tex(note)}" for note in notes]
    return [r"\begin{itemize}", *items, r"\end{itemize}"] if items else []


def tex(text: str) -> str:
    """The text escaped for LaTeX, with ? for characters beyond ASCII: not every font has them."""
    escaped = "".join(ESCAPES.get(c, c) if c.isascii() else "?" for c in text)
    return re.sub("-(?=-)", "-{}", escaped)


def printed(sheets: Iterable[Sheet], form: str, *, colour: bool = False) -> list[str]:
    """The lines of the sheets in a form: terminal, markdown or latex."""
    if form == "terminal":
        return [line for each in sheets for line in terminal(each, colour=colour)]
    lines = latex if form == "latex" else markdown
    return [line for each in sheets for line in lines(each)]


def coloured() -> bool:
    """Whether to print in colours: on a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
