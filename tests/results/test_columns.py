"""Curves in columns: the same lines in fewer bytes; and a figure is one number in every view."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.collect.checked import check
from shootout.registry.sets import ALL
from shootout.report import machines, tables
from shootout.report.page import contents
from shootout.results import archive, columns
from shootout.results.columns import parted
from shootout.results.curve import of_file
from shootout.results.figures import fastest, rows_of
from shootout.results.gunzip import MIB
from shootout.results.reader import Reader, printable, read
from shootout.results.records import CellName, Result, ResultError, parse, without_curves
from shootout.results.sections import LINE, Budget, bare
from shootout.results.stats import BYTES, needed

DATA = ROOT / "tests" / "data"
REAL = [DATA / f"supercop-{year}.data" for year in (2013, 2020, 2026)]
RUN = max((ROOT / "data").glob("*.tar.gz"))
HEAD = "20261121 box amd64 20261121 crypto_hash sha256"
OPENING = [
    "implementation crypto_hash/sha256/ref -", "outputbytes 32", "cpuid x",
    "cpucycles_persecond 1000", "cpucycles_implementation none", "compiler gcc_-O3 GCC_9 of 2019",
    "round 2",
]  # fmt: skip


def body_of(lengths: Iterable[int]) -> list[str]:
    lines = []
    for mlen in lengths:
        lines += ["pace 4", f"clock 1.{mlen:04}", f"calls {mlen} 3", f"cycles {mlen} {mlen} +0+1-1"]
        lines += [f"flag {mlen} drift 0.1"] if mlen % 64 == 0 else []
    return [*lines, "flag - stolen 3", "took 1 2"]


CURVE = [*OPENING, *body_of(range(0, 4097, 8))]
SIX = [*OPENING[:-1], "round 1", *body_of((8, 64, 576, 1536, 2048, 4096))]


def text_of(lines: Iterable[str], head: str = HEAD) -> bytes:
    return "".join(f"{head} {line}\n" for line in lines).encode()


def by_lines(content: bytes) -> Reader:
    """A reader that was given each line alone: what quicker ways must agree with."""
    reader = Reader("here")
    for number, raw in enumerate(content.split(b"\n")[:-1], 1):
        try:
            if line := parse(printable(raw)):
                reader.about = line[:6]
                reader._dispatch(line.word, line.rest)
        except (ValueError, IndexError) as error:
            raise ResultError("here", str(error), line=number) from error
    return reader


def fed(content: bytes, *, curves: bool = False) -> Result:
    reader = Reader("here")
    reader.feed([content], curves=curves)
    return reader.result()


def outcome(content: bytes, *, alone: bool) -> object:
    """The records, or the line that is complained about."""
    try:
        result = by_lines(content).result() if alone else fed(content)
        return result.blocks, result.attempts
    except ResultError as error:
        return re.findall("line [0-9]+", str(error))[0]


ODD = {
    "nothing": "",
    "a sum": "sum 30 0123abcd",
    "of zeros": "cycles 64 0 +0+0",
    "doubts of the process": "flag - broken why  not",
    "a doubt without a cause": "flag -",
    "a doubt of another length": "flag 8 drift 0.1",
    "calls of another length": "calls 9 3",
    "a clock that stands": "clock 0",
    "a clock that is none": "clock nan",
    "a clock too fast": "clock 1e3",
    "what plays with terminals": "flag 4096 drift \x1b[31m",
    "no samples": "cycles 64 3",
    "zeros before numbers": "cycles 64 003 +02-00+1",
    "old samples": "cycles 64 3 3 3 4",
    "words of others": "word of others",
    "a line of columns": "lengths 0 8 1",
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("where", [0, 2, len(OPENING), len(OPENING) + 4, 20, -3, -1, 99])
def test_lines_that_belong_together_are_read_as_each_alone(odd: str, where: int) -> None:
    lines = [*OPENING, *body_of((8, 64, 576, 1536, 2048, 4096))]
    lines[where:where] = [odd] if odd else []
    content = text_of(lines)
    assert outcome(content, alone=False) == outcome(content, alone=True)


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_files_of_supercop_are_read_as_each_line_alone(path: Path) -> None:
    assert outcome(path.read_bytes(), alone=False) == outcome(path.read_bytes(), alone=True)


@pytest.mark.parametrize("path", [RUN, *REAL], ids=lambda path: path.stem)
def test_reading_without_curves_leaves_curves_out_and_nothing_else(path: Path) -> None:
    whole, some = read(path), read(path, curves=False)
    assert whole.attempts == some.attempts and whole.facts == some.facts
    kept = []
    for block in without_curves(whole.blocks):
        lengths = needed(block.primitive)
        kept.append(block._replace(timings=tuple(t for t in block.timings if t.mlen in lengths)))
    assert some.blocks == tuple(kept)


def lines_of(blocks: Iterable[list[str]]) -> bytes:
    return b"".join(text_of(block) for block in blocks)


def packed(tmp_path: Path, *blocks: list[str]) -> Path:
    data, curves = parted(lines_of(blocks))
    path = tmp_path / "box-20261121-000000.tar.gz"
    archive.write(path, {"data": data, "curves": curves, "machine": b"cpu x\n"})
    return path


def test_blocks_of_many_lengths_go_into_the_other_member(tmp_path: Path) -> None:
    path = packed(tmp_path, SIX, CURVE, SIX)
    members = archive.read_members(path)
    assert members["data"].count(b" implementation ") == 2
    assert members["curves"].count(b"\n") < 25 and b"\nlengths 0 4096 8\n" in members["curves"]
    whole = fed(lines_of([SIX, SIX, CURVE]))
    assert read(path).blocks == whole.blocks
    assert read(path, curves=False).blocks == whole.blocks[:2]
    path.write_bytes(path.read_bytes()[:-200])
    assert read(path, curves=False).blocks == whole.blocks[:2]
    with pytest.raises(ResultError, match="cut off"):
        read(path)


def curves_of_run() -> Iterator[tuple[bytes, bytes]]:
    """Blocks of the member `curves` of a run, as they are and with their lines unpacked."""
    content = archive.read_members(RUN)["curves"]
    for block in re.split(rb"(?m)^(?=\d{8}[^\n]* implementation )", content)[1:40]:
        found = bare(b"\n" + block.rsplit(b"\n", 2)[0], curves=True)
        assert found
        at = found.text.find(columns.OPENS)
        head = b"%s %s %s %s crypto_hash %s " % found.fields
        lines = found.text[:at] + columns.unpack(found.text[at:]) if at >= 0 else found.text
        yield block, lines.replace(b"\n", b"\n" + head)[1:] + b"\n"


def test_columns_of_a_run_stand_for_its_lines() -> None:
    for _, lines in curves_of_run():
        _, again = parted(lines)
        assert fed(again, curves=True) == fed(lines)
        assert len(again) < 0.4 * len(lines)


def by_lengths(text: bytes) -> list[bytes]:
    """The lines, with neighbouring flags in one order."""
    return [
        b"".join(sorted(re.findall(rb"\n.*", each))) for each in re.split(rb"(?=\n[pct])", text)
    ]


def test_columns_unpack_to_what_was_packed() -> None:
    rng, shorter = random.Random(2012), 0
    for _ in range(200):
        step, lines = rng.choice((1, 8)), []
        for mlen in range(rng.choice((0, 8)), 800, step):
            if not lines or rng.random() < 0.3:
                lines += [f"pace {rng.random():.3f}"] if rng.random() < 0.9 else []
                lines += [f"clock {rng.uniform(0.5, 2):.5f}"] if rng.random() < 0.9 else []
            calls = rng.choice((1, 1, 7))
            lines += [f"calls {mlen} {calls}"] if calls > 1 else []
            samples = [rng.randrange(10 ** rng.randrange(1, 9)) for _ in range(rng.choice((3, 7)))]
            middle = columns.stq2(samples)
            lines += [f"cycles {mlen} {middle} {columns.differences(middle, samples)}"]
            flags = [f"flag {mlen} {cause} 0.{rng.randrange(3)}" for cause in ("drift", "shared")]
            lines += [flag for flag in flags if rng.random() < 0.2]
        text = "".join(f"\n{line}" for line in [*lines, "took 1.000 2.000"]).encode()
        short = columns.pack(text)
        shorter += short.startswith(columns.OPENS) and len(short) < len(text)
        assert by_lengths(columns.unpack(short)) == by_lengths(text)
    assert shorter > 150


COLUMNS = """
lengths 0 16 8
groups 2 1
pace 1 2
clock 1.5 -
calls 3
counts 2
firsts 10 5 -3
samples +1-1+2
flags drift 0x2:0.1
flags shared 2:0.5
took 1 2"""


def test_columns_tell_each_length() -> None:
    assert columns.unpack(COLUMNS.encode()).decode().split("\n")[1:] == [
        "pace 1", "clock 1.5",
        "calls 0 3", "cycles 0 10 +0+1", "flag 0 drift 0.1",
        "calls 8 3", "cycles 8 14 +1+0", "flag 8 drift 0.1",
        "pace 2",
        "calls 16 3", "cycles 16 13 -1+1", "flag 16 shared 0.5",
        "took 1 2",
    ]  # fmt: skip


WRONG = {
    "too few lengths": ("lengths 0 16 8", "lengths 0 24 8"),
    "a last length that is none": ("lengths 0 16 8", "lengths 0 17 8"),
    "lengths without end": ("lengths 0 16 8", "lengths 0 9999999 1"),
    "a group too many": ("groups 2 1", "groups 2 2"),
    "a group of nothing": ("groups 2 1", "groups 3 0"),
    "a pace too few": ("pace 1 2", "pace 1"),
    "a clock too many": ("clock 1.5 -", "clock 1.5 - 2"),
    "a clock that stands": ("clock 1.5 -", "clock 0 -"),
    "two numbers for three": ("calls 3", "calls 3 3"),
    "no calls": ("calls 3", "calls 0"),
    "a sample too few": ("samples +1-1+2", "samples +1-1"),
    "a sign too many": ("samples +1-1+2", "samples +1-+2"),
    "no sign": ("samples +1-1+2", "samples 1-1+2"),
    "a negative sample": ("firsts 10 5 -3", "firsts 10 -15 -3"),
    "a number too long": ("firsts 10 5 -3", f"firsts 1{16 * '0'} 5 -3"),
    "no number": ("firsts 10 5 -3", "firsts 10 5- -3"),
    "flags behind the end": ("flags shared 2:0.5", "flags shared 3:0.5"),
    "more flags than lengths": ("flags drift 0x2:0.1", "flags drift 0x4:0.1"),
    "a flag that is none": ("flags shared 2:0.5", "flags shared 2=0.5"),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_columns_that_contradict_each_other_are_refused(
    change: tuple[str, str], tmp_path: Path
) -> None:
    assert change[0] in COLUMNS
    good, bad = (
        f"{HEAD} " + "\n".join(OPENING) + text for text in (COLUMNS, COLUMNS.replace(*change))
    )
    found = []
    for name, content in (("good", good), ("bad", bad)):
        path = tmp_path / f"{name}.tar.gz"
        archive.write(path, {"data": text_of(SIX), "curves": f"{content}\n".encode()})
        found.append({f.rule for f in check(path).errors})
    assert found[1] - found[0], found
    if "flag" not in change[0]:  # readers pass over flags that they don't understand
        with pytest.raises((ResultError, ValueError)):
            read(tmp_path / "bad.tar.gz")


def test_columns_in_data_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "box.tar.gz"
    archive.write(path, {"data": f"{HEAD} {chr(10).join(OPENING)}{COLUMNS}\n".encode()})
    assert check(path).errors
    with pytest.raises(ResultError, match="line 2: cannot be understood"):
        read(path)


def test_a_block_of_curves_with_lines_of_another_is_not_bare(tmp_path: Path) -> None:
    """Its first line has fields that no other has, but these are not left out below."""
    first, *others = CURVE
    content = text_of([first]) + text_of(others, HEAD.replace("amd64", "x86"))
    assert not bare(b"\n" + content[:-1], curves=True)
    path = tmp_path / "box.tar.gz"
    archive.write(path, {"data": text_of(SIX), "curves": content})
    told = [finding.text for finding in check(path).errors if finding.rule == 12]
    assert any(f"{len(others) - 3} more like this" in text for text in told), told
    with pytest.raises(ResultError, match=f"line {len(SIX) + 2}: cannot be understood"):
        read(path)


def test_what_ends_the_reading_of_data_ends_that_of_curves(tmp_path: Path) -> None:
    strange = text_of(["implementation of nothing"]) * 1001
    path = tmp_path / "box.tar.gz"
    archive.write(path, {"data": text_of(SIX) + strange, "curves": strange})
    told = [finding.text for finding in check(path).errors if finding.rule == 1]
    assert len(told) == 1 and f"line {len(SIX) + 501}: too many" in told[0], told


def costly() -> dict[str, str]:
    """Members `curves` of up to a megabyte or so, whose columns stand for as much as they can."""
    most = columns.MOST
    mlens = f"lengths 0 {most - 1} 1"
    causes = ("shared", "drift", "switched", "uneven", "stolen", "broken", "changes")

    def block(start: str = mlens, **changes: str) -> str:
        told = {
            "groups": str(most), "pace": "1", "clock": "1", "calls": "1", "counts": "1",
            "firsts": "0 " * most, "samples": "", **changes,
        }  # fmt: skip
        lines = [*OPENING, start, *(f"{word} {told[word]}" for word in told)]
        return f"{HEAD} " + "".join(f"{line}\n" for line in lines)

    def flags(items: str, causes: Iterable[str] = causes) -> str:
        return "\n" + "\n".join(f"flags {cause} {items}" for cause in causes)

    tiny = COLUMNS[: COLUMNS.index("\nflags")]
    opening = f"{HEAD} " + "\n".join(OPENING)
    long = "9" * 15
    n = MIB // 40
    return {
        "every flag at each length": 2 * block(samples=flags(f"0x{most}:{20 * 'a'}")),
        "runs without end": 2 * block(samples=flags("0x9999999:a")),
        "runs of nothing": block(samples=flags(25000 * "0x0:a ")),
        "a cause on every line": block(samples=flags(f"0x{most}:a", ["drift"] * 35000)),
        "a long text": block(samples=flags(f"0x{most}:{900_000 * 'a'}", ["drift"])),
        "a group each": 2 * block(groups="1 " * most, pace="1 " * most, clock="1 " * most),
        "numbers of many digits": block(
            f"lengths 0 {n - 1} 1", groups=str(n), calls=f"{long} " * n,
            firsts=f"{long} -{long} " * (n // 2),
        ),
        "sums of many digits": block(firsts=f"{long} " * most),
        "a length with all samples": block(
            "lengths 8 8 1", groups="1", counts=str(MIB // 2 + 1), firsts="0",
            samples="+1" * (MIB // 2),
        ),
        "columns again and again": opening + tiny * (MIB // len(tiny)) + "\n",
        "lengths again and again": block() + "lengths 0 8 8\n" * (MIB // 14),
        "small blocks": (opening + tiny + "\n") * (MIB // 400),
    }  # fmt: skip


COSTLY = costly()
MEASURED = """
import re, sys
from pathlib import Path
from shootout.collect.checked import check
from shootout.results.reader import read

