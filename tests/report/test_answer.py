"""The line that a run ends with, and README's."""

from __future__ import annotations

from conftest import ROOT

from shootout.report import answer


def test_readme_has_the_line_of_the_newest_machine_of_data() -> None:
    machine, line = answer.of_data()
    text = (ROOT / "README.md").read_text()
    assert line and f"    {line}\n" in text and f"`{machine}`" in text


def test_the_slope_of_the_paper_stands_for_a_length_that_was_not_timed() -> None:
    """A tree's slope does not, nor is what was not timed at any length told."""
    medians = {
        "sha256": {"long": 2.0, 64: 4.5},
        "blake3": {"long": 0.4, 1 << 20: 0.5, 64: 3.0},
        "sha3256": {"long": 4.0, 64: 3.02},
        "sha512": {"long": 0.1, 64: 0.1},
    }
    said = "fastest of 256 bits: at 64 bytes BLAKE3, level: SHA3-256, 1.5 times SHA-256; "
    assert answer.answer(medians) == said + "long BLAKE3, 4 times SHA-256"
    assert answer.answer({"blake3": medians["blake3"]}) == ""
