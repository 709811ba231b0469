# SPDX-License-Identifier: CC0-1.0
"""Rounds of SHA-512 whose halves are one vector, and the word of the schedule beside each."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from lab.tune.operation import Operation, instruction
from lab.tune.program import macro
from lab.tune.weave import nops, parts, woven


def names(t: int) -> dict[str, str]:
    """What round t of 16 uses: one of four vectors, one of two registers s, of 16 words."""
    vectors = {f"v{k or ''}": f"xmm{(t - k) % 4}" for k in range(4)}
    words = {f"w{k}": f"rsp + {8 * ((t + k) % 16)}" for k in (0, 1, 9)}
    own = {"s": f"r{8 + t % 2}", "kw": f"rsp + {128 + 8 * t}"}
    new = f"xmm{(t - 3) % 4}" + ("{k3}" if t == 0 else "")
    return {**vectors, **words, **own, "k": str(8 * t), "next": str(8 * t + 128), "new": new}


@dataclass(frozen=True)
class Program:
    """Sixteen rounds: names in an order are those of `round`, numbers are lines of `expand`."""

    round: Mapping[str, str]
    """v is the newest of the four vectors of state, v3 the oldest, which the new one replaces."""
    expand: str
    """W[t+16] = sigma1(W[t+14]) + W[t+9] + sigma0(W[t+1]) + W[t], and K + W; s is W[t+14] first."""
    load: str
    """W[t] of the next block, and K + W."""
    nops: int

    def lines(self, t: int) -> dict[str, str]:
        """The instructions of round t of 16 and of the word that is made beside it."""
        own = names(t)
        expand = enumerate(self.expand.format(**own).splitlines())
        return {name: line.format(**own) for name, line in self.round.items()} | {
            str(n): line for n, line in expand
        }

    def operations(self) -> list[Operation]:
        own = [instruction(name, line) for name, line in self.lines(1).items()]
        return own + nops(self.nops)

    def loading(self, order: Sequence[Operation], t: int) -> Iterator[str]:
        """Round t of 16, a load of the next block at the places of the schedule, in equal parts."""
        places = iter(parts(len(self.expand.splitlines()), "mov"))
        among = [next(places) if each.name.isdigit() else each for each in order]
        return woven(among, self.lines(t), self.load.format(**names(t)).splitlines())

    def left_half(self) -> list[str]:
        """The end of the last round: the first one's code, for which K + W does not matter."""
        own = {**names(0), "new": names(0)["v3"] + "{k2}"}
        return [line.format(**own) for line in self.round.values()]

    def text(self, head: str, order: Sequence[Operation]) -> str:
        """The file: four macros behind its head."""
        load = [x for t in range(16) for x in self.load.format(**names(t)).splitlines()]
        expanding = [x for t in range(16) for x in woven(order, self.lines(t), [])]
        return (
            head
            + macro("LOAD16", load)
            + macro("ROUNDS16_EXPANDING", expanding)
            + macro("ROUNDS16_LOADING", [x for t in range(16) for x in self.loading(order, t)])
            + macro("LEFT_HALF", self.left_half())
            + '\n#include "compress.inc"\n'
        )
