"""Files that strangers have named: their names as text for a terminal, finding and opening them."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any


def escaped(name: object) -> str:
    r"""The text, with what a terminal might obey written as \xNN, \uNNNN or \UNNNNNNNN.

    So are newlines, marks of direction, and bytes of a file name that are not UTF-8.
    """
    text = str(name)
    return text if text.isprintable() else "".join(map(_escaped, text))


def lines(text: object) -> str:
    """The text, which may have several lines, each as `escaped`."""
    return "\n".join(map(escaped, str(text).split("\n")))


def cell(value: Any) -> Any:
    """The value as a cell of CSV, where a text that begins like a formula stays text."""
    formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{value}" if formula else value


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # stands for a byte that is not UTF-8
        code -= 0xDC00
    return (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}"
    )


def mode(file: Path, *, links: bool = True) -> int:
    """The kind and permissions of a file, following `links`; 0 if they cannot be found."""
    try:
        return file.stat().st_mode if links else file.lstat().st_mode
    except OSError:
        return 0


def walk(
    top: Path, unread: Callable[[OSError], object] = bool
) -> Iterator[tuple[Path, list[str], list[str]]]:
    """The folders below `top`, and itself, each with the names of its folders and of other files.

    As os.walk, which before Python 3.12 cannot go down through a thousand folders; `unread` hears
    why one has no names.
    """
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        below, others = list[str](), list[str]()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    (below if _is_folder(entry) else others).append(entry.name)
        except OSError as error:
            unread(error)
            continue
        yield folder, below, others
        inside = (folder / name for name in reversed(below))
        waiting += [path for path in inside if not stat.S_ISLNK(mode(path, links=False))]


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def content(file: Path, most: int = 1 << 24) -> str:
    """The text of a small regular file beside result files. Raises OSError for anything else, and
    UnicodeDecodeError, which is a ValueError, for one that is not ASCII."""
    with opened(file) as open_file:
        found = open_file.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return found.decode("ascii")


def told(file: Path, most: int = 1 << 20) -> str:
    """The text of a file that says something about those beside it, as far as `most` bytes; empty
    if there is no such regular file. What is no UTF-8 in it is replaced."""
    if not file.is_file():
        return ""
    with file.open("rb") as open_file:
        return open_file.read(most).decode(errors="replace")


def opened(file: Path) -> IO[bytes]:
    """A regular file, open for reading. Raises OSError for anything else, and never waits.

    A pipe would keep a plain open waiting, and a device may have no end.
    """
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "Not a regular file", str(file))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


BESIDE = ".check"  # what collect keeps beside a file
DISPUTED = "disputed"  # a key there: true if the name of the machine is another owner's
MARK = "?"  # after the name, which no name of a machine has


def disputed(path: Path) -> bool:
    """Whether the findings beside a file say that its machine's name is another's."""
    return findings(path.with_name(path.name + BESIDE)).get(DISPUTED) is True


def findings(beside: Path) -> dict[str, Any]:
    """What collect wrote beside a file; empty if there is none, or something else is there."""
    try:
        told = json.loads(content(beside))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
