"""SVGs have a second set of colours for dark screens, as easy to read as the first."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from conftest import ROOT

from shootout.registry.families import EVERY
from shootout.report.graphs.dark import GROUND, NEEDED, WHITE, both, contrast, darkened

SVG = (ROOT / "graphs" / "shootout-long.svg").read_text()
STYLE = re.compile(r' *<style type="text/css">@media.*</style>\n')


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", WHITE) == pytest.approx(21)
    assert contrast("#767676", WHITE) == pytest.approx(4.54, abs=0.01)
    assert contrast("#ff0000", "#ff0000") == 1


@pytest.mark.parametrize("colour", ["#000000", "#111111", "#6a6a6a", "#dddddd", "#c00000"])
def test_a_colour_is_as_far_from_the_dark_ground_as_it_was_from_white(colour: str) -> None:
    before, after = contrast(colour, WHITE), contrast(darkened(colour), GROUND)
    assert after > min(before, 17) * 0.93


def test_families_can_be_read_on_dark() -> None:
    colours = ["#" + "".join(f"{round(255 * c):02x}" for c in colour) for _, colour, _ in EVERY]
    assert all(contrast(darkened(c), GROUND) > NEEDED * 0.95 for c in colours if c != WHITE)
    assert len(set(map(darkened, colours))) == len(colours)


def test_every_colour_has_its_rule_and_light_screens_see_no_change() -> None:
    plain = STYLE.sub("", SVG)
    made = both(plain)
    ET.fromstring(made)
    (rules,) = re.findall(r"@media \(prefers-color-scheme: dark\) \{(.*)\}</style>", made)
    used = set(re.findall(r"(fill|stroke): (#[0-9a-f]{6})", plain))
    assert len(used) > 10 and all(f"{what}: {colour}" in rules for what, colour in used)
    assert STYLE.sub("", made).split() == plain.split()
