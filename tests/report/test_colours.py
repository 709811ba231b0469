"""Colours of families: each has its own, which readers who lack a kind of cones tell apart, too.

What they see is computed by Machado, Oliveira and Fernandes, "A physiologically-based model for
simulation of color vision deficiency" (2009), at its greatest severity; how far apart two colours
are, by their distance in CIELAB.
"""

from __future__ import annotations

import itertools
import math
import re

import pytest
from conftest import ROOT

from shootout.registry.families import EVERY, GREY, LOOKS, YOUNGER, Colour, colour, letters
from shootout.report.graphs.dark import contrast, readable

SEEN: dict[str, tuple[Colour, Colour, Colour]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue cones": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
WEB = ROOT / "scripts/shootout/report/page/web"
PAPERS = {
    "BLAKE": (1, 0, 0), "Gr\u00f8stl": (0, 0.8, 0), "JH": (0, 0.6, 0.6),
    "Keccak": (0.8, 0, 0.8), "Skein": (0, 0, 1), "SHA-2": (0, 0, 0),
}  # fmt: skip


def lab(seen: list[float]) -> Colour:
    """CIELAB of a linear colour under daylight (D65)."""
    r, g, b = (min(1.0, max(0.0, part)) for part in seen)
    white = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0890,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(shade: Colour, reader: str) -> Colour:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shade]
    return lab([sum(a * b for a, b in zip(row, linear)) for row in SEEN[reader]])


def apart(one: Colour, other: Colour) -> float:
    """The least distance of two colours in the eyes of any reader; 2.3 can just be noticed."""
    return min(math.dist(seen(one, reader), seen(other, reader)) for reader in SEEN)


def least(shades: list[Colour]) -> float:
    return min(apart(*pair) for pair in itertools.combinations(shades, 2))


def test_the_papers_six_are_unchanged() -> None:
    assert {name: shade for name, shade, _ in LOOKS} == PAPERS


def test_families_differ_without_colours() -> None:
    found = letters([*(name for name, *_ in EVERY), "SHA-2", "\u00f8", "sha", "jh"])
    assert len(set(found.values())) == len(found) == len(EVERY) + 3
    assert [found[name] for name in ("BLAKE", "Skein", "SHA-2")] == ["B", "S", "H"]
    crowd = letters(str(n) for n in range(60))
    assert len(set(crowd.values())) == 52 + 1, "then there is no letter left"


def test_letters_can_be_read_on_white() -> None:
    for _, shade, _ in EVERY:
        shown = "#" + "".join(f"{round(255 * part):02x}" for part in readable(shade))
        assert contrast(shown, "#ffffff") >= 4.5


def test_younger_families_differ_for_every_reader() -> None:
    shades = [shade for _, shade, _ in YOUNGER]
    assert least(shades) > 30
    assert min(apart(one, other) for one in shades for other in PAPERS.values()) > 10


@pytest.mark.parametrize(("sheet", "limit"), [("style.css", 14), ("dark.css", 12)])
def test_they_differ_on_the_page(sheet: str, limit: float) -> None:
    """There they are text, which has to stand out from its ground, and so are closer together."""
    found = re.findall(r"--k(\d+): #(\w{6});", (WEB / sheet).read_text())
    numbers = {int(k): text for k, text in found}
    assert sorted(numbers) == list(range(len(EVERY)))
    shades = [
        tuple(int(numbers[k][i : i + 2], 16) / 255 for i in (0, 2, 4))
        for k in range(len(LOOKS), len(EVERY))
    ]
    assert least(shades) > limit  # type: ignore[arg-type]
    every = (WEB / "style.css").read_text()
    assert all(f".k{k} {{ --k: var(--k{k}); }}" in every for k in numbers)


@pytest.mark.parametrize(("primitive", "family"), [
    ("sha384", "SHA-2"), ("sha3384", "SHA-3"), ("sha3256", "SHA-3"), ("sha256", "SHA-2"),
    ("shake128", "SHAKE"), ("turboshake128", "TurboSHAKE"), ("k12", "TurboSHAKE"),
    ("keccakc512treed2", "Keccak"), ("blake384", "BLAKE"), ("blake32", "BLAKE"),
    ("blake256", "BLAKE"), ("blake28", "BLAKE"), ("bblake256", "BLAKE"), ("blake2b", "BLAKE2"),
    ("blake2s", "BLAKE2"), ("blake3", "BLAKE3"), ("asconhash256", "Ascon"), ("md5", ""),
])  # fmt: skip
def test_a_function_has_its_familys_colour(primitive: str, family: str) -> None:
    shades = {name: shade for name, shade, _ in EVERY}
    assert colour(primitive) == shades.get(family, GREY)
