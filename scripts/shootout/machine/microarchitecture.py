"""The name of a microarchitecture, from what a CPU says of itself.

A virtual machine may show another CPU's numbers. Features and caches that no core with these
numbers has give it away; then they alone decide. The names, their order, and what belongs to
each are in known/microarchitectures, kept by hand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import KNOWN
from .cpu import Cpu
from .patterns import CpuPattern, read_table

TABLE = KNOWN / "microarchitectures"
FEATURES, CACHES, NAME = "features", "caches", "microarchitecture"  # facts of a result file
CACHE = re.compile(r"(?<!\S)L[1-4][di]?=\d{1,8}K(?!\S)")
HIDDEN = ", model hidden"  # behind a name that was found in spite of the numbers

# The caches that QEMU invents for a guest unless it is told to pass on the host's
# (target/i386/cpu.c, the legacy caches). They contradict the numbers, but say nothing.
INVENTED = ({"L1d=32K", "L1i=32K", "L2=4096K"}, {"L1d=64K", "L1i=64K", "L2=512K"})


@dataclass(frozen=True)
class Identity:
    """The microarchitecture of a CPU, and the one that its numbers claim if that is another."""

    name: str  # in the order of the table, or `unknown` and more
    claims: str = ""  # empty if nothing contradicts the numbers
    against: tuple[str, ...] = ()  # the features and caches that the claimed one never has

    @property
    def hidden(self) -> bool:
        """Whether the name was found in spite of the numbers."""
        return bool(self.claims) and not self.name.startswith("unknown")

    def __str__(self) -> str:
        return self.name + HIDDEN if self.hidden else self.name


def identify(cpu: Cpu, abi: str = "") -> Identity:
    """The CPU's microarchitecture. The ABI of a result decides whether it counts as 64-bit."""
    features = cpu.features - {"lm"} if abi in ("x86", "jvm32") else cpu.features
    features |= {"lm"} if abi in ("amd64", "jvm64") else set()
    if "hypervisor" in features and any(each <= features for each in INVENTED):
        features = frozenset(each for each in features if "=" not in each)
    known = replace(cpu, features=features)
    fitting = [pattern for pattern in read_table(TABLE) if pattern.fits(known)]
    numbered = [pattern for pattern in fitting if not pattern.masked]
    if not numbered:
        return Identity(f"unknown {cpu.raw}".rstrip())
    sound = [pattern for pattern in fitting if not any(pattern.core.contradictions(known))]
    if honest := [pattern for pattern in sound if not pattern.masked]:
        return Identity(_most(honest).name)
    claimed = _most(numbered)
    against = tuple(claimed.core.contradictions(known))
    name = _most(sound).name if sound else f"unknown, says {claimed.name}"
    return Identity(name, claimed.name, against)


def _most(patterns: Collection[CpuPattern]) -> CpuPattern:
    """The pattern that asks for most."""
    return max(patterns, key=lambda pattern: pattern.asked)


def microarchitecture(cpu: Cpu, abi: str = "") -> str:
    """The name of the CPU's band."""
    return identify(cpu, abi).name


def features_of(name: str) -> frozenset[str] | None:
    """The features that a microarchitecture implies, for `Cpu.parse`; None if it implies none."""
    lines = [each for each in read_table(TABLE) if each.name == name and not each.masked]
    asking = [each for each in lines if each.asked]
    return frozenset().union(*(each.has for each in asking)) if asking else None


def cpu_of(word: str, facts: Mapping[str, str], noted: Collection[str] = ()) -> Cpu:
    """The CPU of a result file, by the word of its lines and its facts.

    Older files only state a name, from which some features follow; to these the features `noted`
    by the machine's owner are added.
    """
    flags = [flag for flag in facts.get(FEATURES, "").split() if flag != "unknown"]
    caches = CACHE.findall(facts.get(CACHES, ""))
    cpu = Cpu.parse(word, flags or features_of(facts.get(NAME, "")))
    return cpu.also(caches if flags or caches else noted)


def order() -> list[str]:
    """All names, in the order of the table."""
    return list(dict.fromkeys(pattern.name for pattern in read_table(TABLE)))


MAKERS = KNOWN / "makers"
OTHERS = "other makers"


def maker(microarchitecture: str) -> str:
    """The maker of a microarchitecture by its name, also of one that has only numbers."""
    name = microarchitecture.removeprefix("unknown, says ")
    for pattern in read_table(TABLE):
        if pattern.name == name:
            return _of(pattern.kind, pattern.ranges[0].bounds[0][0] if pattern.ranges else 0)
    kind, _, numbers = name.removeprefix("unknown ").rpartition("-")
    implementer = numbers.partition("_")[0]
    return _of(kind, int(implementer, 16) if re.fullmatch("[0-9a-f]+", implementer) else 0)


def _of(kind: str, implementer: int) -> str:
    known = read_makers(MAKERS)
    return known.get(f"{kind}_{implementer:02x}") or known.get(kind, OTHERS)


@cache
def read_makers(table: Path) -> Mapping[str, str]:
    """The maker of each kind of CPU. Raises Trouble for a line in another form."""
    found: dict[str, str] = {}
    for number, line in enumerate(table.read_text(encoding="ascii").splitlines(), 1):
        name, _, kinds = line.partition("#")[0].rstrip().partition("  ")
        if not name.strip():
            continue
        if not kinds.strip() or found.keys() & kinds.split():
            raise Trouble(f"{table}, line {number}: {line!r} needs a name, at least two blanks, "
                          "and kinds of CPUs that no other line has")  # fmt: skip
        found |= dict.fromkeys(kinds.split(), name)
    return found
