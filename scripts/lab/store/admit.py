"""Who gets into the store: files that `./do check` calls sound, by the version at hand.

A verdict is known by the SHA-256 of the file's bytes: from FILE.check, which collect keeps
beside a file, or from the store, which keeps its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from shootout.check.peers import SUFFIX
from shootout.check.rules import ERROR
from shootout.collect.checked import check
from shootout.collect.confined import Exceeded, confined
from shootout.collect.examine import MEMORY, PER_MIB, SECONDS
from shootout.common.atomic import appear
from shootout.common.disputes import findings
from shootout.common.errors import Trouble
from shootout.common.named import escaped, opened
from shootout.common.paths import DATA
from shootout.common.version import VERSION
from shootout.results.gunzip import MIB, MOST_IN

VERDICTS = "verdicts"  # folder of the store
PIECE = 1 << 20


def sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes; raises Trouble if it cannot be read, or is too long."""
    digest, size = hashlib.sha256(), 0
    try:
        with opened(path) as file:
            while piece := file.read(PIECE):
                size += len(piece)
                if size > MOST_IN:
                    raise Trouble(f"{escaped(path)}: larger than a result file may be")
                digest.update(piece)
    except OSError as error:
        raise Trouble(f"{escaped(path)}: cannot be read: {error.strerror}") from error
    return digest.hexdigest()


def errors(path: Path, digest: str, store: Path) -> list[str]:
    """The errors that check finds in a file of this SHA-256, or found when it last looked."""
    kept = store / VERDICTS / f"{digest}.json"
    found = _beside(path, digest)
    if found is None:
        found = _kept(kept)
    if found is None:
        found = _checked(path)
        kept.parent.mkdir(parents=True, exist_ok=True)
        with appear(kept, replace=True) as file:
            told = {"file": escaped(path.name), "by": VERSION, "errors": found}
            file.write(json.dumps(told, indent=1).encode() + b"\n")
    return found


def _beside(path: Path, digest: str) -> list[str] | None:
    """The errors that collect kept beside a file; None if it kept none of these bytes and rules."""
    told = findings(path.with_name(path.name + SUFFIX))
    if told.get("sha256") != digest or told.get("by") != VERSION or told.get("complaint"):
        return None
    try:
        found = [(f["severity"], f["rule"], f["text"]) for f in told["findings"]]
    except (KeyError, TypeError):
        return None
    return [f"{word} {rule}: {text}" for word, rule, text in found if word == ERROR]


def _kept(file: Path) -> list[str] | None:
    """The errors that the store has kept; None if it has none of these rules."""
    told = findings(file)
    found = told.get("errors")
    return list(map(str, found)) if told.get("by") == VERSION and isinstance(found, list) else None


def _checked(path: Path) -> list[str]:
    seconds = SECONDS + PER_MIB * path.stat().st_size / MIB
    try:
        return list(confined(partial(_check, path), seconds, MEMORY))
    except Exceeded as error:
        return [f"checking it {error}"]
    except Exception as error:  # a rule that fails must not take others' files with it
        return [f"the check itself failed ({escaped(f'{type(error).__name__}: {error}'):.200})"]


def _check(path: Path) -> Sequence[str]:
    return [str(finding) for finding in check(path, DATA).errors]
