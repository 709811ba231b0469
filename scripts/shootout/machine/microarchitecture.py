"""The name of a microarchitecture, from what a CPU says of itself.

A virtual machine may show another CPU's numbers. Features and caches that no core with these
numbers has give it away; then they alone decide. The names are in known/microarchitectures.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import KNOWN
from .cpu import Cpu

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


# The numbers in the table, X standing for a hexadecimal digit.
NOTATION = {"ARM": "XX_XXX(-XXX)?", "PVR": "XXXX(-XXXX)?", "RISC-V": "X+_X+"}
NOTATION_OF_X86 = "XX_XX(-XX)?(/X(-X)?)?"
SIZES = re.compile(r"(L1d|L1i|L2|L3)=(\d+K(?:,\d+K)*)$")
MASKED = "*"  # in place of numbers: the line is for CPUs that show another CPU's
CORE = "core"  # in place of a kind: what holds for all CPUs of the name


Bounds = tuple[tuple[int, int], ...]  # both included, for each of the numbers of a CPU


@dataclass(frozen=True)
class Core:
    """What a microarchitecture can't have."""

    never: frozenset[str] = frozenset()  # features that no such core has
    sizes: tuple[tuple[str, frozenset[str]], ...] = ()  # of a cache: all that such cores have

    def contradictions(self, cpu: Cpu) -> Iterator[str]:
        """The features and caches of a CPU that such a core never has."""
        yield from sorted(self.never & cpu.features)
        for name, sizes in self.sizes:
            found = cpu.size(name)
            if found and found not in sizes:
                yield f"{name}={found}"


@dataclass(frozen=True)
class CpuPattern:
    """A line of the table: CPUs of one kind and their microarchitecture."""

    name: str
    kind: str
    ranges: tuple[Bounds, ...]
    uarchs: frozenset[str]
    has: frozenset[str]
    lacks: frozenset[str]
    masked: bool
    line: int
    core: Core = Core()

    @property
    def asked(self) -> int:
        """The number of features asked for; of several lines that fit, the largest wins."""
        return len(self.has | self.lacks)

    def fits(self, cpu: Cpu) -> bool:
        """Whether the CPU has the numbers and the features that the line asks for."""
        if cpu.kind != self.kind or not (self.masked or self._numbered(cpu)):
            return False
        lacking = cpu.complete and not self.lacks & cpu.features
        return self.has <= cpu.features and (lacking or not self.lacks)

    def _numbered(self, cpu: Cpu) -> bool:
        # Bounds of two numbers hold every stepping; those of a CPU without numbers, none.
        return cpu.uarch in self.uarchs or any(
            len(cpu.numbers) >= len(bounds)
            and all(low <= number <= high for (low, high), number in zip(bounds, cpu.numbers))
            for bounds in self.ranges
        )


@cache
def read_table(table: Path) -> tuple[CpuPattern, ...]:
    """The patterns of a table, in its order. Raises Trouble for a line in another form."""
    patterns: list[CpuPattern] = []
    cores: dict[str, Core] = {}
    for number, line in enumerate(table.read_text(encoding="ascii").splitlines(), 1):
        code = line.split("#")[0].rstrip()
        if not code.strip():
            continue
        try:
            if code.split()[0] == CORE:
                if cores.setdefault(patterns[-1].name, core := _core(code)) is not core:
                    raise ValueError("a second line about a core")
            else:
                patterns.append(_pattern(code, number, patterns))
        except (ValueError, IndexError) as error:
            what = f"{line.strip()!r} is not as its head explains ({error})"
            raise Trouble(f"{table}, line {number}: {what}") from error
    return tuple(replace(each, core=cores.get(each.name, each.core)) for each in patterns)


def _core(code: str) -> Core:
    """What a line states of the core of the name above it."""
    _, *words = code.split()
    sizes = {found[1]: frozenset(found[2].split(",")) for w in words if (found := SIZES.match(w))}
    never = frozenset(word[1:] for word in words if word[0] == "!")
    if len(never) + len(sizes) < len(words) or not words or "" in never:
        raise ValueError("words are as !aes or L2=256K,512K, each once")
    return Core(never, tuple(sizes.items()))


def _pattern(code: str, line: int, above: list[CpuPattern]) -> CpuPattern:
    """The pattern of a line without its comment; one that starts with blanks continues `above`."""
    name, _, after = code.partition("  ")
    kind, *words = after.split()
    has, lacks = (frozenset(w[1:] for w in words if w[0] == sign) for sign in "+-")
    ids = [word for word in words if word[0] not in "+-"]
    masked = ids == [MASKED]
    known = kind in NOTATION or len(kind) == 12  # letters of a CPUID vendor
    if not known or not ids or "" in has | lacks or name in (each.name for each in above):
        raise ValueError("a line has a new name or blanks, a kind, CPUs")
    if masked and not has | lacks:
        raise ValueError(f"{MASKED} needs features by which to tell its CPUs")
    uarchs = [word for word in ids if kind == "RISC-V" and "," in word]
    ranges = () if masked else tuple(_range(kind, word) for word in ids if word not in uarchs)
    continued = name or above[-1].name
    return CpuPattern(continued, kind, ranges, frozenset(uarchs), has, lacks, masked, line)


def _range(kind: str, word: str) -> Bounds:
    """The bounds that a word of the table gives: ((6, 6), (15, 15), (14, 15)) for 06_0f/e-f."""
    notation = NOTATION.get(kind, NOTATION_OF_X86).replace("X", "[0-9a-f]")
    if not re.fullmatch(notation, word):
        raise ValueError(f"{word!r} is not a CPU of {kind}")
    bounds = []
    for part in re.split("[_/]", word):
        low, _, high = part.partition("-")
        bounds.append((int(low, 16), int(high or low, 16)))
        if bounds[-1][0] > bounds[-1][1]:
            raise ValueError(f"the range {part} of {word} runs backwards")
    return tuple(bounds)
