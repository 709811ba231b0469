"""The hashes of sources that were released: known/releases.

A line is `VERSION NAME SHA-256...`. NAME is `harness`, or the path of an implementation. Where a
line has several hashes, sources were released several times under one version.

A version is YYYYMMDD, or YYYYMMDD.n; of two that are here the one with the later line is later.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import KNOWN
from ..common.version import VERSION

HARNESS = "harness"
RELEASES = KNOWN / "releases"
AHEAD = timedelta(days=365)  # that sources are rarely run after their release


def releases(file: Path) -> dict[str, dict[str, str]]:
    """For each name that was ever released, the release of each of its digests."""
    known: dict[str, dict[str, str]] = {}
    text = file.read_text(encoding="ascii") if file.is_file() else ""
    for number, line in enumerate(text.splitlines(), 1):
        version, name, *digests = line.split() if len(line.split()) > 2 else ("", "")
        if not digests:
            raise Trouble(f"{file}, line {number}: not RELEASE NAME SHA-256... Mend the line.")
        for digest in digests:
            known.setdefault(name, {}).setdefault(digest, version)
    return known


@cache
def _order() -> dict[str, int]:
    lines = RELEASES.read_text(encoding="ascii").splitlines() if RELEASES.is_file() else []
    return {version: n for n, version in enumerate(dict.fromkeys(s.split(" ")[0] for s in lines))}


def rank(version: str) -> tuple[int, str]:
    """What versions are sorted by: those of others by their day, before ours in their order."""
    return _order().get(version, -1), version


def day(text: str) -> datetime | None:
    """The beginning of a day YYYYMMDD in UTC; None if there is no such date."""
    try:
        return datetime.strptime(text, "%Y%m%d").replace(tzinfo=timezone.utc)
    except ValueError:
        return None


def clock_doubt(now: datetime) -> str:
    """Why the clock may be wrong, in words; empty if it agrees with the day of these sources."""
    released = day(VERSION[:8])
    if released and now < released - timedelta(days=1):
        return (
            f"the clock says {now:%Y-%m-%d}, but these sources are of {released:%Y-%m-%d}: set it "
            "first, for the result has its date"
        )
    if released and now > released + AHEAD:
        return (
            f"the clock says {now:%Y-%m-%d}, long after these sources were released "
            f"({released:%Y-%m-%d}): is it right? The result has its date"
        )
    return ""
