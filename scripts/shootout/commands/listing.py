"""./do list: implementations and compilers, and the reason for each that does not run here."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..common.named import escaped
from ..common.paths import short
from ..common.terminal import say
from ..registry.sets import ALL
from ..registry.stage import operations
from ..registry.tree import Implementation, select
from .languages import LANGUAGES


def main(args: argparse.Namespace) -> int:
    """Print primitives with their implementations, then compilers; nothing is changed."""
    kinds = [language.kind for language in LANGUAGES]
    chosen = select(args.patterns, kinds=kinds, group=args.set)
    if args.files:
        return files(chosen)
    found = {language: language.compilers() for language in LANGUAGES}
    emulated = {c.abi for good, _ in found.values() for c in good if c.emulated}
    primitive, programs = "", 0
    for i in chosen:
        if i.primitive.name != primitive:
            primitive = i.primitive.name
            say(f"{primitive}" + (f", of the set {i.primitive.set}" if i.primitive.set else ""))
        (language,) = (each for each in LANGUAGES if each.owns(i))
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
        if missing := operations(i):
            words = [f"nowhere, another operation of SUPERCOP's is missing: {', '.join(missing)}"]
        say(f"    {i.name:20} {'; '.join(filter(None, words))}")
    say("\ncompilers")
    for language, (good, _) in found.items():
        for compiler in good:
            say(f"    {language.describe(compiler)}")
    reasons: dict[str, dict[str, None]] = {}
    for r in (refused for _, bad in found.values() for refused in bad):
        name = r.command[0] if r.reason == "not installed" else " ".join(r.command)
        reasons.setdefault(r.reason, {})[name] = None
    for reason, names in reasons.items():
        say(f"left out, {reason}: {', '.join(names)}")
    for language in LANGUAGES:
        if reason := language.left_out():
            say(f"{language.name} is left out: {reason}")
    say(f"\n{len(chosen)} implementations, {programs} programs")
    return 0


def files(chosen: Sequence[Implementation]) -> int:
    """Print the files of implementations, on lines by which grep finds what a file is part of."""
    for i in chosen:
        for name, file in i.parts().items():
            print(escaped(f"{i.primitive.name}/{i.name} {name:20} {short(file.resolve())}"))
    return 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("patterns", nargs="*", metavar="PATTERN")
    parser.add_argument("--files", action="store_true", help="what each is made of, with paths")
    parser.add_argument("--set", default=ALL, metavar="SET", help="paper, today, ...; all")
    parser.set_defaults(func=main)
