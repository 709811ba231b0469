"""./do doctor: facts, a verdict and advice on whether this machine is fit for timing.

It changes nothing.
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path

from ..build.cells import combine
from ..build.compilers import Compiler, find_compilers
from ..build.programs import build, failure
from ..common.arguments import cpu
from ..common.errors import Trouble
from ..common.folders import alone
from ..common.named import escaped
from ..common.parallel import default_jobs
from ..common.progress import BAR
from ..common.terminal import WIDEST, say, width
from ..machine import counter, target
from ..registry.releases import clock_doubt
from ..results.grade import KINDS, LIMITS, Grade, of_criteria
from ..run.c import null_hash

BUSY = 0.3  # load per CPU above which others are clearly at work
FEW = 12  # features of a processor that are printed
SYSTEM = Path("/sys/devices/system/cpu")
FORBIDDEN = "ermi"  # "Permission denied", "Operation not permitted"
ALLOWED = 2  # the largest kernel.perf_event_paranoid that lets programs count themselves
FITNESS = {"A": "well fit", "B": "fit", "C": "fit with doubts", "D": "not fit"}


def advice(
    facts: Mapping[str, str], found: Mapping[str, counter.Counters], system: Path = SYSTEM
) -> Iterator[str]:
    """What would make figures of this machine better, as far as this system lets it be changed."""
    if doubt := clock_doubt(datetime.now(timezone.utc)):
        yield doubt
    pstate, cpufreq = system / "intel_pstate/no_turbo", system / "cpufreq/boost"
    if facts["boost"] == "on" and (pstate.exists() or cpufreq.exists()):
        order = f"echo 1 | sudo tee {pstate}" if pstate.exists() else f"echo 0 | sudo tee {cpufreq}"
        yield f"switch boost off, so that the clock is fixed: {order}"
    if facts["governor"] not in ("performance", "unknown"):
        yield f"the governor is {facts['governor']}: sudo cpupower frequency-set -g performance"
    if facts["smt"] == "on" and target.read(system / "smt/control") == "on":
        yield (
            "switch SMT off, so that no sibling thread takes half of the core: "
            f"echo off | sudo tee {system / 'smt/control'}"
        )
    if _busy(facts):
        yield "others are at work: stop them, or come back later"
    refused = [why for c in found.values() if not c.best.exact for _, why in c.refused]
    if any(FORBIDDEN in why for why in refused):
        if facts["perf_event_paranoid"].isdigit() and int(facts["perf_event_paranoid"]) > ALLOWED:
            order = f"sudo sysctl kernel.perf_event_paranoid={ALLOWED}"
            yield f"let programs count their own core cycles: {order}"
        else:
            yield "perf_event_open is forbidden here, as in many containers: run outside of it"


def _busy(facts: Mapping[str, str]) -> bool:
    return float(facts["load"].split()[0]) > BUSY * int(facts["cpus"])


def expected(facts: Mapping[str, str], found: Mapping[str, counter.Counters]) -> Grade:
    """The grade that a run can expect here, by what is known before: its counters, its core.

    How well rounds repeat themselves shows only in a run, so it may be worse.
    """
    exact = all(each.best.exact for each in found.values())
    criteria = [KINDS["exact" if exact else "converted"]]
    if facts["smt"] != "off":
        criteria.append(KINDS[f"smt {facts['smt']}"])
    if found:
        shared = LIMITS["shared"]
        taken = 1 - sum(each.alone for each in found.values()) / len(found)
        criteria.append((shared.letter(taken), shared.says.format(taken)))
    return of_criteria(criteria)


def verdict(facts: Mapping[str, str], grade: Grade) -> str:
    """The verdict on the machine in a sentence."""
    but = ". Now others are at work, which makes it worse" if _busy(facts) else ""
    why = f": {'; '.join(grade.reasons)}" if grade.reasons else ""
    return f"{FITNESS[grade.letter]}, expect grade {grade.letter}{why}{but}"


def main(args: argparse.Namespace) -> int:
    """Print facts and counters, then the verdict with the grade to expect, and advice."""
    good, bad = find_compilers()
    core = target.quiet_core() if args.cpu is None else args.cpu
    facts = target.facts(core)
    missing = sorted({r.command[0] for r in bad if r.reason == "not installed"})
    natives = {c.abi: c for c in reversed(good) if not c.emulated}
    found: dict[str, counter.Counters] = {}
    with alone():
        for compiler in BAR.each("probe counters", list(natives.values())):
            (cell,) = combine([null_hash()], [compiler])
            build([cell], default_jobs(), lambda n: None)
            if failure(cell):
                raise Trouble(f"the harness does not compile: {failure(cell)[0]}")
            found[cell.abi] = counter.probe(cell.base, cell.compiler.runner, core)
    grade = expected(facts, found)
    if args.json:
        print(json.dumps(as_json(facts, good, missing, found, grade), indent=1))
        return 0
    for key, value in facts.items():
        some = key == "features" and len(value.split()) > FEW
        _tell(key, f"{len(value.split())}, ./do doctor --json names them" if some else value)
    count = Counter((c.abi, Path(c.command[0]).name) for c in good)
    for abi in dict.fromkeys(c.abi for c in good):
        own = [f"{name} ({n})" for (its, name), n in count.items() if its == abi]
        _tell("compilers", f"{abi}: {', '.join(own)}")
    _tell("not installed", " ".join(missing) or "none")
    for abi, counters in found.items():
        _tell_counters(abi, counters)
    say("", f"verdict: {verdict(facts, grade)}")
    for text in advice(facts, found):
        say(f"advice: {text}")
    return 0


def _tell_counters(abi: str, counters: counter.Counters) -> None:
    for fit in counters.fit:
        kind = "core cycles" if fit.exact else "ticks, converted"
        costs = f"step {fit.step:g}, cost {fit.cost:g}, {fit.persecond} a second"
        _tell("counter", f"{abi} {fit.name}: {costs}, {kind}")
    for name, why in counters.refused:
        _tell("counter refused", f"{abi} {name}: {why}")
    _tell("clock", f"{abi} {counters.clock:.4f} core cycles a tick")
    _tell("pace", f"{abi} {counters.pace:.3f} instructions a core cycle when alone")
    _tell("alone", f"{abi} {counters.alone:.0%} of the time probed")
    if counters.core:
        _tell("kind of core", f"{abi} {counters.core}")


def _tell(key: str, value: str) -> None:
    columns = min(width(), WIDEST)
    value = escaped(value)
    print(textwrap.fill(value, columns, initial_indent=f"{key:20} ", subsequent_indent=" " * 21))


def as_json(
    facts: Mapping[str, str], compilers: Sequence[Compiler], missing: Sequence[str],
    found: Mapping[str, counter.Counters], grade: Grade,
) -> dict[str, object]:  # fmt: skip
    """All of it for other programs (docs/schema.json)."""
    return {
        "facts": dict(facts),
        "compilers": [c.as_json() for c in compilers],
        "not_installed": list(missing),
        "counters": [{"abi": abi, **asdict(counters)} for abi, counters in found.items()],
        "grade": grade.letter,
        "reasons": list(grade.reasons),
        "busy": _busy(facts),
        "advice": list(advice(facts, found)),
    }


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cpu", type=cpu, metavar="N", help="the CPU to look at")
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.set_defaults(func=main)
