"""The flags after the samples of a length."""

from __future__ import annotations

from ..results.grammar import SHAPE
from ..results.timings import Flag
from .groups import MOST

FLAG = SHAPE[b"flag"]
MOST_FLAGS = 20  # of a line of samples


class Flags(dict[bytes, "Flag | None"]):
    """Flags by the text after their length, since the same few thousand recur; None for others."""

    def __missing__(self, text: bytes) -> Flag | None:
        found = FLAG.fullmatch(b"- " + text)
        flag = Flag(found[2].decode(), found[3].decode()) if found else None
        if len(self) < MOST:
            self[text] = flag
        return flag


flag_of = Flags().__getitem__


def flags_after(mlen: bytes, text: bytes) -> tuple[list[Flag], list[tuple[int, bytes]]]:
    """The flags of a length, from the lines after its samples, each behind a newline.

    The other lines, each with its index from 1, are second: flags of the process, of another
    length, too many, or with wrong fields.
    """
    usual = list(map(flag_of, text.split(b"\nflag %s " % mlen)[1:]))
    flags = [flag for flag in usual if flag][:MOST_FLAGS]
    if len(flags) == text.count(b"\n"):
        return flags, []
    flags, others = [], []
    for index, line in enumerate(text.split(b"\n")[1:], 1):
        found = FLAG.fullmatch(line, len(b"flag "))
        if found and found[1] == mlen and len(flags) < MOST_FLAGS:
            flags.append(Flag(found[2].decode(), found[3].decode()))
        else:
            others.append((index, line))
    return flags, others
