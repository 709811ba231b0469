"""./do fleet status: a line for each kind of nodes."""

from __future__ import annotations

import textwrap
from collections import Counter

from shootout.common.named import escaped
from shootout.common.terminal import say, width

from .folder import Folder
from .states import DONE, FAILED, REFUSED, STOPPED, states


def main(folder: Folder) -> int:
    """Print the state of each kind, then what to do next; return 1 if one failed or is refused."""
    found = states(folder)
    columns = width()
    name = max((len(n) for n in found), default=0)
    for kind, _, state in found.values():
        text = escaped(f"{kind.name:{name}}  {state.stage:9}  {state.detail}")
        print(textwrap.fill(text.rstrip(), columns, subsequent_indent=" " * (name + 13)))
    count = Counter(state.stage for _, _, state in found.values())
    say(", ".join(f"{number} {stage}" for stage, number in sorted(count.items())) or "no jobs")
    if count[DONE]:
        print("./do fleet gather adds results to data/")
    if count[FAILED] or count[STOPPED] or count[REFUSED]:
        print(f"./do fleet tries again; logs are in {folder.path}/kinds/*/log")
    return 1 if count[FAILED] or count[REFUSED] else 0
