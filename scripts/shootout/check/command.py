"""./do check: is a result file sound? Numbered rules, one line each, and an exit status."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..common.paths import DATA
from ..results.sign import SIGNERS, Signature, verify
from .gather import gather
from .peers import Standing, standings
from .rules import ERROR, NOTE, WARNING, rules
from .show import show


@dataclass(frozen=True)
class Finding:
    """What one rule says about a file."""

    rule: int
    severity: str  # error, warning or note
    text: str

    def __str__(self) -> str:
        return f"{self.severity} {self.rule}: {self.text}"


@dataclass(frozen=True)
class Report:
    """All findings about a file, by the numbers of their rules."""

    file: Path
    machine: str  # empty when the file does not tell
    date: str
    kind: str  # shootout or supercop
    findings: tuple[Finding, ...]
    signature: Signature = field(default_factory=Signature)
    microarchitecture: str = ""
    figures: tuple[Standing, ...] = ()

    def of(self, severity: str) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == severity)

    @property
    def errors(self) -> tuple[Finding, ...]:
        return self.of(ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return self.of(WARNING)

    @property
    def ok(self) -> bool:
        """No errors."""
        return not self.errors


def check(file: Path, data: Path = DATA, signers: Path | None = None) -> Report:
    """What the rules say about a result file, ours or SUPERCOP's.

    Whatever is in the file ends up in the report; Trouble is raised only for a file that
    cannot be opened. Nothing is written. `data` is the folder of what is known already, and
    has the allowed signers unless they are elsewhere.
    """
    e = gather(file)
    e.data = data
    e.signature = verify(file, signers or data / SIGNERS.name)
    findings = tuple(
        Finding(rule.number, rule.severity, text) for rule in rules() for text in rule.look(e)
    )
    named = e.facts.get("microarchitecture")
    figures = standings(e.blocks.rows()) if named else ()
    return Report(file, e.machine, e.date, e.kind, findings, e.signature, named, figures)


def check_command(args: argparse.Namespace) -> int:
    """Prints the findings of each file; 1 when any has errors, with --strict also warnings."""
    if args.show:
        for name in args.files:
            sys.stdout.writelines(f"{line}\n" for line in show(Path(name)))
        return 0
    reports = [check(Path(name)) for name in args.files]
    if args.json:
        print(json.dumps([as_json(report) for report in reports], indent=1))
    else:
        for report in reports:
            print("\n".join(told(report)))
    bad = [r for r in reports if not r.ok or (args.strict and r.of(WARNING))]
    return 1 if bad else 0


def told(report: Report) -> list[str]:
    """A line on the file, then one on each finding."""
    counts = [(len(report.of(s)), s) for s in (ERROR, WARNING, NOTE)]
    words = ", ".join(f"{n} {s}{'s' if n > 1 else ''}" for n, s in counts if n)
    verdict = "refused" if report.errors else "sound"
    return [
        f"{report.file}: {verdict}"
        + (f" ({words})" if words else "")
        + f", {report.signature.text}",
        *(f"    {finding}" for finding in report.findings),
    ]


def as_json(report: Report) -> dict[str, object]:
    """For other programs: everything in a report, and its verdict."""
    return {**asdict(report), "file": str(report.file), "ok": report.ok}


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `check` to the command line."""
    parser = subparsers.add_parser("check", help="is a result file sound? numbered rules")
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files, ours or SUPERCOP's")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--show", action="store_true", help="print all that is in a file")
    parser.add_argument("--strict", action="store_true", help="a warning is as bad as an error")
    parser.set_defaults(func=check_command)
