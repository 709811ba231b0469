"""The functions of the paper, their colours and marks."""

from __future__ import annotations

from typing import NamedTuple

Colour = tuple[float, float, float]


class Family(NamedTuple):
    name: str
    colour: Colour
    functions: tuple[str, str]  # the primitives with 256 and with 512 bits of output


FAMILIES = (
    Family("BLAKE", (1, 0, 0), ("blake256", "blake512")),
    Family("Gr\u00f8stl", (0, 0.8, 0), ("groestl256", "groestl512")),
    Family("JH", (0, 0.6, 0.6), ("round3jh256", "round3jh512")),
    Family("Keccak", (0.8, 0, 0.8), ("keccakc512", "keccakc1024")),
    Family("Skein", (0, 0, 1), ("skein512256", "skein512512")),
    Family("SHA-2", (0, 0, 0), ("sha256", "sha512")),
)
# The primitives of the paper in its order, and B in bytes: `long` is (cycles(4096) -
# cycles(4096 - B)) / B.
SHOOTOUT = {
    **dict.fromkeys(("sha256", "sha512", "blake256", "blake512", "groestl256"), 2048),
    **dict.fromkeys(("groestl512", "round3jh256", "round3jh512"), 2048),
    "keccakc512": 1904,
    "keccakc1024": 2016,
    **dict.fromkeys(("skein512256", "skein512512"), 2048),
}

BITS = (256, 512)
MARKS = ("x", "o")  # a cross for 256 bits, a dot for 512
SERIES: tuple[Colour, ...] = (  # for curves that differ in colour alone; Okabe and Ito's palette
    (0.0, 0.45, 0.7), (0.84, 0.37, 0.0), (0.0, 0.62, 0.45), (0.8, 0.47, 0.65),
    (0.34, 0.71, 0.91), (0.9, 0.62, 0.0), (0.0, 0.0, 0.0), (0.5, 0.5, 0.5),
)  # fmt: skip
GREY: Colour = (0.25, 0.25, 0.25)
STEMS = ("blake", "groestl", "round3jh", "keccak", "skein", "sha")  # of the families' primitives
NOT_BLAKE = ("blake2b", "blake2s", "blake3")  # published after the paper


def colour(primitive: str) -> Colour:
    """The colour of the primitive's family; grey if it belongs to none."""
    if primitive.startswith("sha3") and primitive != "sha384":
        primitive = "keccak"
    for stem, family in zip(STEMS, FAMILIES):
        if primitive.startswith(stem) and not primitive.startswith(NOT_BLAKE):
            return family.colour
    return GREY
