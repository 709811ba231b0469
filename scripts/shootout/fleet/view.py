"""./do fleet status: a line for each kind of nodes."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter

from .folder import Folder
from .states import DONE, FAILED, STOPPED, states


def main(folder: Folder) -> int:
    """Print the state of each kind, then what to do next; return 1 if one has failed."""
    found = states(folder)
    width = shutil.get_terminal_size().columns
    name = max((len(n) for n in found), default=0)
    for kind, _, state in found.values():
        text = f"{kind.name:{name}}  {state.stage:9}  {state.detail}"
        print(textwrap.fill(text.rstrip(), width, subsequent_indent=" " * (name + 13)))
    count = Counter(state.stage for _, _, state in found.values())
    print(", ".join(f"{number} {stage}" for stage, number in sorted(count.items())) or "no jobs")
    if count[DONE]:
        print("./do fleet gather adds results to data/")
    if count[FAILED] or count[STOPPED]:
        print(f"./do fleet tries again; logs are in {folder.path}/kinds/*/log")
    return 1 if count[FAILED] else 0
