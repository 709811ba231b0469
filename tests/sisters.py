"""Implementations that share their code with another's: only parameters differ.

What the code decides (the registers it keeps, the branches it takes, what another compiler
makes of it) is tested once. The digests of each of them are tested.
"""

from __future__ import annotations

from conftest import ROOT

from shootout.registry.sets import PAPERS
from shootout.registry.tree import implementations, primitives

ALL = [i for p in primitives(ROOT / "crypto_hash") for i in implementations(p)]
AMD64 = [i for i in ALL if i.runs_on("amd64")]
# But for those of other sets that have another's code
FIRST = [i for i in ALL if i.primitive.set == PAPERS or not i.shared]
