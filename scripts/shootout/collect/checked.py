"""The numbered rules applied to a result file: its report, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..check import collected
from ..check.collected import PeerFigure, standings
from ..check.evidence import Known
from ..check.gathered import gather
from ..check.rules import ERROR, NOTE, WARNING, rules
from ..common.errors import Trouble
from ..common.named import escaped
from ..common.paths import DATA
from ..results.records import uncollected
from ..results.sign import SIGNERS, Signature, verify

DISPUTES = (61, 62)  # rules that say that the machine's name is another owner's


@dataclass(frozen=True)
class Finding:
    """One thing that a rule found in a file."""

    rule: int
    severity: str  # error, warning or note
    text: str

    def __str__(self) -> str:
        return f"{self.severity} {self.rule}: {self.text}"


@dataclass(frozen=True)
class Report:
    """All findings about a file, in the order of the rules."""

    file: Path
    machine: str  # empty if the file does not say
    date: str
    kind: str  # shootout or supercop
    findings: tuple[Finding, ...]
    signature: Signature = field(default_factory=Signature)
    microarchitecture: str = ""
    figures: tuple[PeerFigure, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)  # that identify the machine
    marks: tuple[str, ...] = ()  # of its samples, see collected.py

    @property
    def disputed(self) -> bool:
        """Whether the machine's name is another owner's."""
        return any(finding.rule in DISPUTES for finding in self.findings)

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
        """Whether there are no errors."""
        return not self.errors


def check(
    file: Path, data: Path = DATA, signers: Path | None = None, home: Path | None = None,
    candidate: Mapping[str, str] | None = None, known: Sequence[Known] | None = None,
) -> Report:  # fmt: skip
    """Apply the rules to a result file, ours or SUPERCOP's.

    Whatever the file contains, the result is a report; Trouble is raised only for a file that
    cannot be opened. Nothing is written. `data` is the folder of the files collected before,
    and of the allowed signers unless these are given; `home` is where a copy came from. Sources of
    a `candidate` count as released: their digests by name. Who has read `data` gives what is
    `known` of it.
    """
    with uncollected():
        e = gather(file)
        e.data, e.home, e.candidate = data, home or file, candidate or {}
        e.known = collected.load(data) if known is None else known
        e.signature = verify(file, signers or data / SIGNERS.name)
        findings = tuple(
            Finding(rule.number, rule.severity, text) for rule in rules() for text in rule.look(e)
        )
    named = e.microarchitecture
    figures = standings(e.blocks.rows) if named else ()
    return Report(
        file, e.machine, e.date, e.kind, findings, e.signature, named, figures,
        collected.facts_of(e), collected.marks_of(e),
    )  # fmt: skip


def checked(file: Path) -> Report:
    """The report of a file; of one that cannot be opened, too, as the others are still checked."""
    try:
        return check(file)
    except (Trouble, OSError) as error:
        why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        what = why.removeprefix(f"{escaped(file)}: ")
        return Report(file, "", "", "", (Finding(2, ERROR, what),))


def told(report: Report, strict: bool = False) -> list[str]:
    """A line about the file, then one for each finding; if `strict`, warnings are errors."""
    counts = [(len(report.of(s)), s) for s in (ERROR, WARNING, NOTE)]
    words = ", ".join(f"{n} {s}{'s' if n > 1 else ''}" for n, s in counts if n)
    verdict = "refused" if report.errors or (strict and report.warnings) else "sound"
    return [
        f"{escaped(report.file)}: {verdict}"
        + (f" ({words})" if words else "")
        + f", {report.signature.text}",
        *(f"    {finding}" for finding in report.findings),
    ]
