"""./do check: apply the numbered rules to result files; one line per finding, an exit status."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from ..check.rules import WARNING
from ..collect.checked import Report, checked, told
from ..common.progress import BAR
from ..common.terminal import say


def main(args: argparse.Namespace) -> int:
    """Print the findings of each file. Return 1 for any error; with --strict, for any warning."""
    files = list(map(Path, args.files))
    reports = [checked(file) for file in BAR.each("check", files)]
    if args.json:
        print(json.dumps([as_json(report) for report in reports], indent=1, allow_nan=False))
    else:
        for report in reports:
            say("\n".join(told(report, args.strict)))
    bad = [r for r in reports if not r.ok or (args.strict and r.of(WARNING))]
    return 1 if bad else 0


def as_json(report: Report) -> dict[str, object]:
    """A report for other programs (docs/schema.json), with the verdict `ok`."""
    figures = [figure._asdict() for figure in report.figures]
    all_of_it = {**asdict(report), "file": str(report.file), "figures": figures, "ok": report.ok}
    del all_of_it["marks"]  # for collect alone
    return all_of_it


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files, ours or SUPERCOP's")
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.add_argument("--strict", action="store_true", help="treat warnings as errors")
    parser.set_defaults(func=main)
