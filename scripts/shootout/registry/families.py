"""The functions by set and family, their colours and marks.

Sets come from this checkout's crypto_hash: figures of a function are shown in its set, wherever
they were measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path
from string import ascii_letters
from typing import NamedTuple

from ..common.paths import FUNCTIONS
from .sets import LATER, PAPERS, TODAY, covers, output_of, set_of, sets_of, told_of

Colour = tuple[float, float, float]


class Family(NamedTuple):
    name: str
    colour: Colour
    functions: tuple[str, str]  # with a cross, with a dot; empty where it has none


class Group(NamedTuple):
    """A set, as the graphs show it."""

    name: str
    families: tuple[Family, ...]
    primitives: tuple[str, ...]  # in the paper's order, SHA-2 first
    bits: tuple[str, str]  # of output, of crosses and of dots; empty if those differ in bits

    def stem(self, graph: str) -> str:
        """The name of a graph of this set; those of the paper's have the plain name."""
        if self.name == TODAY and graph == "shootout":
            return TODAY
        return graph if self.name == PAPERS else f"{self.name}-{graph}"


# Names, colours, and beginnings of the names of primitives, of which the longest counts; bblake is
# BLAKE in a tree, and blake32 an earlier BLAKE-256.
Look = tuple[str, Colour, tuple[str, ...]]
LOOKS: tuple[Look, ...] = (
    ("BLAKE", (1, 0, 0), ("blake", "bblake", "blake32", "blake384")),
    ("Gr\u00f8stl", (0, 0.8, 0), ("groestl",)),
    ("JH", (0, 0.6, 0.6), ("round3jh",)),
    ("Keccak", (0.8, 0, 0.8), ("keccak",)),
    ("Skein", (0, 0, 1), ("skein",)),
    ("SHA-2", (0, 0, 0), ("sha2", "sha384", "sha512")),
)
# Families that are younger than the paper. Readers who lack a kind of cones can tell these colours
# from each other, and from the paper's: tests/report/test_colours.py computes what they see.
YOUNGER: tuple[Look, ...] = (
    ("SHA-3", (0.6, 0.1, 0.95), ("sha3224", "sha3256", "sha3384", "sha3512")),
    ("SHAKE", (0.1, 0.7, 0.95), ("shake", "parallelhash")),
    ("TurboSHAKE", (0.2, 0.25, 0.55), ("turboshake", "k12", "kt256")),
    ("BLAKE2", (0.45, 0.2, 0.15), ("blake2b", "blake2s")),
    ("BLAKE3", (0.85, 0.55, 0.55), ("blake3",)),
    ("Ascon", (0.55, 0.6, 0.15), ("ascon",)),
)
EVERY = (*LOOKS, *YOUNGER)
FIRST = "SHA-2"  # of the families of a set
BITS = (256, 512)
MARKS = ("x", "o")  # a cross for 256 bits, a dot for 512
SERIES: tuple[Colour, ...] = (  # for curves that differ in colour alone; Okabe and Ito's palette
    (0.0, 0.45, 0.7), (0.84, 0.37, 0.0), (0.0, 0.62, 0.45), (0.8, 0.47, 0.65),
    (0.34, 0.71, 0.91), (0.9, 0.62, 0.0), (0.0, 0.0, 0.0), (0.5, 0.5, 0.5),
)  # fmt: skip
GREY: Colour = (0.25, 0.25, 0.25)


def _family(primitive: str) -> int | None:
    """The index in EVERY of the primitive's family."""
    stems = ((stem, i) for i, (_, _, some) in enumerate(EVERY) for stem in some)
    found = [(len(stem), i) for stem, i in stems if primitive.startswith(stem)]
    return max(found)[1] if found else None


def colour(primitive: str) -> Colour:
    """The colour of the primitive's family; grey if it belongs to none."""
    family = _family(primitive)
    return GREY if family is None else EVERY[family][1]


def letters(names: Iterable[str]) -> dict[str, str]:
    """A letter for each family, so that they differ without their colours: the first of its name
    that is still free, or of the alphabet."""
    found: dict[str, str] = {}
    for name in names:
        wanted = [c for c in name.upper() + name.lower() if c in ascii_letters]
        free = (c for c in [*wanted, *ascii_letters] if c not in found.values())
        found[name] = found.get(name) or next(free, "*")
    return found


@cache
def groups(top: Path = FUNCTIONS) -> dict[str, Group]:
    """The sets by name, those of the default first."""
    folders = [folder for folder in sorted(top.iterdir()) if set_of(folder)]
    return {
        name: _group(name, [folder for folder in folders if set_of(folder) == name])
        for name in sets_of(folders)
    }


def _group(name: str, folders: Sequence[Path]) -> Group:
    """The set of these primitives.

    Crosses are for up to 256 bits of output, dots for more; where that is not one output each, a
    family's functions alternate.
    """
    bits = {folder.name: 8 * output_of(folder) for folder in folders}
    outputs = sorted(set(bits.values()) - {0})
    plain = [f"{n}" for n in outputs if n <= BITS[0]], [f"{n}" for n in outputs if n > BITS[0]]
    alike = all(len(each) < 2 for each in plain)
    families: list[Family] = []
    for i, (family, shade, _) in enumerate(EVERY):
        own = {p: n for p, n in bits.items() if _family(p) == i}
        families += _pairs(family, shade, own, alike)
    for primitive in (p for p in bits if _family(p) is None):
        families += _pairs(primitive, GREY, {primitive: bits[primitive]}, alike)
    paper = sorted(families, key=lambda family: family.name != FIRST)
    labels = ("".join(plain[0]), "".join(plain[1])) if alike else ("", "")
    return Group(
        name, tuple(families), tuple(p for family in paper for p in family.functions if p),
        labels,
    )  # fmt: skip


def _pairs(name: str, shade: Colour, bits: dict[str, int], alike: bool) -> list[Family]:
    """The functions of a family in pairs of a cross and a dot."""
    ordered = sorted(bits, key=lambda p: (bits[p], p))
    small = [p for p in ordered if bits[p] <= BITS[0]] if alike else ordered[::2]
    large = [p for p in ordered if p not in small]
    pairs = zip_longest(small, large, fillvalue="")
    return [Family(name, shade, pair) for pair in pairs]


PAPER = groups().get(PAPERS) or Group(PAPERS, (), (), ("", ""))
FAMILIES = PAPER.families
# The primitives of the paper in its order, and B in bytes: `long` is (cycles(4096) -
# cycles(4096 - B)) / B. What the paper took for Keccak are whole blocks.
SHOOTOUT = {**dict.fromkeys(PAPER.primitives, 2048), "keccakc512": 1904, "keccakc1024": 2016}
# All primitives that have a set, the paper's first, then set by set.
ORDER = tuple(primitive for group in groups().values() for primitive in group.primitives)


def shown_in(primitive: str) -> str:
    """The set that figures of a primitive are shown with: foreign ones with the paper's."""
    found = (group.name for group in groups().values() if primitive in group.primitives)
    return next(found, PAPERS)


def younger(primitive: str) -> bool:
    """Whether `long` is no slope of the paper's, and so stands in no table beside it."""
    return shown_in(primitive) in LATER


def in_set(primitive: str, name: str) -> bool:
    """Whether figures of a primitive are shown with a set, or with all."""
    return covers(name, shown_in(primitive))


@cache
def pictured(group: Group) -> Group:
    """The set with the guests that known/sets has for its picture."""
    guests = [FUNCTIONS / name for name in told_of(f"{group.name}:guests")]
    own = [FUNCTIONS / name for name in group.primitives]
    return _group(group.name, [*own, *guests]) if guests else group
