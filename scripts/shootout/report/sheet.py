"""A sheet of figures, for a terminal, in Markdown, in LaTeX: the same words in each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

RED, PLAIN = "\x1b[31m", "\x1b[0m"

# Plain pdflatex, and fonts that everybody has. booktabs draws finer rules where it is there.
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
# What LaTeX would take for a command, for another letter, or with its neighbour for one sign;
# `tex` does the rest, two hyphens.
ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': "{}''",
    "`": "{}`", "'": "{}'",
}  # fmt: skip


@dataclass(frozen=True)
class Sheet:
    """`grid` has the head of the columns first; so many of them are `names`, then numbers."""

    title: str
    grid: Sequence[Sequence[str]]
    names: int
    notes: Sequence[str] = ()
    alarms: Sequence[str] = ()  # words after the title, in red


def terminal(sheet: Sheet, *, colour: bool = False) -> list[str]:
    """Lines of text; escape sequences only where a terminal takes `colour`."""
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
    title = ", ".join([_md(sheet.title), *(f"**{word}**" for word in sheet.alarms)])
    rule = [":--" if i < sheet.names else "--:" for i in range(len(sheet.grid[0]))]
    head, *lines = ([_md(cell.strip()) for cell in line] for line in sheet.grid)
    table = ["| " + " | ".join(line) + " |" for line in (head, rule, *lines)]
    return [f"### {title}", "", *table, "", *(f"- {_md(note)}" for note in sheet.notes), ""]


def _md(text: str) -> str:
    return re.sub(r"([\\`*<|\[])", r"\\\1", text)


def latex(sheet: Sheet) -> list[str]:
    """A section; it goes between PREAMBLE and POSTAMBLE."""
    red = [rf"\textcolor{{red}}{{{tex(word)}}}" for word in sheet.alarms]
    title = ", ".join([tex(sheet.title), *red])
    head, *lines = (" & ".join(tex(cell.strip()) for cell in line) + r" \\" for line in sheet.grid)
    columns = "l" * sheet.names + "r" * (len(sheet.grid[0]) - sheet.names)
    top = [rf"\begin{{longtable}}[l]{{@{{}}{columns}@{{}}}}", r"\toprule", head, r"\midrule"]
    tail = [r"\endhead", *lines, r"\bottomrule", r"\end{longtable}"]
    return [rf"\section*{{{title}}}", r"\small", *top, *tail, *itemized(sheet.notes), ""]


def itemized(notes: Sequence[str]) -> list[str]:
    """A list in LaTeX, which must not be empty."""
    items = [rf"\item {tex(note)}" for note in notes]
    return [r"\begin{itemize}", *items, r"\end{itemize}"] if items else []


def tex(text: str) -> str:
    """Text for LaTeX to print; a letter beyond ASCII, which not every font has, as a ?."""
    escaped = "".join(ESCAPES.get(c, c) if c.isascii() else "?" for c in text)
    return re.sub("-(?=-)", "-{}", escaped)
