"""Write the lines of a curve as columns: a word, and its numbers for all lengths at once.

A block with samples of thousands of lengths repeats the same words for each. In the member
`curves` it has these lines instead, below the usual head of a block:

    lengths FIRST LAST STEP     bytes of message
    groups N N ...              for each group: how many lengths were timed together
    pace P P ...                for each group; - if none was probed
    clock R R ...               for each group; - if none was timed
    calls K K ...               for each length, or one number for all
    counts N N ...              samples of each length, or one number for all
    firsts S d d ...            the first sample of each length, less the one before it
    samples +d-d...             the others, less the first of their length, without spaces
    flags CAUSE N:TEXT ...      N lengths without a flag of this cause, then one with it;
                                NxR:TEXT: then R with the same
                                a line a cause, TEXT of up to 20 characters

Then come the lines that follow the samples of any block. The second quartile of a `cycles`
line is computed from the samples. `unpack(pack(lines))` restores the lines, except for the
order of the flags of a length; lines that it would not restore are not packed.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import accumulate, chain, groupby, repeat
from typing import Any, NamedTuple

from .grammar import BLOCK, COLUMNS, FLAG, FLAGS, FLAGS_OF_CAUSE, ITEM, UNIT
from .records import MANY, ResultError, differences
from .sections import WORDS, bare, sections, summed
from .stats import stq2
from .timings import EVERY, Flag, Timing, numbers

MOST = 1 << 16  # lengths of a block
MOST_SAMPLES = 255  # of a length, as a line may have
ZEROS, LONG = bytes.maketrans(b"123456789", b"000000000"), b"0" * 16
NONE = b"-"  # a group without this number
OPENS = b"\nlengths "
RUN = re.compile(rb"x(\d{1,7}):")  # of lengths with the same flag
SIGNS, PAIRS = (b"+", b"-"), (b"++", b"+-", b"-+", b"--")


class Lengths(NamedTuple):
    """The columns of a block, each in the order of the lengths."""

    mlens: Sequence[int]  # bytes
    groups: Sequence[int]  # lengths of each group
    paces: bytes  # one for each group
    clocks: bytes  # one for each group
    calls: Sequence[int]
    counts: Sequence[int]  # samples of each length
    firsts: Sequence[int]  # ticks
    others: bytes  # ticks: the other samples, less the first of their length, as +d-d...
    flags: bytes  # undecoded

    def samples(self, wanted: Container[int] = EVERY) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The index of each wanted length, and its samples in ticks."""
        every, at = numbers(self.others), 0
        for i, (mlen, first, count) in enumerate(zip(self.mlens, self.firsts, self.counts)):
            if mlen in wanted:
                yield i, (first, *[first + each for each in every[at : at + count - 1]])
            at += count - 1

    def doubts(self) -> dict[int, list[Flag]]:
        """The flags of each flagged length, by its index."""
        found: dict[int, list[Flag]] = {}
        for cause, i, run, text in self._runs():
            flag = Flag(cause, text)
            for at in range(i, i + run):
                found.setdefault(at, []).append(flag)
        return found

    def fits(self) -> bool:
        """Whether the flags are well-formed and name only lengths of the block."""
        for _, items in FLAGS_OF_CAUSE.findall(self.flags.decode()):
            found = ITEM.findall(items)
            if sum(int(without) + int(times or 1) for without, times, _ in found) > len(self.mlens):
                return False
            if "".join(f" {n}x{r}:{t}" if r else f" {n}:{t}" for n, r, t in found) != items:
                return False
        return True

    def _runs(self) -> Iterator[tuple[str, int, int, str]]:
        """The runs of lengths with equal flags: cause, first index, number of lengths, text."""
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

    def lines(self) -> int:
        """The number of lines that the columns stand for."""
        runs = sum(map(int, RUN.findall(self.flags)))
        return len(self.mlens) + self.flags.count(b":") + runs


def parse(text: bytes, start: int = 0) -> tuple[Lengths, int] | None:
    """The columns from `start` on, each line behind a newline, and where they end.

    None if there are none; ValueError if they contradict each other.
    """
    found = COLUMNS.match(text, start)
    if not found:
        return None
    if LONG in found[0].translate(ZEROS):
        raise ValueError("a number with too many digits")
    first, last, step, *words = found.groups()
    groups, paces, clocks, calls, counts, firsts, others, flags = words
    if int(last) // int(step) > MOST:
        raise ValueError("more lengths than a block can have")
    mlens = range(int(first), int(last) + 1, int(step))
    sizes = array("q", map(int, groups.split()))
    try:
        ticks = array("q", accumulate(map(int, firsts.split())))
    except OverflowError as error:
        raise ValueError("a number longer than any that was measured") from error
    n = len(mlens)
    each = _each(calls, n), _each(counts, n)
    lengths = Lengths(mlens, sizes, paces, clocks, *each, ticks, others, flags)
    found_of = {len(lengths.calls), len(lengths.counts), len(ticks), sum(sizes), n}
    if found_of != {n} or not n or mlens[-1] != int(last):
        raise ValueError(f"columns for different numbers of lengths: {sorted(found_of)}")
    ratios = clocks.split()
    if {len(paces.split()), len(ratios)} != {len(sizes)}:
        raise ValueError(f"not one pace and one clock for each of {len(sizes)} groups")
    if not all(0 < float(clock) < math.inf for clock in {*ratios} - {NONE}):
        raise ValueError("a clock ratio must be positive")
    if min(ticks) < 0 or min(map(min, (sizes, *each))) < 1:
        raise ValueError("a number below its minimum")
    if any(pair in others for pair in PAIRS) or others[-1:] in SIGNS or others[:1].isdigit():
        raise ValueError("a sign without a number, or a number without a sign")
    if max(lengths.counts) > MOST_SAMPLES:
        raise ValueError("more samples of a length than any line has")
    doubts = flags.split(b"\nflags ")[1:]
    causes = {line.split(b" ", 1)[0] for line in doubts}
    if len(causes) < len(doubts) or any(line.count(b":") > n for line in doubts):
        raise ValueError("more flags than lengths, or a cause on two lines")
    given = others.count(b"+") + others.count(b"-") + n
    if given != sum(lengths.counts):
        raise ValueError(f"{given} samples, not {sum(lengths.counts)}")
    return lengths, found.end()


