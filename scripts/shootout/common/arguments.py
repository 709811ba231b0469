"""Types for argparse: each parses a word, or says what the word should be."""

from __future__ import annotations

import math
import os
import re
from argparse import ArgumentTypeError

LONGEST = 1 << 20  # bytes of a message; also in measure/lanes.h


def pattern(text: str) -> str:
    """The text, if it is a regular expression."""
    try:
        re.compile(text)
    except re.error as error:
        raise ArgumentTypeError(f"{text!r} is not a regular expression: {error}") from error
    return text


def cpu(text: str) -> int:
    """The number of a CPU that this process may use."""
    usable = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if not text.isdigit() or int(text) not in usable:
        names = " ".join(map(str, usable)) or "none on this system"
        raise ArgumentTypeError(f"CPU {text} is not available to this process (available: {names})")
    return int(text)


def positive(text: str) -> int:
    """A whole number above 0."""
    if not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def lengths(text: str) -> tuple[int, ...]:
    """Message lengths in bytes, with commas between, each once and the shortest first."""
    words = text.split(",")
    if not all(re.fullmatch("[1-9][0-9]{0,6}", w) and int(w) <= LONGEST for w in words):
        raise ArgumentTypeError(f"{text!r} are not lengths from 1 to {LONGEST}, as 8192,100000")
    return tuple(sorted({*map(int, words)}))


def seconds(text: str) -> float:
    """A time in seconds, of at least one: 90, 90s, 5m, 1.5h."""
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)([smh]?)", text, re.ASCII)
    number = float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[found[2]] if found else 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is not a time of a second or more: 90s, 5m, 1h")
    return number


def percent(text: str) -> float:
    """A percentage of 0 or more, with or without its sign: 2 or 2%."""
    try:
        number = float(text[:-1] if text.endswith("%") else text)
    except ValueError:
        number = -1
    if not 0 <= number < math.inf:
        raise ArgumentTypeError(f"{text!r} is not a percentage of 0 or more")
    return number


def version(text: str) -> str:
    """A version as result lines have it: eight digits, the day of a release."""
    if not re.fullmatch(r"\d{8}[\w.]{0,20}", text, re.ASCII):
        raise ArgumentTypeError(f"{text!r} is not a version, which begins with a day: 20261122")
    return text
