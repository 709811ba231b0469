"""./do library: a C library whose functions are the fastest code for the core they run on."""

from __future__ import annotations

import argparse
from pathlib import Path

from shootout.common.errors import Usage
from shootout.common.named import escaped
from shootout.common.terminal import say
from shootout.report.selection import data_files

from .choices import FILE, parsed, text
from .choose import chosen, functions, promising, unmeasured
from .write import write

# What README promises of a tree made with --constant-time
KEPT = "only that no branch or index depends on the message (goal-constbranch, goal-constindex)"
ABIS = ("amd64", "x86", "arm64", "unknown64", "unknown32")


def library_command(args: argparse.Namespace) -> int:
    if not (args.choose or args.into):
        raise Usage("say --into DIR, to write the tree, or --choose, or both")
    archives = [file for file in data_files() if file.name.endswith(".tar.gz")]
    if args.choose:
        cores = chosen(archives)
        cores += [core for abi in ABIS if (core := unmeasured(abi, cores)).choices]
        FILE.write_text(text(cores), encoding="utf-8")
        say(f"choices for {len(cores)} cores in {FILE.name}")
    if args.into:
        if args.into.exists():
            raise Usage(f"{escaped(args.into)}: exists already. Name a new folder.")
        known = functions()
        cores = parsed(FILE.read_text(encoding="utf-8"), known)
        if args.constant_time:
            cores = promising(cores, known, archives)
            lost = known.keys() - {f for core in cores for f in core.choices}
            say(f"left out, no such code for some processors: {' '.join(sorted(lost)) or '-'}")
        number = write(args.into, cores, known, KEPT if args.constant_time else "nothing")
        say(f"{number} implementations in {escaped(args.into)}; make builds them")
    return 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--into", metavar="DIR", type=Path, help="write the source tree here")
    parser.add_argument("--choose", action="store_true", help="first choose again, from data/")
    parser.add_argument(
        "--constant-time", action="store_true",
        help="only code that promises that no branch and no index depends on the message",
    )  # fmt: skip
    parser.set_defaults(func=library_command)
