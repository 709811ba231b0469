"""The functions with 224 and 384 bits beside those with 256 and 512, and their graphs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from test_graphs_drawn import best, check, machine, matplotlib

from shootout.registry.families import PAPER, groups
from shootout.registry.tree import implementations, primitives
from shootout.report.bands import bands
from shootout.report.machines import Entry, MachineRow
from shootout.results.curve import block_size
from shootout.results.stats import LENGTHS, stretch

__all__ = ["matplotlib"]  # a fixture


def pairs() -> list[Any]:
    from shootout.report.graphs import sisters

    return list(sisters.pairs())


def test_each_finalist_has_a_sister() -> None:
    """It has 32 or 128 bits less of output; what is smaller in Keccak is the capacity."""
    top = ROOT / "crypto_hash"
    bits = {p.name: 8 * i.output_bytes() for p in primitives(top) for i in implementations(p)[:1]}
    found = pairs()
    assert sorted(pair.big for pair in found) == sorted(PAPER.primitives)
    assert all((bits[p.small], bits[p.big]) in ((224, 256), (384, 512)) for p in found)
    assert {p.big for p in found if p.expected != 1} == {"keccakc512", "keccakc1024"}
    assert {p.small for p in found} == set(groups()["sisters"].primitives)
    for pair in found:
        assert stretch(pair.small) % block_size(pair.small) == 0


def timed(k: int, without: str = "") -> MachineRow:
    """A machine where all cost as expected, sisters in one implementation, others in three."""
    entries: dict[str, dict[str, Entry]] = {}
    for i, pair in enumerate(pairs()):
        for primitive, factor in ((pair.small, pair.expected), (pair.big, 1.0)):
            names = ["common", "fast"] if primitive == pair.big else ["common"]
            entries[primitive] = {
                name: Entry({m: best("x", (2.0 + i) * factor / (j + 1), i) for m in LENGTHS})
                for j, name in enumerate(names)
            }
    entries.pop(without, None)
    fastest = {p: dict(each["common"].best) for p, each in entries.items()}
    return replace(machine(k), entries=entries, fastest=fastest)


def test_the_same_implementation_is_compared() -> None:
    for pair in pairs():
        costs = pair.costs(timed(1), 1536)
        assert costs and costs[0] / costs[1] == pytest.approx(pair.expected)
        assert pair.costs(timed(1, without=pair.big), 1536) is None


@pytest.mark.parametrize("count", [1, 2, 7, 9])
def test_no_label_of_the_sisters_covers_another(count: int) -> None:
    from shootout.report.graphs import sisters

    machines = [timed(k) for k in range(count)]
    found = sisters.rows([*machines, timed(0, "sha512")], "long")
    assert [len(each) for each in found] == [6] * (count + 1)
    pages = sisters.sheets(found, sisters.ROWS)
    assert len(pages) == 1 + (count + 1 > 7)
    for page in pages:
        check(sisters.picture(page, "long", "a footer " * 30))


def test_pages_of_what_was_timed(tmp_path: Path) -> None:
    from shootout.report.graphs import sisters

    assert sisters.draw([machine(1)], tmp_path, "footer") == []
    assert sisters.draw([timed(1)], tmp_path, "footer") == [tmp_path / "sisters.pdf"]
    pdf = (tmp_path / "sisters.pdf").read_bytes()
    assert pdf.count(b"/Type /Page ") == len(LENGTHS)


@pytest.mark.parametrize("name", groups())
def test_no_label_of_another_set_covers_another(name: str, tmp_path: Path) -> None:
    from shootout.report.graphs import shootout

    group = groups()[name]
    machines = [
        replace(timed(k), fastest={p: {m: best("x", 2.0 + i, i) for m in LENGTHS}
                                   for i, p in enumerate(group.primitives)})
        for k in range(3)
    ]  # fmt: skip
    check(shootout.picture(bands(machines), "long", shootout.members(group), group=group))
