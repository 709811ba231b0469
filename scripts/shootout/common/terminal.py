"""The width of the terminal, text folded to it, and its use by lines and the bar together."""

from __future__ import annotations

import io
import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from typing import Any, TextIO

from . import named

WIDEST = 100  # columns of a line of text; tables may be wider
INDENT = 4  # columns by which the rest of a folded line is indented


def width() -> int:
    """The columns of the terminal, or $COLUMNS; no limit where the output goes elsewhere."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS"):
        return max(40, shutil.get_terminal_size().columns)
    return sys.maxsize


def folded(text: str) -> str:
    """The text with every line folded at words to the width of the terminal, if it goes there."""
    return "\n".join(line for each in text.split("\n") for line in lines(each))


def lines(line: str) -> list[str]:
    """The lines of a folded line; an empty one is a line, too."""
    columns = min(width(), WIDEST)
    if len(line) <= columns or width() == sys.maxsize:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(
        line, columns, subsequent_indent=indent + " " * INDENT, break_long_words=False,
        break_on_hyphens=False, drop_whitespace=True,
    )  # fmt: skip


def say(*texts: str) -> None:
    """Print texts, folded, on standard output; nothing in them drives the terminal."""
    print(folded(named.lines("\n".join(texts))), flush=True)


def warn(text: str) -> None:
    """Print a text, folded, on standard error; nothing in it drives the terminal."""
    print(folded(named.lines(text)), file=sys.stderr, flush=True)


def lead_nowhere(descriptor: int) -> None:
    """What is written to this descriptor from now on is lost, and no error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


class _Lasting(io.FileIO):
    """A file descriptor that loses what nobody reads any more."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            lead_nowhere(self.fileno())
            if self.fileno() == 1:
                warn("./do: nobody reads what is printed; the run goes on, and saves its file.")
            return super().write(data)


def outlast_readers() -> None:
    """From now on it ends nothing that a reader goes away, as `head` does."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is getattr(sys, f"__{name}__"):
            raw = io.BufferedWriter(_Lasting(stream.fileno(), "wb", closefd=False))
            made = io.TextIOWrapper(
                raw, stream.encoding, stream.errors, line_buffering=stream.line_buffering
            )
            setattr(sys, name, made)


class Shared:
    """A stream to a terminal that announces each text before it is printed."""

    def __init__(self, stream: TextIO, tell: Callable[[str], object]) -> None:
        self.under, self._tell = stream, tell

    def write(self, text: str) -> int:
        self._tell(text)
        return self.under.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.under, name)
