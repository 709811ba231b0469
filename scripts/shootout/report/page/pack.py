"""Compression of curves: streams of small numbers, deflated, in base64.

A number of cycles is stored as a multiple of a step on a logarithmic scale, and repeats the
one before it while that is near enough: so smooth curves take next to nothing. The page says
how near. web/unpack.js is the inverse.
"""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul, sub

from ...results.curve import Points

NEAR, NEAR_QUARTILE = 1, 4  # steps that a number may deviate, beyond the half of rounding
STREAMS = ("lengths", "medians", "first quartiles", "third quartiles", "doubts")


@dataclass(frozen=True)
class Packed:
    """The streams as text, and the greatest relative errors of medians and of quartiles."""

    text: str
    median: float
    quartile: float


@lru_cache(1 << 12)  # most are small
def varint(number: int) -> bytes:
    """A number in bytes of seven bits, the low ones first; the sign is the lowest bit."""
    number = 2 * number if number >= 0 else -2 * number - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def follow(values: Iterable[float], near: int) -> list[int]:
    """Integers no farther than near + 1/2 from the values, that change seldom (hysteresis)."""
    kept, found, most = 0, [], near + 0.5
    for value in values:
        if not -most <= value - kept <= most:
            kept = round(value)
        found.append(kept)
    return found


def changes(values: Sequence[int]) -> bytes:
    """The values as varints of their differences, the first as its difference to 0."""
    return b"".join(map(varint, map(sub, values, [0, *values])))


def pack(curves: Sequence[Points], sets: Mapping[tuple[str, ...], int], steps: int) -> Packed:
    """The curves with `steps` to a factor of two; `sets` has the numbers of sets of doubts."""
    streams = [bytearray() for _ in STREAMS]
    for curve in curves:
        lengths = curve.mlens

        def logs(cycles: Iterable[float]) -> list[float]:
            return [steps * math.log2(c) if c > 1 else 0.0 for c in cycles]

        medians = follow(logs(map(mul, curve.medians, lengths)), NEAR)
        below = logs(map(mul, curve.q1, lengths))
        above = logs(map(mul, curve.q3, lengths))
        low = follow([m - b if m > b else 0.0 for m, b in zip(medians, below)], NEAR_QUARTILE)
        high = follow([a - m if a > m else 0.0 for m, a in zip(medians, above)], NEAR_QUARTILE)
        gaps = [b - a for a, b in zip([0, *lengths], lengths)]
        doubts = [sets[each] for each in curve.doubts]
        streams[0] += varint(len(lengths))
        for stream, values in zip(streams, (gaps, medians, low, high, doubts)):
            stream += changes(values)
    head = b"".join(varint(len(stream)) for stream in streams)
    body = zlib.compress(b"".join([head, *map(bytes, streams)]), 9)
    errors = [2 ** ((near + 0.5) / steps) - 1 for near in (NEAR, NEAR_QUARTILE)]
    return Packed(base64.b64encode(body).decode("ascii"), errors[0], errors[1])
