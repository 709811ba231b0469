"""Assembly has one layout, whoever wrote it and whatever printed it (docs/implementations.md)."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from conftest import ROOT
from lint_c import ASSEMBLY
from looping import for_each
from trying import need

NAME = r"(?:[\w.$\\]|\([^()\s]*\))+"
LABEL = re.compile(rf"({NAME}):( /\*.*\*/)?")
STATEMENT = re.compile(r" {4}(\S+)( \S.*)?")
MACRO = re.compile(r"\.macro \S+( \S.*)?|\.endm")
CALL = re.compile(r"\w+\(.*\)")  # of the preprocessor's macros, in a list
OWN = {".globl", ".hidden", ".type", ".size", ".cfi_startproc", ".cfi_endproc"}


FILES = sorted(
    file
    for folder in ("crypto_hash", "tests")
    for kind in ("*.S", "*.inc")
    for file in (ROOT / folder).rglob(kind)
    if not file.is_symlink() and (kind == "*.S" or ASSEMBLY.search(file.read_text()))
)


def bare(code: str) -> str:
    """Code without what is in quotes."""
    return re.sub(r'"[^"]*"', '""', code)


def faults(text: str) -> Iterator[tuple[int, str]]:
    """The numbers of lines that have another layout, and what is wrong with them."""
    lines = text.splitlines()
    indent = -1  # of the comment that goes on
    before = ""  # the line that goes on
    for number, line in enumerate(lines, 1):
        if line != line.rstrip() or "\t" in line:
            yield number, "a tab, or blanks at the end"
        if indent >= 0:
            if not line.startswith(" " * indent + " *"):
                yield number, "a comment goes on with * below the first *"
            indent = -1 if "*/" in line else indent
            continue
        code, sign, comment = line.partition("/*")
        if sign and "*/" not in comment:
            indent = len(code) if not code.strip() else 0
        if before.endswith("\\"):
            want = 4 if before.startswith("#") else 8
            if not re.match(rf" {{{want}}}\S", line):
                yield number, f"a line that goes on has {want} blanks"
            before = ("#" if before.startswith("#") else "") + line
            continue
        before = line
        if not line or line.startswith("#"):
            continue
        if not code.strip():
            if len(code) not in (0, 4):
                yield number, "a comment begins in column 0 or 4"
            continue
        if LABEL.fullmatch(line) or CALL.fullmatch(line):
            continue
        code = bare(code.rstrip())
        if not (MACRO if re.match(r" *\.(macro|endm)\b", code) else STATEMENT).fullmatch(code):
            yield number, "4 blanks, a word, a blank, operands; .macro and labels in column 0"
        if re.match(rf" +{NAME}:( |$)", code):
            yield number, "a label begins in column 0 and has a line of its own"
        if "  " in code.strip() or re.search(r" ,|,[^ \\]", code):
            yield number, "one blank between words, and one behind a comma"
        if ";" in code or "//" in code:
            yield number, "one instruction a line, and comments by /* */"


def misplaced(text: str) -> Iterator[tuple[int, str]]:
    """What begins or ends a function in words of its own, and functions without an end."""
    begun: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        if word in OWN:
            yield number, "FUNCTION and END_OF of asm.h say that"
        elif word == "FUNCTION":
            begun.append(rest.partition(",")[0])
        elif word == "END_OF" and (not begun or begun.pop() != rest):
            yield number, f"{rest} has not begun"
    if begun:
        yield 1, f"END_OF {begun[0]} is missing"


@for_each(FILES)
def test_assembly_has_one_layout(file: Path) -> None:
    text = file.read_text()
    wrong = list(faults(text))
    if ROOT / "crypto_hash" in file.parents:
        wrong += misplaced(text)
    assert not wrong, "\n".join(f"{file}:{n}: {what}" for n, what in wrong[:20])


@for_each(FILES)
def test_a_file_says_first_what_it_is(file: Path) -> None:
    first, second, *_ = file.read_text().splitlines()
    assert first == "/* SPDX-License-Identifier: CC0-1.0 */"
    assert second.startswith("/*"), "a comment that says what it is"


def is_for_x86(file: Path) -> bool:
    words = file.with_name("architectures")
    return words.exists() and not {"amd64", "x86"}.isdisjoint(words.read_text().split())


@for_each(f for f in FILES if f.suffix == ".S" and is_for_x86(f))
def test_x86_is_written_in_intels_syntax(file: Path) -> None:
    """Files that it includes say so, too."""
    need("gcc")
    command = ["gcc", "-E", "-P", "-I", str(file.parent), str(file)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert ".intel_syntax noprefix" in text
    assert not re.search(r"%[er]?[abcd][xl]\b|%[er]?[sd]i\b|%[xyz]?mm\d", text)


GOOD = """\
/* SPDX-License-Identifier: CC0-1.0 */
/* A function.
 *
 * It adds. */
#define ADD(x) \\
    add x, 1; \\
    add x, 2;

.macro twice x
    add \\x, \\x
.endm

    .section .rodata
table:
    FUNCTION f, 4
    /* in one line,
     * and another */
1:
    twice eax /* for nothing */
    many 1, 2, \\
        3
    .ascii "a  ,b;"
    ret
    END_OF f
"""
BAD = [
    ("    ret\n", "    ret \n"),
    ("    ret\n", "\tret\n"),
    ("    ret\n", "        ret\n"),
    ("    ret\n", "ret\n"),
    ("    twice eax", "    twice   eax"),
    ("many 1, 2", "many 1,2"),
    ("many 1, 2", "many 1 , 2"),
    ("many 1, 2", "nop; many 1, 2"),
    ("        3", "    3"),
    ("    add x, 2", "        add x, 2"),
    ("1:\n    twice", "1:  twice"),
    ("1:\n    twice", "    1:\n    twice"),
    (".macro twice", "    .macro twice"),
    (".endm", "    .endm"),
    ("/* for nothing */", "// for nothing"),
    (" * It adds. */", "   It adds. */"),
    ("     * and", " * and"),
    ("    /* in one", "  /* in one"),
    ("    END_OF f\n", ""),
    ("    END_OF f\n", "    END_OF g\n"),
    ("    FUNCTION f, 4\n", ""),
    ("    FUNCTION f, 4\n", "    .globl f\n    FUNCTION f, 4\n"),
]


def test_the_layout_of_the_documents_passes() -> None:
    assert not [*faults(GOOD), *misplaced(GOOD)]


@for_each(BAD)
def test_another_layout_is_seen(right: str, wrong: str) -> None:
    assert right in GOOD
    text = GOOD.replace(right, wrong)
    assert [*faults(text), *misplaced(text)]