def _each(column: bytes, n: int) -> Sequence[int]:
    """The numbers of a column for n lengths; a single number stands for all of them."""
    numbers = list(map(int, column.split()))
    found = array("B" if max(numbers) < 256 else "q", numbers)
    return found * n if len(found) == 1 else found


def unpack(text: bytes, spend: Callable[[int], object] = bool) -> bytes:
    """The lines, each after a newline, that columns encode; other text unchanged.

    `spend` is called before with their number, which a few columns may make large.
    """
    found = parse(text)
    if not found:
        return text
    lengths, end = found
    spend(lengths.lines())
    if not lengths.fits():
        raise ValueError("malformed flags, or flags of more lengths than were timed")
    return b"".join(_lines(lengths)) + text[end:]


def _lines(lengths: Lengths) -> Iterator[bytes]:
    flags = lengths.doubts()
    starts = [0, *accumulate(lengths.groups)]
    said = dict(zip(starts, zip(lengths.paces.split(), lengths.clocks.split())))
    for i, samples in lengths.samples():
        mlen = lengths.mlens[i]
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
    """The columns that encode lines of samples, each after a newline; other text unchanged."""
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
    """A block as in the member `curves`: its fields once, then columns, lines after newlines.

    A block that is not in the exact form ./do writes is returned unchanged.
    """
    found = bare(text)
    head = BLOCK.match(found.text) if found else None
    if not found or not head:
        return text
    end = head.end()
    fields = text[: text.index(b" implementation ") + 1]
    return fields + found.text[1:end] + pack(found.text[end:])


def parted(lines: bytes) -> tuple[bytes, bytes]:
    """The members `data` and `curves` made from result lines: `curves` has blocks of many lengths.

    Each section gets its sum. Blocks in `curves` have their fields once, then columns.
    """
    parts: tuple[list[bytes], list[bytes]] = [], []
    for _, text in sections([lines], _refuse, words=WORDS[:1]):
        curve = text.count(b" cycles ") >= MANY
        parts[curve].append(summed(shortened(text) if curve else text))
    data, curves = (b"".join([*some, b"\n"])[1:] for some in parts)
    return data, curves


def _refuse(kind: str, number: int, what: str) -> None:
    raise ResultError("this run", what, line=number)


def _sorted_flags(text: bytes) -> bytes:
    return FLAGS.sub(lambda found: b"".join(sorted(FLAG.findall(found[0]))), text)


def _columns(units: Sequence[Sequence[bytes]]) -> Iterator[bytes]:
    paces, clocks, _, calls, mlens, middles, apart, behind = zip(*units)
    lengths = list(map(int, mlens))
    samples = [
        [int(middle) + each for each in numbers(some)] for middle, some in zip(middles, apart)
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
    """A line of numbers; equal `calls` or `counts` are written once."""
    every = each[:1] if word in (b"calls", b"counts") and len(set(each)) == 1 else each
    return b"\n%s " % word + b" ".join([b"%d" % number for number in every])


def _flags(behind: Sequence[bytes]) -> Iterator[bytes]:
    """The flags of lengths, by cause, then those of the process."""
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


class ColumnTimings(Sequence[Timing]):
    """The timings that columns encode; each is built when needed, and not kept: they are many."""

    def __init__(self, lengths: Lengths, wanted: Container[int]) -> None:
        self.lengths, self.wanted = lengths, wanted

    def __iter__(self) -> Iterator[Timing]:
        lengths, flags = self.lengths, self.lengths.doubts()
        ratios = [None if each == NONE else float(each) for each in lengths.clocks.split()]
        clocks = list(chain.from_iterable(map(repeat, ratios, lengths.groups)))
        for i, samples in lengths.samples(self.wanted):
            doubts = tuple(flags.get(i, ()))
            yield Timing(lengths.mlens[i], samples, lengths.calls[i], clocks[i], doubts)

    def __len__(self) -> int:
        return sum(map(self.wanted.__contains__, self.lengths.mlens))

    def __getitem__(self, index: Any) -> Any:
        return list(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)
