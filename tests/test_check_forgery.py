"""The fraction of forged lines that is found: among a few, or SHOOTOUT_FORGED=10000 of them."""

from __future__ import annotations

import os

from forger import rates, table
from hostile import REAL

COUNT = int(os.environ.get("SHOOTOUT_FORGED", "200"))
ENOUGH = 0.95


def test_single_lines_that_were_changed_are_found() -> None:
    with_manifest = rates(REAL, COUNT, seed=4)
    with_sums = rates(REAL, COUNT // 4, seed=5, resum=True)
    print(f"\n{table(with_manifest, with_sums)}")
    for kind, (found, tried) in with_manifest.items():
        assert tried >= COUNT // 4 and found >= ENOUGH * tried, kind
    # Without the sums, what remains is what the samples themselves give away.
    for kind, least in (("flipped bit", 0.8), ("swapped fields", 0.9), ("scaled samples", 0.5)):
        found, tried = with_sums[kind]
        assert found >= least * tried, kind
