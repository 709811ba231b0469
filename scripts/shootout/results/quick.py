"""Reading a result file of ours by whole blocks, thrice as fast as by lines.

What does not look exactly as ./do writes it is read line by line, with the same result.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from .grammar import BLOCK, ENDING, LINE_HEAD, PRINTABLE, UNIT
from .reader import Reader
from .records import MANY, Block, Flag, Timing


class Unusual(Exception):
    """It is for the other reader."""


class QuickReader(Reader):
    """Feed it runs: a block, with what follows it up to the next one."""

    def run(self, text: bytes) -> None:
        """Read some lines that begin with a block, or that have none."""
        self._close()
        try:
            block = self._block(text)
        except Unusual:
            block = None
        if block:
            self.blocks.append(block)
        else:
            self.feed(text.splitlines(keepends=True))

    def _block(self, text: bytes) -> Block:
        """The record of a run that is nothing but a block."""
        line = LINE_HEAD.match(text)
        if not line or text.translate(None, PRINTABLE):
            raise Unusual
        body = (b"\n" + text).replace(b"\n" + line[0], b"\n")
        head = BLOCK.match(body)
        if not head:
            raise Unusual
        version, machine, abi, date, primitive = (each.decode() for each in line.groups())
        primitive, _, security = primitive.partition("/")
        home, name, source, output, cpuid, persecond, counter, compiler, known_as, number = (
            each.decode() for each in head.groups()
        )
        if home != primitive:
            raise Unusual
        timings, flags, lengths = self._timings(body, head.end(), primitive)
        return Block(
            version, machine, abi, date, primitive, security, name, source, int(output), cpuid,
            int(persecond), counter, compiler, known_as.split()[0], int(number), timings,
            flags, lengths >= MANY,
        )  # fmt: skip

    def _timings(
        self, body: bytes, at: int, primitive: str
    ) -> tuple[tuple[Timing, ...], tuple[Flag, ...], int]:
        """The timings that are wanted, the flags of the process, how many lengths there are."""
        said: list[tuple[int, int, float | None, tuple[Flag, ...]]] = []
        taken: list[bytes] = []
        general: list[Flag] = []
        lengths, clock = 0, None
        while unit := UNIT.match(body, at):
            _, ratio, called, calls, length, middle, samples, behind = unit.groups()
            at = unit.end()
            lengths += 1
            if ratio:
                clock = float(ratio)
            if clock == 0 or called not in (None, length):
                raise Unusual
            flags: list[Flag] = []
            for of, flag in _flags(behind) if behind else ():
                if of not in (b"-", length) or not flag.cause:
                    raise Unusual
                (general if of == b"-" else flags).append(flag)
            mlen = int(length)
            if self.wanted(primitive, mlen):
                said.append((mlen, int(calls or 1), clock, tuple(flags)))
                taken.append(middle + samples)
        if not ENDING.fullmatch(body, at):
            raise Unusual
        timings = tuple([
            Timing(mlen, tuple([middle + each for each in apart]), calls, clock, flags)
            for (mlen, calls, clock, flags), (middle, *apart) in zip(said, _numbers(taken))
        ])  # fmt: skip
        if not all(any(timing.samples) for timing in timings):
            raise Unusual
        return timings, tuple(general), lengths


def _numbers(taken: Sequence[bytes]) -> list[list[int]]:
    """Of each text like 12+3-4 the numbers; nothing in Python reads them faster than JSON."""
    text = b"],[".join(taken).replace(b"+", b",").replace(b"-", b",-")
    try:
        found: list[list[int]] = json.loads(b"[[%s]]" % text) if taken else []
    except ValueError as error:  # zeros before a number
        raise Unusual from error
    return found


def _flags(lines: bytes) -> Iterator[tuple[bytes, Flag]]:
    """Each with the length that it is of, or `-`."""
    for line in lines.split(b"\n")[1:]:
        of, cause, *detail = [*line.split()[1:], b"", b""]
        yield of, Flag(cause.decode(), b" ".join(detail).decode().rstrip())
