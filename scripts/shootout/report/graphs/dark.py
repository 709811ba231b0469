"""Colours that can be read: text on white, and a second set in an SVG for dark screens.

In that set each colour keeps its hue. Its lightness becomes the one that is as far from a dark
ground as it was from white, in the contrast of WCAG 2, and no less than text needs.
"""

from __future__ import annotations

import colorsys
import re
from functools import cache

from ...registry.families import Colour

GROUND = "#0d1117"
WHITE, BLACK = "#ffffff", "#000000"
NEEDED = 4.5  # the contrast that text needs; colours that were paler than FAINT stay so
FAINT = 2.0
COLOURS = re.compile(r"(fill|stroke): (#[0-9a-f]{6})")


def luminance(colour: str) -> float:
    """The relative luminance of a colour such as #00cc00, from 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@cache
def readable(colour: Colour) -> Colour:
    """The colour, darkened as far as text on white needs."""
    while contrast("#" + "".join(f"{round(255 * part):02x}" for part in colour), WHITE) < NEEDED:
        red, green, blue = (0.97 * part for part in colour)
        colour = red, green, blue
    return colour


@cache
def darkened(colour: str) -> str:
    """The colour that stands for this one on a dark ground."""
    if colour == WHITE:
        return GROUND
    wanted = contrast(colour, WHITE)
    wanted = max(wanted, NEEDED) if wanted >= FAINT else wanted
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    low, high, found = 0.0, 1.0, colour
    for _ in range(12):
        light = (low + high) / 2
        parts = colorsys.hls_to_rgb(hue, light, saturation)
        found = "#" + "".join(f"{round(255 * part):02x}" for part in parts)
        low, high = (light, high) if contrast(found, GROUND) < wanted else (low, light)
    return found


def both(svg: str) -> str:
    """The SVG with a style that replaces its colours where the reader prefers dark ones."""
    used = sorted(set(COLOURS.findall(svg)))
    rules = f"svg{{fill: {darkened(BLACK)}}}"  # of what has no colour of its own
    rules += "".join(
        f'[style*="{what}: {colour}"]{{{what}: {darkened(colour)} !important}}'
        for what, colour in used
    )
    style = f'<style type="text/css">@media (prefers-color-scheme: dark) {{{rules}}}</style>'
    return svg.replace("</defs>", f" {style}\n </defs>", 1)
