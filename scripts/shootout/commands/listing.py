"""./do list: implementations and compilers, and the reason for each that does not run here."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence

from ..build.compilers import Compiler, Refused
from ..common.terminal import say
from ..registry.sets import ALL
from ..registry.tree import Implementation, select
from ..run.language import Language
from .languages import LANGUAGES


def main(args: argparse.Namespace) -> int:
    """Print primitives with their implementations, then compilers; nothing is changed."""
    found = {language: language.compilers() for language in LANGUAGES}
    emulated = {c.abi for good, _ in found.values() for c in good if c.emulated}
    kinds = [language.kind for language in LANGUAGES]
    chosen = select(args.patterns, kinds=kinds, group=args.set)
    if args.json:
        print(json.dumps(as_json(chosen, found), indent=1))
        return 0
    primitive, programs = "", 0
    for i in chosen:
        if i.primitive.name != primitive:
            primitive = i.primitive.name
            say(f"{primitive}" + (f", of the {i.primitive.set}" if i.primitive.set else ""))
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


def as_json(
    chosen: Sequence[Implementation], found: Mapping[Language, tuple[list[Compiler], list[Refused]]]
) -> dict[str, object]:
    """The list for other programs (docs/schema.json)."""
    implementations = []
    for i in chosen:
        (language,) = (each for each in found if each.owns(i))
        cells = language.cells([i], found[language][0])
        here = [c for c in cells if not c.lacking()]
        lacking = set().union(*(c.lacking() for c in cells)) if not here else set()
        implementations.append(
            {
                "primitive": i.primitive.name,
                "set": i.primitive.set,
                "implementation": i.name,
                "language": language.name,
                "timed": sorted({c.abi for c in here if not c.compiler.emulated}),
                "emulated": sorted({c.abi for c in here if c.compiler.emulated}),
                "lacking": sorted(lacking),
            }
        )
    return {
        "implementations": implementations,
        "compilers": [c.as_json() for good, _ in found.values() for c in good],
        "refused": [
            {"command": list(r.command), "file": r.file, "reason": r.reason}
            for _, bad in found.values()
            for r in bad
        ],
    }


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("patterns", nargs="*", metavar="PATTERN")
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.add_argument("--set", default=ALL, metavar="SET", help="finalists, alternates, ...; all")
    parser.set_defaults(func=main)
