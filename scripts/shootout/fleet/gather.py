"""./do fleet gather: results of finished jobs, checked and added to data/."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ..collect.command import collect
from ..collect.store import ACCEPTED, DUPLICATE
from ..common.parallel import default_jobs
from ..common.paths import DATA
from .folder import Folder, pairs, write, write_pairs
from .states import DONE, FAILED, states


def main(folder: Folder, data: Path = DATA) -> int:
    """Collect all new results; return 1 if one of them is spoilt or refused."""
    new: dict[Path, tuple[Path, str]] = {}
    spoilt = 0
    for kind, home, state in states(folder).values():
        if state.stage != DONE:
            continue
        said = pairs(home / "state")
        file = home / said["result"]
        digest = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
        if digest == said["sha256"]:
            new[file] = (home, digest)
        else:
            spoilt += 1
            cause = "its result was spoilt on its way; ./do fleet runs it again"
            write_pairs(home / "state", {**said, "stage": FAILED, "cause": cause})
            print(f"{kind.name}: {cause}")
    if not new:
        print("nothing new to gather")
        return 1 if spoilt else 0
    count = collect(list(new), data, jobs=default_jobs())
    for home, digest in new.values():
        write(home / "gathered", f"{digest}\n")
    return 1 if spoilt or sum(count.values()) > count[ACCEPTED] + count[DUPLICATE] else 0
