"""The machine's name in results: chosen by its owner, never the host name."""

from __future__ import annotations

import hmac
import re
import secrets
import sys
from pathlib import Path

from ..common import paths
from ..common.errors import Usage
from ..common.paths import BUILD
from ..common.terminal import warn
from . import target
from .microarchitecture import microarchitecture

REMEMBERED = BUILD / "machine"
FIT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
RULE = (
    "a name has 1 to 64 letters, digits, dots, underscores and hyphens, "
    "and starts with a letter or digit"
)


def name(given: str | None, file: Path = REMEMBERED) -> str:
    """The machine's name: the one given, else the remembered one, else the owner's answer.

    It is remembered in `file`. Raises Usage if the one given breaks the rule.
    """
    if given is not None:
        chosen = fit(given)
    elif old := remembered(file):
        return old
    else:
        chosen = _asked(f"{word(microarchitecture(target.own()))}-{digits()}")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{chosen}\n")
    return chosen


def digits() -> str:
    """Four digits that keep strangers' machines apart, the same in every clone: of a keyed hash of
    the system's identity, as machine-id(5) asks for; random where there is none."""
    identity = target.read(Path("/etc/machine-id"))
    if len(identity) < 32:
        return secrets.token_hex(2)
    return hmac.new(b"shootout: name", identity.encode(), "sha256").hexdigest()[:4]


def remembered(file: Path | None = None) -> str:
    """The name that this machine had before; empty if it has none yet."""
    file = file or REMEMBERED
    old = file.read_text(errors="replace").strip() if file.is_file() else ""
    return old if FIT.fullmatch(old) else ""


def fit(text: str) -> str:
    """The text, if it is a valid name."""
    if not FIT.fullmatch(text):
        raise Usage(f"--machine {text}: {RULE}.")
    return text


def word(core: str) -> str:
    """The word for a microarchitecture in names, as in zen3; `machine` if it is unknown."""
    found = re.sub(r"[^a-z0-9]", "", core.lower())
    return "machine" if found.startswith("unknown") or not found else found


def _asked(proposal: str) -> str:
    """The owner's answer at the terminal; the proposal if it is empty, or without a terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        warn(f"machine name: {proposal} (change it with --machine NAME)")
        return proposal
    warn("Name for this machine (published with its results).")
    while True:
        print(f"Name [{proposal}]: ", end="", file=sys.stderr, flush=True)
        typed = sys.stdin.readline().strip() or proposal
        if FIT.fullmatch(typed):
            return typed
        warn(f"Not a valid name: {RULE}.")


def own_files() -> list[Path]:
    """The results of this machine, in data/ and among its trials, the newest first."""
    if not (own := remembered()):
        return []
    every = [path for folder in (paths.DATA, paths.TRIALS) for path in folder.glob("*.tar.gz")]
    ours = re.compile(rf"{re.escape(own)}-[0-9]{{8}}-[0-9]{{6}}\.tar\.gz")
    files = [path for path in every if ours.fullmatch(path.name)]
    return sorted(files, key=lambda path: path.name, reverse=True)
