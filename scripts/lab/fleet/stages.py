"""What a run's progress lines say, in a fleet's words."""

from __future__ import annotations

import re

LINE = re.compile(r"([a-z][\w' ]*): (\d+)/(\d+)(?:, (.*) left)?$")
# By the first word of a phase; any other phase is one of the timing.
STAGES = {
    "probe": "building", "build": "building", "verify": "verifying", "count": "counting",
    "save": "saving", "check": "saving",
}  # fmt: skip


def stage(line: str) -> tuple[str, str] | None:
    """The stage and its state, as in `building`, `12 of 350, 3 min left`."""
    found = LINE.match(line.strip())
    if not found:
        return None
    word, done, total, left = found.groups()
    name = STAGES.get(word.split()[0], "timing")
    return name, f"{done} of {total}" + (f", {left} left" if left else "")
