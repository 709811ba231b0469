"""Reading a result file of ours by whole blocks, twice as fast as by lines.

What does not look exactly as ./do writes it is read line by line, with the same result.
"""

from __future__ import annotations

from collections.abc import Iterator

from .lines import MANY, Block, Flag, Timing
from .reader import Reader
from .words import BLOCK, ENDING, LINE_HEAD, PRINTABLE, UNIT, Numbers

number_of = Numbers().__getitem__


class QuickReader(Reader):
    """Feed it runs: a block, with what follows it up to the next one."""

    def run(self, text: bytes) -> None:
        """Read some lines that begin with a block, or that have none."""
        self._close()
        block = self._block(text)
        if block:
            self.blocks.append(block)
        else:
            self.feed(text.splitlines(keepends=True))

    def _block(self, text: bytes) -> Block | None:
        """The record, if there is nothing but one block, and nothing unusual about it."""
        line = LINE_HEAD.match(text)
        if not line or text.translate(None, PRINTABLE):
            return None
        body = (b"\n" + text).replace(b"\n" + line[0], b"\n")
        head = BLOCK.match(body)
        if not head:
            return None
        version, machine, abi, date, primitive = (each.decode() for each in line.groups())
        primitive, _, security = primitive.partition("/")
        home, name, source, output, cpuid, persecond, counter, compiler, known_as, number = (
            each.decode() for each in head.groups()
        )
        flags: list[Flag] = []
        timings: list[Timing] = []
        lengths, clock, at = 0, None, head.end()
        while unit := UNIT.match(body, at):
            _, ratio, called, calls, length, middle, samples, behind = unit.groups()
            at = unit.end()
            lengths += 1
            if ratio:
                clock = float(ratio)
            if clock == 0 or called not in (None, length):
                return None
            causes: list[Flag] = []
            for of, flag in _flags(behind) if behind else ():
                if of not in (b"-", length) or not flag.cause:
                    return None
                (flags if of == b"-" else causes).append(flag)
            mlen, first = int(length), int(middle)
            if self.wanted(primitive, mlen):
                apart = samples.replace(b"+", b" ").replace(b"-", b" -").split()
                taken = tuple([first + number_of(each) for each in apart])
                if any(taken):
                    timings.append(Timing(mlen, taken, int(calls or 1), clock, tuple(causes)))
        if home != primitive or not ENDING.fullmatch(body, at):
            return None
        return Block(
            version, machine, abi, date, primitive, security, name, source, int(output), cpuid,
            int(persecond), counter, compiler, known_as.split()[0], int(number), tuple(timings),
            tuple(flags), lengths >= MANY,
        )  # fmt: skip


def _flags(lines: bytes) -> Iterator[tuple[bytes, Flag]]:
    """Each with the length that it is of, or `-`."""
    for line in lines.split(b"\n")[1:]:
        of, cause, *detail = [*line.split()[1:], b"", b""]
        yield of, Flag(cause.decode(), b" ".join(detail).decode().rstrip())
