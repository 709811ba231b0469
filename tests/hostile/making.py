"""Hostile files made from a real one, with a new MANIFEST and new sums."""

from __future__ import annotations

import gzip
import io
import re
import tarfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from summing import packed, summed

from shootout.results import archive
from shootout.results.records import differences, samples
from shootout.results.stats import stq2

DATA = Path(__file__).resolve().parents[1] / "data"
REAL = next(DATA.glob("testbox-*.tar.gz"))
MEMBERS = archive.read_members(REAL)
LINES = [line for line in MEMBERS["data"].decode().splitlines() if " sum " not in line]
SUPERCOP = (DATA / "supercop-2026.data").read_text()


@dataclass(frozen=True)
class Hostile:
    """A file: its name, and its bytes."""

    rule: int
    make: Callable[[], bytes]
    name: str = REAL.name


FILES: dict[str, Hostile] = {}


def hostile(rule: int, name: str = REAL.name) -> Callable[[Callable[[], bytes]], None]:
    """Makes a function one of the files; its name says what is wrong."""

    def decorate(make: Callable[[], bytes]) -> None:
        FILES[make.__name__] = Hostile(rule, make, name)

    return decorate


def with_lines(lines: Iterable[str]) -> bytes:
    """The real file with other lines, and their sums."""
    text = "\n".join([*summed(lines), ""])
    return packed({**MEMBERS, "data": text.encode("latin-1")})


def with_facts(old: str, new: str) -> bytes:
    """The real file with another fact."""
    facts = MEMBERS["machine"].decode()
    assert re.search(old, facts)
    return packed({**MEMBERS, "machine": re.sub(old, new, facts).encode()})


def first(word: str, start: int = 0) -> int:
    """The number, from 0, of the first line with a word."""
    return next(i for i, line in enumerate(LINES) if i >= start and f" {word} " in line)


def replaced(word: str, old: str, new: str, every: bool = False) -> bytes:
    """Another text in the first line with a word, or in every one."""
    lines, place = list(LINES), first(word)
    for i, line in enumerate(lines):
        if i == place or (every and f" {word} " in line):
            lines[i] = re.sub(old, new, line, count=1)
    assert lines != LINES
    return with_lines(lines)


def block(number: int = 0) -> tuple[int, int]:
    """The first line of a block, and the line after its last."""
    starts = [i for i, line in enumerate(LINES) if " implementation " in line] + [len(LINES)]
    return starts[number], starts[number + 1]


def resampled(change: Callable[[list[int]], list[int]], chosen: Callable[[str], bool]) -> bytes:
    """Other samples in the lines that are chosen, each with its right middle."""
    lines = list(LINES)
    for i, line in enumerate(lines):
        fields = line.split(" ")
        if fields[6] == "cycles" and chosen(line):
            taken = change(list(samples(fields[7:])))
            fields[8:] = [str(stq2(taken)), differences(stq2(taken), taken)]
            lines[i] = " ".join(fields)
    assert lines != LINES
    return with_lines(lines)


def tar(*infos: tuple[tarfile.TarInfo, bytes], form: int = tarfile.USTAR_FORMAT) -> bytes:
    """A .tar.gz by Python's tarfile, which can write all that there is."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz", format=form) as out:
        for info, content in infos:
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))
    return file.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, **more: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    for key, value in more.items():
        setattr(info, key, value)
    return info


def real_tar() -> bytearray:
    return bytearray(gzip.decompress(packed(MEMBERS)))
