"""The lines of a curve as columns: a word and its numbers for all lengths at once.

A block with samples of thousands of lengths says the same words again at each. In the member
`curves` it is written so, below the usual head of a block:

    lengths FIRST LAST STEP     bytes of message
    groups N N ...              how many of the lengths were timed together, a group each
    pace P P ...                a group each; - where none was probed
    clock R R ...               a group each; - where none was timed
    calls K K ...               a length each, or one number for all
    counts N N ...              samples of each length, or one number for all
    firsts S d d ...            the first sample of each length, less the one before it
    samples +d-d...             the others, less the first of their length, run together
    flags CAUSE N:TEXT ...      N lengths without a flag of this cause, then one with it;
                                NxR:TEXT: then R with the same

and what follows the samples of other blocks. The second quartile that a `cycles` line states
follows from the samples. `unpack(pack(lines))` are the same lines, but for the order of the
flags of a length; lines of which that is not so are not packed.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Container, Iterator, Sequence
from itertools import accumulate, chain, groupby, repeat
from typing import NamedTuple

from .grammar import BLOCK, COLUMNS, FLAG, FLAGS, FLAGS_OF_CAUSE, ITEM, SPAN, UNIT
from .records import Flag, Pools, Timing, Timings, differences, numbers
from .sections import bare
from .stats import stq2

MOST = 1 << 16  # lengths of a block
ZEROS, LONG = bytes.maketrans(b"123456789", b"000000000"), b"0" * 16
NONE = b"-"  # of a group
OPENS = b"\nlengths "
SIGNS, PAIRS = (b"+", b"-"), (b"++", b"+-", b"-+", b"--")


class Lengths(NamedTuple):
    """What the columns of a block say of every length; lists are in the order of the lengths."""

    mlens: Sequence[int]  # bytes
    groups: Sequence[int]  # how many lengths each has
    paces: bytes  # a group each
    clocks: bytes  # a group each
    calls: Sequence[int]
    counts: Sequence[int]  # samples of each
    firsts: Sequence[int]  # ticks
    others: bytes  # ticks: the other samples less the first of their length, as +d-d...
    flags: bytes  # as they are written

    def samples(self) -> Iterator[list[int]]:
        """The samples of each length, in ticks."""
        apart, at = numbers([self.others])[0], 0
        for first, count in zip(self.firsts, self.counts):
            end = at + count - 1
            yield [first, *[first + each for each in apart[at:end]]]
            at = end

    def doubts(self) -> dict[int, list[Flag]]:
        """The flags of each length that has some, by its index."""
        found: dict[int, list[Flag]] = {}
        for cause, i, run, text in self._runs():
            for at in range(i, i + run):
                found.setdefault(at, []).append(Flag(cause, text))
        return found

    def flagged(self) -> set[int]:
        """The indices of the lengths that have a flag."""
        found, n = set[int](), len(self.mlens)
        for line in self.flags.split(b"\nflags ")[1:]:
            at = 0
            for without, times in SPAN.findall(line):
                at += int(without)
                end = at + int(times or 1)
                if times:
                    found.update(range(at, min(end, n)))
                else:
                    found.add(at)
                at = end
        return found

    def fits(self) -> bool:
        """Whether the flags are written as they should be, and are of lengths that are there."""
        for _, items in FLAGS_OF_CAUSE.findall(self.flags.decode()):
            found = ITEM.findall(items)
            if sum(int(without) + int(times or 1) for without, times, _ in found) > len(self.mlens):
                return False
            if "".join(f" {n}x{r}:{t}" if r else f" {n}:{t}" for n, r, t in found) != items:
                return False
        return True

    def _runs(self) -> Iterator[tuple[str, int, int, str]]:
        """Cause, index of the first, number and text of neighbours with the same flag."""
        n = len(self.mlens)
        for cause, items in FLAGS_OF_CAUSE.findall(self.flags.decode()):
            at = 0
            for without, times, text in ITEM.findall(items):
                at += int(without)
                run = min(int(times or 1), n - at)
                if run < 1:
                    break  # more than there are lengths; ./do check complains
                yield cause, at, run, text
                at += run

    def starts(self) -> list[int]:
        """The index of the first length of each group."""
        return [0, *accumulate(self.groups)][:-1]


def parse(text: bytes) -> tuple[Lengths, int] | None:
    """The columns at the start of a text, each line behind a newline, and where they end.

    None where there are none; ValueError where they contradict each other.
    """
    found = COLUMNS.match(text)
    if not found:
        return None
    if LONG in found[0].translate(ZEROS):
        raise ValueError("a number longer than any that was measured")
    first, last, step, *words = found.groups()
    groups, paces, clocks, calls, counts, firsts, others, flags = words
    if int(last) // int(step) > MOST:
        raise ValueError("more lengths than any block has")
    mlens = range(int(first), int(last) + 1, int(step))
    sizes = array("q", map(int, groups.split()))
    ticks = array("q", accumulate(map(int, firsts.split())))
    n = len(mlens)
    lengths = Lengths(
        mlens, sizes, paces, clocks, _each(calls, n),
        _each(counts, n), ticks, others, flags,
    )  # fmt: skip
    found_of = {len(lengths.calls), len(lengths.counts), len(ticks), sum(sizes), n}
    if found_of != {n} or not n or mlens[-1] != int(last):
        raise ValueError(f"columns of {sorted(found_of)} lengths")
    ratios = clocks.split()
    if {len(paces.split()), len(ratios)} != {len(sizes)}:
        raise ValueError(f"paces or clocks that are not those of {len(sizes)} groups")
    if not all(0 < float(clock) < math.inf for clock in {*ratios} - {NONE}):
        raise ValueError("a clock ratio is positive")
    if min(ticks) < 0 or min(min(each) for each in (sizes, lengths.calls, lengths.counts)) < 1:
        raise ValueError("a number below the least that can be")
    if any(pair in others for pair in PAIRS) or others[-1:] in SIGNS or others[:1].isdigit():
        raise ValueError("a sign without a number, or a number without a sign")
    if _count(others) != sum(lengths.counts) - n:
        raise ValueError(f"{_count(others) + n} samples, not {sum(lengths.counts)}")
    return lengths, found.end()


def _each(column: bytes, n: int) -> Sequence[int]:
    """The numbers of a column, of which one number may stand for all."""
    numbers = list(map(int, column.split()))
    found = array("B" if max(numbers) < 256 else "q", numbers)
    return found * n if len(found) == 1 else found


def unpack(text: bytes) -> bytes:
    """The lines, each behind a newline, that columns stand for; other text as it is."""
    found = parse(text)
    if not found:
        return text
    lengths, end = found
    if not lengths.fits():
        raise ValueError("flags of more lengths than were timed, or not as ./do writes them")
    return b"".join(_lines(lengths)) + text[end:]


def _lines(lengths: Lengths) -> Iterator[bytes]:
    flags = lengths.doubts()
    said = dict(zip(lengths.starts(), zip(lengths.paces.split(), lengths.clocks.split())))
    for i, (mlen, samples) in enumerate(zip(lengths.mlens, lengths.samples())):
        if i in said:
            pace, clock = said[i]
            yield b"\npace %s" % pace if pace != NONE else b""
            yield b"\nclock %s" % clock if clock != NONE else b""
        if lengths.calls[i] > 1:
            yield b"\ncalls %d %d" % (mlen, lengths.calls[i])
        middle = stq2(samples)
        yield b"\ncycles %d %d %s" % (mlen, middle, differences(middle, samples).encode())
        for flag in flags.get(i, ()):
            yield b"\nflag %d %s %s" % (mlen, flag.cause.encode(), flag.detail.encode())


def pack(text: bytes) -> bytes:
    """The columns for lines of samples, each behind a newline; other text as it is."""
    units, at = [], 0
    while unit := UNIT.match(text, at):
        units.append(unit.groups())
        at = unit.end()
    packed = b"".join(_columns(units)) + text[at:] if len(units) > 1 else b""
    try:
        same = packed and _sorted_flags(unpack(packed)) == _sorted_flags(text)
    except ValueError:
        same = False
    return packed if same else text


def shortened(text: bytes) -> bytes:
    """A block for the member `curves`, each line behind a newline: fields once, and columns.

    A block that does not look as ./do writes it stays as it is.
    """
    found = bare(text)
    head = BLOCK.match(found.text) if found else None
    if not found or not head:
        return text
    end = head.end()
    fields = text[: text.index(b" implementation ") + 1]
    return fields + found.text[1:end] + pack(found.text[end:])


def _sorted_flags(text: bytes) -> bytes:
    return FLAGS.sub(lambda found: b"".join(sorted(FLAG.findall(found[0]))), text)


def _columns(units: Sequence[Sequence[bytes]]) -> Iterator[bytes]:
    paces, clocks, _, calls, mlens, middles, apart, behind = zip(*units)
    lengths = list(map(int, mlens))
    samples = [
        [int(middle) + each for each in some] for middle, some in zip(middles, numbers(apart))
    ]
    firsts = [each[0] for each in samples]
    starts = [i for i in range(len(units)) if paces[i] or clocks[i]]
    yield b"\nlengths %d %d %d" % (lengths[0], lengths[-1], (lengths[1] - lengths[0]) or 1)
    yield _column(b"groups", [b - a for a, b in zip(starts, [*starts[1:], len(units)])])
    yield b"\npace " + b" ".join(paces[i] or NONE for i in starts)
    yield b"\nclock " + b" ".join(clocks[i] or NONE for i in starts)
    yield _column(b"calls", [int(each or 1) for each in calls])
    yield _column(b"counts", list(map(len, samples)))
    yield _column(b"firsts", [b - a for a, b in zip([0, *firsts], firsts)])
    others = (differences(each[0], each[1:]) for each in samples)
    yield b"\nsamples " + "".join(others).encode()
    yield from _flags(behind)


def _column(word: bytes, each: Sequence[int]) -> bytes:
    """A line of numbers; where one may stand for all, and they are equal, it does."""
    every = each[:1] if word in (b"calls", b"counts") and len(set(each)) == 1 else each
    return b"\n%s " % word + b" ".join([b"%d" % number for number in every])


def _count(differences: bytes) -> int:
    return differences.count(b"+") + differences.count(b"-")


def _flags(behind: Sequence[bytes]) -> Iterator[bytes]:
    """The flags of the lengths cause by cause, then those of the process."""
    causes: dict[bytes, dict[int, bytes]] = {}
    general = []
    for i, lines in enumerate(behind):
        for flag in FLAG.findall(lines) if lines else ():
            _, mlen, cause, *text = flag.split(b" ", 3)
            if mlen == b"-":
                general.append(flag)
            else:
                causes.setdefault(cause, {})[i] = b"".join(text)
    for cause, texts in causes.items():
        yield b"\nflags " + cause
        done = 0
        for _, group in groupby(enumerate(texts.items()), lambda e: (e[1][0] - e[0], e[1][1])):
            run = [each for _, each in group]
            (start, text), size = run[0], len(run)
            times = b"x%d" % size if size > 1 else b""
            yield b" %d%s:%s" % (start - done, times, text)
            done = start + size
    yield from general


class ColumnTimings(Timings):
    """The timings that columns stand for. Each is made when it is asked for, and not kept."""

    def __init__(self, lengths: Lengths, wanted: Container[int]) -> None:
        self.lengths, self.wanted = lengths, wanted
        self.clocked = bool(lengths.clocks.strip(b" -"))

    def clocks(self) -> Sequence[float | None]:
        """The core cycles per tick of each length that is wanted."""
        pairs = zip(self.lengths.mlens, self._clocks())
        return [clock for mlen, clock in pairs if mlen in self.wanted]

    def _clocks(self) -> Iterator[float | None]:
        """The core cycles per tick of each length."""
        text, groups = self.lengths.clocks, self.lengths.groups
        ratios = [None if clock == NONE else float(clock) for clock in text.split()]
        return chain.from_iterable(map(repeat, ratios, groups))

    def pool(self, clean: Pools, doubted: Pools, *, clocked: bool, all_flagged: bool) -> None:
        """Add the samples in cycles to the pools, as `Timings.pool` has it."""
        lengths, wanted, start = self.lengths, self.wanted, 0
        apart = numbers([lengths.others])[0]
        flagged = range(len(lengths.mlens)) if all_flagged else lengths.flagged()
        told = zip(lengths.mlens, lengths.firsts, lengths.counts, self._clocks())
        for i, (mlen, first, count, clock) in enumerate(told):
            end = start + count - 1
            some = apart[start:end]
            start = end
            if i in flagged:
                if mlen in clean:
                    continue
                pools = doubted
            else:
                pools = clean
            if mlen not in wanted or (clock is None and clocked):
                continue
            ratio = 1 if clock is None else clock
            cycles = [(first + each) * ratio for each in some]
            cycles.append(first * ratio)
            if mlen in pools:
                pools[mlen] += cycles
            else:
                pools[mlen] = cycles

    def __iter__(self) -> Iterator[Timing]:
        lengths, flags, start = self.lengths, self.lengths.doubts(), 0
        apart = numbers([lengths.others])[0]
        told = zip(lengths.mlens, lengths.firsts, lengths.counts, lengths.calls, self._clocks())
        for i, (mlen, first, count, calls, clock) in enumerate(told):
            end = start + count - 1
            if mlen in self.wanted:
                timing = Timing(mlen, (), calls, clock, tuple(flags.get(i, ())))
                timing.stated = [first, 0, *apart[start:end]]
                yield timing
            start = end

    def __len__(self) -> int:
        return sum(map(self.wanted.__contains__, self.lengths.mlens))
