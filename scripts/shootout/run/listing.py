"""./do list: implementations and compilers, and the reason for each that does not run here."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..registry.sets import ALL
from ..registry.tree import select
from .language import Language


def list_command(args: argparse.Namespace, languages: Sequence[Language]) -> int:
    """Print primitives with their implementations, then compilers; nothing is changed."""
    found = {language: language.compilers() for language in languages}
    emulated = {c.abi for good, _ in found.values() for c in good if c.emulated}
    kinds = [language.kind for language in languages]
    chosen = select(args.patterns, kinds=kinds, group=args.set)
    primitive, programs = "", 0
    for i in chosen:
        if i.primitive.name != primitive:
            primitive = i.primitive.name
            print(f"{primitive}" + (f", of the {i.primitive.set}" if i.primitive.set else ""))
        (language,) = (each for each in languages if each.owns(i))
        cells = language.cells([i], found[language][0])
        programs += sum(not c.lacking() for c in cells)
        here = sorted({c.abi for c in cells if not c.lacking()})
        words = [", ".join(a for a in here if a not in emulated)]
        foreign = ", ".join(a for a in here if a in emulated)
        words += [f"verified under emulation, not timed: {foreign}"] if foreign else []
        if not here:
            lacking = set().union(*(c.lacking() for c in cells))
            why, which = ("needs", lacking) if cells else ("it is for", i.abis() - i.extensions())
            words = [f"not here: {language.left_out() or ' '.join([why, *sorted(which)])}"]
        print(f"    {i.name:20} {'; '.join(filter(None, words))}")
    print("\ncompilers")
    for language, (good, _) in found.items():
        for compiler in good:
            print(f"    {language.describe(compiler)}")
    reasons: dict[str, list[str]] = {}
    for r in (refused for _, bad in found.values() for refused in bad):
        reasons.setdefault(r.reason, [])
        name = r.command[0] if r.reason == "not installed" else " ".join(r.command)
        if name not in reasons[r.reason]:
            reasons[r.reason].append(name)
    for reason, names in reasons.items():
        print(f"left out, {reason}: {', '.join(names)}")
    for language in languages:
        if reason := language.left_out():
            print(f"{language.name} is left out: {reason}")
    print(f"\n{len(chosen)} implementations, {programs} programs")
    return 0


def register(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], languages: Sequence[Language]
) -> None:
    """Add `list` to the command line."""
    parser = subparsers.add_parser(
        "list", help="list implementations and compilers, and those that run here"
    )
    parser.add_argument("patterns", nargs="*", metavar="PATTERN")
    parser.add_argument("--set", default=ALL, metavar="SET", help="finalists, alternates, ...; all")
    parser.set_defaults(func=lambda args: list_command(args, languages))
