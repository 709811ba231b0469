"""The functions with 224 and 384 bits beside those with 256 and 512, and graphs of all sets."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import ROOT
from test_graphs_drawn import best, check, machine, matplotlib

from shootout.registry.families import PAPER, groups
from shootout.registry.tree import implementations, primitives
from shootout.report.bands import bands
from shootout.results.curve import block_size
from shootout.results.stats import LENGTHS, stretch

__all__ = ["matplotlib"]  # a fixture


def test_each_finalist_has_a_sister() -> None:
    """It has 32 or 128 bits less of output; what is smaller in Keccak is the capacity."""
    top = ROOT / "crypto_hash"
    bits = {p.name: 8 * i.output_bytes() for p in primitives(top) for i in implementations(p)[:1]}
    sisters = {family.name: family.functions for family in groups()["sisters"].families}
    assert sorted(sisters) == sorted(family.name for family in PAPER.families)
    for family in PAPER.families:
        for small, big in zip(sisters[family.name], family.functions):
            assert (bits[small], bits[big]) in ((224, 256), (384, 512))
            assert (block_size(small) == block_size(big)) == (family.name != "Keccak")
            assert stretch(small) % block_size(small) == 0


@pytest.mark.parametrize("name", groups())
def test_no_label_of_another_set_covers_another(name: str) -> None:
    from shootout.report.graphs import shootout

    group = groups()[name]
    machines = [
        replace(machine(k), fastest={p: {m: best("x", 2.0 + i, i) for m in LENGTHS}
                                     for i, p in enumerate(group.primitives)})
        for k in range(3)
    ]  # fmt: skip
    check(shootout.picture(bands(machines), "long", shootout.members(group), group=group))
