"""./do collect FILE|DIR...: check submitted files, and add the sound ones to data/.

Each is copied to a folder in data/ and checked there, and gets its name if it has no errors.
Files in data/ are never replaced, and the files that were sent are never touched. With --again
and no files, those in data/ are checked by today's rules, and FILE.check is written again.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from ..collect.examine import Examined
from ..collect.inbox import ACCEPTED, FAULTY, REFUSED, Kept, collect
from ..common.errors import Usage
from ..common.parallel import default_jobs
from ..common.paths import DATA, GRAPHS
from . import redraw


def as_json(examined: Examined, kept: Kept) -> dict[str, object]:
    """The verdict on a file for other programs (docs/schema.json)."""
    return {
        "file": os.fsencode(examined.file).decode("utf-8", "replace"),
        "verdict": kept.what,
        "stored": str(kept.path) if kept.path and kept.what != REFUSED else "",
        "lines": examined.lines,
        "signature": examined.signature.state,
        "errors": examined.errors,
        "warnings": [str(f) for f in examined.report.warnings] if examined.report else [],
    }


def main(args: argparse.Namespace) -> int:
    """Collect, print how many files got each verdict, and redraw what shows data/. Return 1 if any
    has errors."""
    if args.again == bool(args.files):
        raise Usage("collect: name files or folders, or --again for those in data/")
    told: list[dict[str, object]] = []
    listen = (lambda *each: told.append(as_json(*each))) if args.json else None
    count = collect(args.files, args.into, args.signers, args.jobs, listen)
    if args.json:
        print(json.dumps({"files": told}, indent=1))
    else:
        print(", ".join(f"{number} {what}" for what, number in sorted(count.items())), flush=True)
        if count[ACCEPTED] and args.graphs and args.into == DATA:
            redraw.redraw(GRAPHS)
    return 1 if count[REFUSED] or count[FAULTY] else 0


def register(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", metavar="FILE|DIR", nargs="*", type=Path)
    add("--again", action="store_true", help="check the files in data/, write their findings again")
    add("--json", action="store_true", help="machine-readable output; graphs are not redrawn")
    add("--into", type=Path, default=DATA, metavar="DIR", help="default: data/")
    add("--signers", type=Path, metavar="FILE", help="default: allowed_signers in data/")
    jobs = "files at once; default: all CPUs"
    add("--jobs", type=int, default=default_jobs(), metavar="N", help=jobs)
    add(
        "--no-graphs", dest="graphs", action="store_false",
        help="do not redraw graphs/, as when collecting into another folder",
    )  # fmt: skip
    parser.set_defaults(func=main)
