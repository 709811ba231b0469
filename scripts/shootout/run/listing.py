"""./do list: what there is, what runs here, and why the rest does not."""

from __future__ import annotations

import argparse

from ..build.cells import plan
from ..build.compilers import available
from ..java import language
from ..java.cell import cells as java_cells
from ..java.implementation import KINDS, JavaImplementation
from ..registry.tree import select


def list_command(args: argparse.Namespace) -> int:
    """Prints primitives with their implementations, then compilers; reads only."""
    good, bad = available()
    emulated = {c.abi for c in good if c.emulated}
    chosen = select(args.patterns, kinds=KINDS)
    left_out = language.left_out()
    machines, missing = ([], []) if left_out else language.found(quick=False)
    primitive, programs = "", 0
    for i in chosen:
        if i.primitive.name != primitive:
            primitive = i.primitive.name
            print(f"{primitive}")
        java = isinstance(i, JavaImplementation)
        cells = [*java_cells([i], machines)] if java else plan([i], good)
        programs += sum(not c.lacking() for c in cells)
        here = sorted({c.abi for c in cells if not c.lacking()})
        words = [", ".join(a for a in here if a not in emulated)]
        foreign = ", ".join(a for a in here if a in emulated)
        words += [f"verified under emulation, not timed: {foreign}"] if foreign else []
        if not here:
            lacking = set().union(*(c.lacking() for c in cells))
            why, which = ("needs", lacking) if cells else ("it is for", i.abis() - i.extensions())
            words = [f"not here: {why} {' '.join(sorted(which))}"]
            words = [f"not here: {left_out}"] if java and left_out else words
        print(f"    {i.name:20} {'; '.join(filter(None, words))}")
    print("\ncompilers")
    for c in [*good, *machines]:
        runner = f" (with {' '.join(c.runner)})" if c.runner and c not in machines else ""
        print(f"    {c.abi:8} {' '.join(c.command)}  [{c.version}]{runner}")
    reasons: dict[str, list[str]] = {}
    for r in [*bad, *missing]:
        reasons.setdefault(r.reason, [])
        name = r.command[0] if r.reason == "not installed" else " ".join(r.command)
        if name not in reasons[r.reason]:
            reasons[r.reason].append(name)
    for reason, names in reasons.items():
        print(f"left out, {reason}: {', '.join(names)}")
    if left_out:
        print(f"Java is left out: {left_out}")
    print(f"\n{len(chosen)} implementations, {programs} programs")
    return 0


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `list` to the command line."""
    parser = subparsers.add_parser("list", help="what is there, what runs here and why not")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN")
    parser.set_defaults(func=list_command)
