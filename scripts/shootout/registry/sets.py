"""Sets of primitives: the file `set` of a primitive holds the name of its set.

A run with no choice times the paper's twelve, what people choose from today, and primitives without
the file: whoever adds a primitive wants to see it. Other files say what the security of a function
is, and what native code does the work of an implementation for a VM.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..common.errors import Trouble, Usage, near
from ..common.named import escaped, told
from ..common.paths import CRYPTO_HASH, FUNCTIONS, KNOWN

PAPERS, TODAY, DEFAULT, ALL = "paper", "today", "default", "all"
OF_DEFAULT = (PAPERS, TODAY)  # in the order in which they are shown
LATER = (TODAY, "more")  # sets of functions that are younger than the paper
BYTES = "bytes"  # a file of a primitive that has a home: its output


def set_of(folder: Path) -> str:
    """The set of the primitive in a folder; empty without the file."""
    return escaped(told(folder / "set").strip())


def sets_of(folders: Iterable[Path]) -> list[str]:
    """The sets of some primitives, those of the default first."""
    names = {set_of(folder) for folder in folders} - {""}
    return [*(s for s in OF_DEFAULT if s in names), *sorted(names.difference(OF_DEFAULT))]


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    lines = (KNOWN / "sets").read_text(encoding="utf-8").splitlines()
    words = (line.partition("#")[0].split() for line in lines)
    return {own: tuple(rest) for own, *rest in filter(None, words)}


def told_of(word: str) -> tuple[str, ...]:
    """What known/sets says of a word."""
    return _words().get(word, ())


def called(primitive: str) -> str:
    """The name that people know a primitive by; its own where known/sets has none."""
    return " ".join(told_of(primitive)) or primitive


def checked(name: str, known: Iterable[str]) -> str:
    """The name of a set; raise Usage, which lists all, if there is no such set."""
    there = [*known, DEFAULT, ALL]
    if name not in there:
        raise Usage(f"--set {name}: no such set{near(name, there)}; there are {', '.join(there)}")
    return name


def chosen(folder: Path, name: str) -> bool:
    """Whether the primitive in a folder is to be shown or timed with a set."""
    return covers(name, set_of(folder) or PAPERS)


def covers(name: str, own: str) -> bool:
    """Whether the choice of a set, of the default or of all has the set `own`."""
    return name in (ALL, own) or (name == DEFAULT and own in OF_DEFAULT)


def level(folder: Path) -> int:
    """The bits of security that tables sort by: those stated, or half of the output."""
    said = strength(folder)
    return said.bits if said else 4 * output_of(folder)


def output_bytes(api: Path) -> int:
    """CRYPTO_BYTES of an api.h, in bytes; 0 when it does not define it."""
    text = told(api)
    found = re.search(r"^\s*#\s*define\s+CRYPTO_BYTES\s+(\d{1,9})\b", text, re.MULTILINE)
    return int(found.group(1)) if found else 0


def output_of(folder: Path) -> int:
    """The output in bytes of the primitive in a folder: its file `bytes`, or the first api.h; 0 if
    nothing there says it."""
    if not (folder / BYTES).is_file():
        return next(map(output_bytes, sorted(folder.glob("*/api.h"))), 0)
    text = told(folder / BYTES).strip()
    if not re.fullmatch(r"[1-9]\d{0,8}", text, re.ASCII):
        raise Trouble(f"{escaped(folder / BYTES)}: not a number of bytes. Mend the file.")
    return int(text)


MEANING = (
    "output and security are in bits, and security is what the specification claims against every "
    "attack on the function with this output"
)
SAID = re.compile(r"(\d{1,4}) ([ -~]{1,400})", re.ASCII)


class Strength(NamedTuple):
    """What the specification of a function says about it."""

    output: int  # bits
    bits: int  # the work that no attack takes less than, as a power of two
    source: str


def strength(folder: Path) -> Strength | None:
    """What the file `security` of the primitive in a folder says; None without it."""
    file = folder / "security"
    if not file.is_file() or not output_of(folder):
        return None
    said = SAID.fullmatch(told(file).strip())
    if not said:
        raise Trouble(f"{escaped(file)}: not BITS SOURCE, a number and words. Mend the file.")
    return Strength(8 * output_of(folder), int(said[1]), said[2])


def known(primitives: Iterable[str]) -> dict[str, Strength]:
    """What those primitives that have a file `security` promise."""
    every = {p: strength(FUNCTIONS / p) for p in primitives}
    return {p: s for p, s in every.items() if s}


def sources_of(primitives: Iterable[str]) -> list[str]:
    """A note that says what the columns mean, and where each figure is from; none without any."""
    found: dict[str, list[str]] = {}
    for p, its in known(primitives).items():
        found.setdefault(its.source, []).append(p)
    said = "; ".join(f"{', '.join(names)}: {source}" for source, names in found.items())
    return [f"{MEANING}. {said}"] if said else []


# How the words for ABIs of VMs begin: ours, and those of known/published.
PREFIXES = ("jvm", "java")
NATIVE = "native"  # a file in the folder of an implementation


def of_vm(abi: str) -> bool:
    """Whether the ABI is that of a VM, and not of a processor."""
    return abi.startswith(PREFIXES)


@cache
def native(primitive: str, implementation: str, top: Path = CRYPTO_HASH) -> str:
    """The native code that does the work of an implementation for a VM; empty for all others.

    It is the line of the file `native` in the implementation's folder, if that is in this checkout.
    """
    if ".." in implementation.split("/"):
        return ""
    return escaped(told(top / primitive / implementation / NATIVE).strip())
