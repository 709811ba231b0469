"""The page: what is in the file."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pages
import pytest

from shootout import cli
from shootout.report.page import contents, pack, page
from shootout.results import stats
from shootout.results.figures import rows_of
from shootout.results.reader import read


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return pages.three(tmp_path_factory.mktemp("results"))


def unpacked(packed: pack.Packed, curves: Sequence[contents.Points], steps: int) -> list[Any]:
    """The inverse of pack: lengths, medians and quartiles in cycles, sets of doubts."""
    data, at = zlib.decompress(base64.b64decode(packed.text)), 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return -(value + 1) // 2 if value % 2 else value // 2

    sizes = [number() for _ in pack.STREAMS]
    starts = [at + sum(sizes[:i]) for i in range(len(sizes))]

    def sums(stream: int, count: int) -> list[int]:
        nonlocal at
        at, total, found = starts[stream], 0, []
        for _ in range(count):
            total += number()
            found.append(total)
        starts[stream] = at
        return found

    found = []
    for _ in curves:
        at = starts[0]
        count = number()
        starts[0] = at
        gaps = sums(0, count)
        lengths = [sum(gaps[: i + 1]) for i in range(count)]
        middle, low, high, doubts = (sums(k, count) for k in (1, 2, 3, 4))
        cycles = [
            [2 ** (k / steps) for k in codes]
            for codes in (
                middle,
                [m - d for m, d in zip(middle, low)],
                [m + d for m, d in zip(middle, high)],
            )
        ]
        found.append((lengths, *cycles, doubts))
    return found


def test_packing_keeps_its_promise(files: list[Path]) -> None:
    machines, complaints = contents.collect(files[:1])
    assert not complaints
    curves = [curve for f in machines[0].functions.values() for curve in f.curves]
    assert [c.implementation for c in curves] == ["fast", "slow"]
    sets = {(): 0, ("drift",): 1}
    for steps in page.STEPS:
        packed = pack.pack(curves, sets, steps)
        for curve, (lengths, medians, q1, q3, doubts) in zip(
            curves, unpacked(packed, curves, steps)
        ):
            assert lengths == list(curve.mlens)
            assert not any(doubts)
            for i, n in enumerate(lengths):
                near = packed.median + 1e-9
                assert medians[i] == pytest.approx(curve.medians[i] * n, rel=near)
                off = (1 + packed.median) * (1 + packed.quartile) - 1
                assert q1[i] == pytest.approx(curve.q1[i] * n, rel=off)
                assert q3[i] == pytest.approx(curve.q3[i] * n, rel=off)


def test_curves_are_the_figures_of_the_tables(files: list[Path]) -> None:
    machines, _ = contents.collect(files[:1])
    rows = {row.implementation: row for row in rows_of(read(files[0]).blocks)}
    for curve in machines[0].functions["sha256"].curves:
        for mlen in stats.BYTES:
            figure, i = rows[curve.implementation].figures[mlen], curve.mlens.index(mlen)
            shown = curve.medians[i], curve.q1[i], curve.q3[i], curve.doubts[i]
            assert shown == (figure.median, figure.q1, figure.q3, figure.doubts)


def test_newest_run_counts(files: list[Path]) -> None:
    (old,), _ = contents.collect(files[:1])
    again = replace(
        old,
        contestant=replace(old.contestant, date="20271121"),
        functions={"sha256": old.functions["blake512"]},
    )
    (merged,) = contents.merge([again, old])
    assert merged.functions["sha256"] is old.functions["blake512"]
    assert set(merged.functions) == {"sha256", "blake512"}


def test_finer_when_there_is_room(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    machines, _ = contents.collect(files)
    assert f'"steps":{page.STEPS[-1]}' in page.render(machines)
    monkeypatch.setattr(page, "LARGEST", 0)
    assert f'"steps":{page.STEPS[0]}' in page.render(machines)


def test_nothing_ends_a_tag(files: list[Path], tmp_path: Path) -> None:
    made = pages.made(files, tmp_path / "page.html")
    text = made.read_text(encoding="utf-8")
    assert len(re.findall("</script", text)) == 3
    assert "<img" not in text
    assert not re.search(r"(src|href)\s*=\s*[\"']?(https?:)?//", text)


def test_damaged_and_missing_files(
    files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes(files[0].read_bytes()[:-40])
    output = tmp_path / "new" / "page.html"
    assert cli.main(["page", str(files[0]), str(cut), "--output", str(output)]) == 1
    assert "cut.tar.gz" in capsys.readouterr().err
    assert output.exists()
    cut.write_bytes(cut.read_bytes()[:40])  # none of its figures is there
    assert cli.main(["page", str(cut), "--output", str(output)]) == 2
