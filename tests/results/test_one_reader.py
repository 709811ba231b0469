"""./do check and the reader of all other commands are one: what is sound can be shown."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile import FILES, REAL, costly
from hostile.making import LINES, SUPERCOP, with_lines

from shootout.collect.checked import check
from shootout.common.errors import Trouble
from shootout.registry.sets import ALL
from shootout.report import machines, tables
from shootout.report.page import contents
from shootout.results.curve import of_file
from shootout.results.reader import read

# Texts in place of a number; for most of them int() or float() has a value.
TEXTS = (
    "nan", "inf", "-inf", "infinity", "1e308", "1e400", "-0", "-1", "+1", "0", "0.0", "1_000",
    "0x10", "1e3", "\u0661\u0662", "\uff11", "\u00b2", "9" * 16, "9" * 400, "9" * 5000,
    "0" * 5000 + "8", "0.0000001", "1.5.5", "", "1 1", "1,5", "x",
)  # fmt: skip
# Words that only our files have; the reader honours them in SUPERCOP's as well.
WORDS = (
    "clock 1.5", "calls 8 12", "flag 8 shared 1", "flag - broken 1", "round 2",
    "same crypto_hash/sha256/openssl gcc clang", "tryfails crypto_hash/sha256/x gcc why",
    "emulated crypto_hash/sha256/x gcc", "fromcompiler crypto_hash/sha256/x gcc x.c why",
    "objsize crypto_hash/sha256/openssl gcc 1 2 3 x.o",
    "instructions crypto_hash/sha256/openssl gcc 8 100 64 200",
)  # fmt: skip
SUPERCOPS = "zen4vm-amd64-20261120.data"


def agree(file: Path) -> None:
    """What is sound can be read and shown by all; what a reader refuses is an error."""
    try:
        report = check(file)
    except Trouble:
        return
    result = read(file, keep=True)
    few = read(file, curves=False, keep=True)
    if not report.ok:
        return
    assert not result.complaint and not few.complaint
    for form in ("terminal", "json"):
        out = io.StringIO()
        assert tables.tables([file], tables.TableOptions(form, each=True), out) == 0
        if form == "json":
            json.loads(out.getvalue(), parse_constant=pytest.fail)
    assert machines.summarise(file).contestants
    found, complaint = contents.summarise(file)
    assert found and not complaint


@pytest.mark.parametrize("name", FILES)
def test_hostile_files(tmp_path: Path, name: str) -> None:
    file = tmp_path / FILES[name].name
    file.write_bytes(FILES[name].make())
    agree(file)


def changed(lines: list[str], seed: int) -> Iterator[str]:
    """The lines with one field after another in another's place: once in a line of each word."""
    chance, seen = random.Random(seed), set[tuple[str, int]]()
    for place, line in enumerate(lines):
        fields = line.split(" ")
        for i in range(len(fields)):
            key = (fields[6], min(i, 12))
            if key in seen or i == 6:
                continue
            seen.add(key)
            text = chance.choice(TEXTS)
            other = " ".join([*fields[:i], text, *fields[i + 1 :]])
            yield "\n".join([*lines[:place], other, *lines[place + 1 :], ""])


@pytest.mark.parametrize("seed", range(3))
def test_a_field_of_supercops(tmp_path: Path, seed: int) -> None:
    lines, head = SUPERCOP.splitlines(), SUPERCOP.splitlines()[-1].split(" ")[:6]
    for word in WORDS:
        lines.insert(-6, " ".join([*head, word]))
    file = tmp_path / SUPERCOPS
    for text in changed(lines, seed):
        file.write_text(text)
        agree(file)


def test_a_field_of_ours(tmp_path: Path) -> None:
    file = tmp_path / REAL.name
    for text in changed(list(LINES), 0):
        file.write_bytes(with_lines(text.encode("utf-8").decode("latin-1").splitlines()))
        agree(file)


@pytest.mark.parametrize("text", TEXTS)
def test_a_clock_of_supercops(tmp_path: Path, text: str) -> None:
    """Before each line of samples, where no rule about our facts looks."""
    file = tmp_path / SUPERCOPS
    told = re.sub(r"^((?:\S+ ){6})(cycles)", rf"\1clock {text}\n\1\2", SUPERCOP, flags=re.M)
    file.write_text(told)
    agree(file)
    assert not check(file).ok


def test_many_lengths_beyond_all_curves(tmp_path: Path) -> None:
    """They make no curve, and not an empty one that nothing can be drawn of."""
    file = tmp_path / SUPERCOPS
    file.write_bytes(costly.plain(costly.KINDS["lengths_that_no_table_has"](80)))
    assert not of_file(file, ALL).points
    found, _ = contents.summarise(file)
    assert not any(each.curves for m in found for each in m.functions.values())


@pytest.mark.parametrize("form", costly.FORMS)
def test_samples_behind_a_million_others(tmp_path: Path, form: str) -> None:
    """Floors are those of the figures that are shown, however many samples stand before them."""
    cheap = [f"cycles {n} {n // 20 + 1} +0" for n in costly.SIX]
    alone = tmp_path / form
    alone.write_bytes(costly.FORMS[form](costly.block(cheap, name="avx2")))
    assert 50 in [finding.rule for finding in check(alone).errors]
    many = [costly.cycles(n, apart="+0" * 255) for n in costly.SIX]
    filler = [line for n in range(1, 700) for line in costly.block(many, number=n)]
    text = [*filler, *costly.block(cheap, name="avx2")]
    if form.endswith(".gz"):
        alone.write_bytes(costly.ours(text, 800_000))
    else:
        alone.write_bytes(costly.plain(text))
    assert 50 in [finding.rule for finding in check(alone).errors]
