# SPDX-License-Identifier: CC0-1.0
"""Arithmetic for tables of Grøstl: a column is a polynomial modulo z^8 - 1 over AES's field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor

Column = list[int]  # eight bytes, by rows or as they lie in a register


def times(a: int, b: int) -> int:
    """The product of two elements of the field of 256."""
    product = 0
    while b:
        product ^= a * (b & 1)
        a, b = a << 1 ^ (a >> 7) * 0x11B, b >> 1
    return product


def applied(a: Column, v: Column) -> Column:
    """The sum of a[k] z^k of a column, where z brings row r + 1 to row r."""
    return [reduce(xor, (times(a[k], v[(r + k) % 8]) for k in range(8))) for r in range(8)]


def inverse(a: Column) -> Column:
    """1 / a: the eighth power of a is that of the sum of its coefficients."""
    seventh, total = a, reduce(xor, a)
    for _ in range(6):
        seventh = [
            reduce(xor, (times(seventh[i], a[(r - i) % 8]) for i in range(8))) for r in range(8)
        ]
    eighth = reduce(times, [total] * 8)
    (scale,) = (x for x in range(256) if times(x, eighth) == 1)
    return [times(scale, x) for x in seventh]


UNMIXED = inverse([2, 2, 3, 4, 5, 3, 5, 7])  # MixBytes undone


def constants(q: bool, number: int, columns: int) -> list[Column]:
    """AddRoundConstant's in round `number`, by columns and rows."""
    row, rest = (7, 255) if q else (0, 0)
    return [[rest ^ (16 * c ^ number) * (r == row) for r in range(8)] for c in range(columns)]


def unshifted(indices: Sequence[int]) -> list[int]:
    """Bytes to choose so that these are chosen behind AES's ShiftRows."""
    result = [0] * 64
    for place, index in enumerate(indices):
        lane, column, row = place // 16 * 16, place % 16 // 4, place % 4
        result[lane + 4 * ((column + row) % 4) + row] = index
    return result


def rows(values: Sequence[int]) -> list[str]:
    """Lines of assembly for 64 bytes."""
    return [".byte " + ", ".join(map(str, values[n : n + 16])) for n in range(0, 64, 16)]