def peak():
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1])

path, before = Path(sys.argv[1]), peak()
check(path)
for block in read(path, keep=True).blocks:
    assert sum(len(timing.flags) >= 0 for timing in block.timings) == len(block.timings)
print(peak() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells the memory used")
@pytest.mark.parametrize("content", COSTLY.values(), ids=COSTLY)
def test_columns_cost_a_multiple_of_their_size(content: str, tmp_path: Path) -> None:
    """Whoever reads a stranger's file has neither hours nor gigabytes for a megabyte of it."""
    path = tmp_path / "box.tar.gz"
    archive.write(path, {"data": text_of(SIX), "curves": content.encode()})
    assert MIB / 4 < len(content) < 1.7 * MIB
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")},
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert int(done.stdout) * 1024 < 200 * MIB


def test_messages_name_a_line_of_the_file(tmp_path: Path) -> None:
    """What is unpacked has no line of its own: its block has, and its length is told."""
    lines = body_of(range(0, 4097, 8))
    told = columns.pack("".join(f"\n{line}" for line in lines).encode()).decode()
    assert told.startswith("\nlengths ") and told.endswith("\ntook 1 2")
    head = "\n".join(OPENING).replace("outputbytes 32", "outputbytes many")
    path, first = tmp_path / "box.tar.gz", len(SIX) + 1
    curves = f"{HEAD} {head}{told[:-1]}x\n".encode()
    archive.write(path, {"data": text_of(SIX), "curves": curves})
    found = [finding.text for finding in check(path).findings]
    for want in (
        f"line {first + 1}: wrong fields after the word 'outputbytes'",
        f"line {first}: wrong fields after the word 'took'",
        f"line {first} (length 0): a sample is negative",
    ):
        assert any(text.startswith(want) for text in found), (want, found)
    last = first + curves.count(b"\n") - 1
    numbers = [int(n) for text in found for n in re.findall(r"line (\d+)", text)]
    assert max(numbers) <= last


def test_lines_in_columns_count_as_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a small file took as long as the longest that is read."""
    path = packed(tmp_path, SIX, CURVE)
    assert 19 not in {finding.rule for finding in check(path).errors}
    whole = Budget(0)
    for text in archive.read_members(path).values():
        whole.read(text)
    monkeypatch.setattr(Budget, "PER_BYTE", 0)
    monkeypatch.setattr(Budget, "LEAST", Budget.LEAST - whole.left + LINE)
    told = [finding.text for finding in check(path).errors if finding.rule == 19]
    assert told and "more lines, numbers and names than" in told[0]


def test_an_older_reader_is_told_to_be_renewed() -> None:
    assert archive.manifest({"data": b""}).startswith(b"shootout 2\n")


def test_files_of_the_first_format_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.tar.gz"
    monkeypatch.setattr(archive, "FORMATS", ("shootout 2", "shootout 1"))
    archive.write(path, {"data": text_of(SIX), "curves": text_of(CURVE)})
    monkeypatch.undo()
    assert b"\nshootout 1" not in path.read_bytes()
    assert read(path).blocks == fed(lines_of([SIX, CURVE])).blocks


def test_the_figure_of_a_length_is_one_number_in_every_view(tmp_path: Path) -> None:
    """Tables, JSON, the page, curves and the machines of graphs tell the same of a run."""
    result = read(RUN, curves=False)
    rows = {row.cell: row for row in rows_of(result.blocks)}
    best = {
        (row.abi, row.primitive, n, bool(row.native)): row
        for n in BYTES
        for row in fastest(rows.values(), n)
    }
    drawn = {(c.name, c.abi): c for c in machines.summarise(RUN).contestants}
    page = {(m.contestant.name, m.contestant.abi): m for m in contents.summarise(RUN)[0]}
    curves = of_file(RUN, ALL)
    said = json.loads(tables.render([result], tables.TableOptions(form="json")))["figures"]
    told = {(f["abi"], f["primitive"], f["mlen"], bool(f["native"])): f["median"] for f in said}
    seen = 0
    for (abi, primitive, mlen, native), row in best.items():
        want = row.figures[mlen].median
        assert told[abi, primitive, mlen, native] == round(want, 4)
        key = row.machine, abi
        shown_by = drawn[key].native if native else drawn[key].fastest
        assert shown_by[primitive][mlen].figure.median == want
        shown = page[key].functions[primitive]
        assert shown.best[row.implementation][mlen].figure.median == want
        its = [(each, dict(zip(each.mlens, each.medians))) for each in shown.curves]
        its += [(each, each.costs) for each in curves.longest((*key, primitive))]
        for each, costs in its:
            name = CellName(*row.cell[:3], each.implementation, each.compiler)
            assert costs[mlen] == rows[name].figures[mlen].median
            seen += 1
    assert seen > 100
