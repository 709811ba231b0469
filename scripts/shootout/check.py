"""./do check: is a result file sound? Numbered rules, one line each, and an exit status."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from . import archive
from .evidence import Evidence
from .inflate import Damaged
from .paths import DATA
from .rules import ERROR, WARNING, rules


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
    signature: str = "unsigned"

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


def check(file: Path, data: Path = DATA) -> Report:
    """What the rules say about a result file, ours or SUPERCOP's.

    Whatever is in the file ends up in the report; Trouble is raised only for a file that
    cannot be opened. Nothing is written. `data` is the folder of what is known already.
    """
    evidence = gather(file)
    findings = tuple(
        Finding(rule.number, rule.severity, text)
        for rule in rules()
        for text in rule.look(evidence)
    )
    return Report(file, evidence.machine, evidence.date, evidence.kind, findings)


def gather(file: Path) -> Evidence:
    """Reads a file, once."""
    evidence = Evidence(file)
    try:
        archive.read_members(file, with_data=False)
    except Damaged as error:
        evidence.notice(error.fault, error.what)
    return evidence
