"""What a machine is called in its results: as its owner says, never by its host name."""

from __future__ import annotations

import re
import secrets
import sys
from pathlib import Path

from ..common.errors import Usage
from ..common.paths import BUILD
from . import target
from .microarchitecture import microarchitecture

REMEMBERED = BUILD / "machine"
FIT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
RULE = (
    "a name has 1 to 64 letters, digits, dots, underscores and minuses, "
    "and starts with a letter or digit"
)


def name(given: str | None, file: Path = REMEMBERED) -> str:
    """The name given, or the one remembered, or else one that is asked for, once.

    Where nobody can be asked, it is made of the microarchitecture and of chance. Raises
    Usage for an unfit one.
    """
    if given is not None:
        chosen = fit(given)
    elif file.is_file() and FIT.fullmatch(old := file.read_text(errors="replace").strip()):
        return old
    else:
        chosen = _asked(_proposal())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{chosen}\n")
    return chosen


def fit(text: str) -> str:
    """The text, if it is fit for a name."""
    if not FIT.fullmatch(text):
        raise Usage(f"--machine {text}: {RULE}.")
    return text


def _proposal() -> str:
    """As zen3-5f2a: strangers shall not have the same one."""
    found = microarchitecture(target.cpu(target.cpuinfo())).lower()
    word = "machine" if found.startswith("unknown") else re.sub(r"[^a-z0-9]", "", found)
    return f"{word or 'machine'}-{secrets.token_hex(2)}"


def _asked(proposal: str) -> str:
    """What somebody types at the terminal; the proposal, where there is neither."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        print(f"this machine is called {proposal} here; --machine NAME changes it", file=sys.stderr)
        return proposal
    print("What shall this machine be called in results? Everybody will read it.", file=sys.stderr)
    while True:
        print(f"Name [{proposal}]: ", end="", file=sys.stderr, flush=True)
        typed = sys.stdin.readline().strip() or proposal
        if FIT.fullmatch(typed):
            return typed
        print(f"No, {RULE}.", file=sys.stderr)
