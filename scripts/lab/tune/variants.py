"""Several orders in a folder: the compiler's target chooses one of them.

`order` is for all cores that have none of their own there. `order.CORE`, where CORE is the name of
a table of known/cores, is for that one: the lines `target` of the table are a condition that holds
when -march names such a core, or is `native` on one. The generator prints its code in each order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.paths import short

from . import core as cores
from .operation import Operation
from .order import FILE, arranged, read


def files(folder: Path) -> dict[str, Path]:
    """The files with orders, by the names of their cores' tables; last, without a name, the one
    for the others."""
    every = [*sorted(folder.glob(f"{FILE}.*")), folder / FILE]
    return {file.name.partition(".")[2]: file for file in every}


def orders(folder: Path, operations: Sequence[Operation]) -> list[list[Operation]]:
    """The operations in all orders of a folder; Trouble, which names its file, if one is wrong."""
    found = []
    for file in filter(Path.is_file, files(folder).values()):
        try:
            found.append(arranged(operations, read(file).names))
        except Trouble as why:
            raise Trouble(f"{short(file)}: {why}") from None
    return found


def printed(
    script: str, operations: Sequence[Operation], text: Callable[[Sequence[Operation]], str]
) -> str:
    """The file that a generator prints with the orders beside it; without one, as written."""
    folder = Path(script).parent
    found = files(folder)
    texts = [*map(text, orders(folder, operations))]
    if len(texts) < len(found):
        texts.append(text(operations))
    return chosen([condition(core) for core in found if core], texts)


def condition(name: str) -> str:
    """What the preprocessor tests for a core; Trouble if no compiler tells it."""
    core = cores.core(name)
    if not core.target:
        file = cores.path(name)
        raise Trouble(f"{file}: no line `target`, so no order can be for this core alone. Add it.")
    return " || \\\n    ".join(f"({each})" for each in core.target) + f" /* {core.name} */"


def chosen(conditions: Sequence[str], texts: Sequence[str]) -> str:
    """One text for several, the last for none of the conditions.

    Paragraphs with which all begin or end stand once.
    """
    if len(texts) == 1:
        return texts[0]
    parts = [text.removesuffix("\n").split("\n\n") for text in texts]
    first = alike(parts)
    last = alike([part[first:][::-1] for part in parts])
    heads = [f"#{'el' * (n > 0)}if {each}" for n, each in enumerate(conditions)]
    middles = ("\n\n".join(part[first : len(part) - last]) for part in parts)
    branches = "\n".join(f"{head}\n{own}" for head, own in zip([*heads, "#else"], middles))
    ends = parts[0][len(parts[0]) - last :]
    return "\n\n".join([*parts[0][:first], f"{branches}\n#endif", *ends]) + "\n"


def alike(rows: Sequence[Sequence[str]]) -> int:
    """How many items at the beginning are the same in all rows."""
    different = (n for n, items in enumerate(zip(*rows)) if len(set(items)) > 1)
    return next(different, min(map(len, rows)))
