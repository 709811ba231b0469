"""What C2 of several JDKs makes of the strategies' kernels: the table that tells since when."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.hanser import c2, steps, strategies
from lab.hanser.c2 import Seen
from shootout.common.errors import Trouble

SAME, OTHER = Seen(100, 108, 3, 3, 2), Seen(100, 50, 3, 3, 0)
LEFT_OUT = {"all 24 rounds unrolled"}  # C2 compiles one of them never


def test_every_pair_is_there_in_every_jdk() -> None:
    special = {*steps.by_hand(True), *steps.digests()}
    pairs = {
        (s.before, s.after)
        for s in strategies.load()
        if s.what not in LEFT_OUT and not {s.before, s.after} & special
    }
    found = c2.load()
    assert set(found) == pairs
    (jdks,) = {tuple(sorted(counts)) for counts in found.values()}
    assert len(jdks) > 3
    sheet = c2.sheet([words[1] for words in steps.table()])
    assert sheet and len(sheet.grid) == 1 + len(pairs)
    assert c2.sheet(["sha256"]) is None


@pytest.mark.parametrize(
    ("counts", "same"),
    [
        (SAME, True),
        (Seen(100, 92, 3, 3, 0), True),
        (Seen(100, 109, 3, 3, 0), False),
        (Seen(100, 91, 3, 3, 0), False),
        (Seen(100, 100, 3, 4, 0), False),
        (Seen(100, 100, 3, 3, 3), False),
    ],
)
def test_the_same_code(counts: Seen, same: bool) -> None:
    assert counts.same is same


def test_what_a_block_allocates() -> None:
    """It is in the list for buffers alone, and only those of the object cost nothing."""
    buffers = {(s.before, s.after) for s in strategies.load() if s.what == "buffers of the object"}
    for pair, seen in c2.load().items():
        assert (pair in buffers) == all(each.allocated for each in seen.values())
        assert all(each.after == 0 for each in seen.values() if each.allocated)
    assert Seen(0, 0).same and not Seen(32, 0).same


@pytest.mark.parametrize(
    ("same", "said"),
    [
        ({8: True, 17: True}, "since JDK 8 or before"),
        ({8: False, 11: True, 17: True}, "since JDK 11"),
        ({8: False, 11: False, 17: True}, "since JDK 17"),
        ({8: True, 11: False, 17: True}, "since JDK 17"),
        ({8: True, 11: True, 17: False}, "only in JDK 8, 11"),
        ({8: False, 17: False}, "-"),
    ],
)
def test_since_when(same: dict[int, bool], said: str) -> None:
    assert c2.verdict({jdk: SAME if is_same else OTHER for jdk, is_same in same.items()}) == said


@pytest.mark.parametrize(
    "bad", ["A B 8 1 2 3 4", "A B 8 1", "A B 8 1 2 3 4 x", "A B 8 1 2 3 4 5 6", "A"]
)
def test_a_bad_line_is_named(tmp_path: Path, bad: str) -> None:
    (tmp_path / "c2").write_text(f"# head\n{bad}\n")
    with pytest.raises(Trouble, match=r"c2, line 2: not BEFORE AFTER and six numbers"):
        c2.load(tmp_path / "c2")


def test_a_bad_strategy_is_named(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("# head\n\na | b | c | d\n")
    with pytest.raises(Trouble, match=r"list, line 3: not WHAT"):
        strategies.load(tmp_path / "list")
