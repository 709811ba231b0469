"""./do doctor: facts and advice on whether this machine is fit for timing; it only reads."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator

from ..build.cells import combine
from ..build.compilers import find_compilers
from ..build.programs import build, failure, harness
from ..common.errors import Trouble
from ..common.lock import alone
from ..common.parallel import default_jobs
from ..machine import counter, target
from .c import null_hash

BUSY = 0.3  # load per CPU above which others are clearly at work


def advice(facts: dict[str, str], found: dict[str, counter.Counters]) -> Iterator[str]:
    """The obstacles to trustworthy figures on this machine, each with a remedy."""
    if facts["boost"] == "on":
        yield (
            "boost is on: the clock moves with temperature and load. Conversion follows it; a "
            "fixed clock is better: echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost "
            "(intel_pstate: echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo)"
        )
    if facts["governor"] not in ("performance", "unknown"):
        yield f"the governor is {facts['governor']}: sudo cpupower frequency-set -g performance"
    if facts["smt"] == "on":
        yield (
            "SMT is on: a sibling thread can take half of the core: "
            "echo off | sudo tee /sys/devices/system/cpu/smt/control"
        )
    if float(facts["load"].split()[0]) > BUSY * int(facts["cpus"]):
        yield f"others are at work (load {facts['load']}): stop them, or come back later"
    if facts["hypervisor"] != "none seen":
        yield (
            f"this is a virtual machine ({facts['hypervisor']}): strangers may share the core; "
            "what they disturb is measured again, or flagged"
        )
    for abi, counters in found.items():
        if not counters.best.exact:
            yield (
                f"{abi}: no counter of core cycles can be read ({counters.best.name} is "
                "converted). If the processor has one: "
                "sudo sysctl kernel.perf_event_paranoid=2 (or lower)"
            )
        if counters.alone < 0.9:
            yield (
                f"{abi}: the core was shared with another thread in {1 - counters.alone:.0%} of "
                "the probes: a run takes longer here, and may keep flags"
            )


def doctor_command(args: argparse.Namespace) -> int:
    """Print facts, counters and advice."""
    good, bad = find_compilers(False)
    core = target.quiet_core() if args.cpu is None else args.cpu
    facts = target.facts(core)
    for key, value in facts.items():
        print(textwrap.fill(value, 100, initial_indent=f"{key:20} ", subsequent_indent=" " * 21))
    for c in good:
        print(f"{'compiler':20} {c.abi} {' '.join(c.command)} [{c.version}]")
    missing = sorted({r.command[0] for r in bad if r.reason == "not installed"})
    print(f"{'not installed':20} {' '.join(missing) or 'none'}")
    natives = {c.abi: c for c in reversed(good) if not c.emulated}
    found: dict[str, counter.Counters] = {}
    with alone():
        for cell in combine([null_hash()], natives.values()):
            build([cell], default_jobs(), lambda n: None)
            if failure(cell):
                raise Trouble(f"the harness does not compile: {failure(cell)[0]}")
            found[cell.abi] = counter.probe(harness(cell), cell.compiler.runner, core)
    for abi, counters in found.items():
        for fit in counters.fit:
            kind = "core cycles" if fit.exact else "ticks, converted"
            print(
                f"{'counter':20} {abi} {fit.name}: step {fit.step:g}, cost {fit.cost:g}, "
                f"{fit.persecond} a second, {kind}"
            )
        for name, why in counters.refused:
            print(f"{'counter refused':20} {abi} {name}: {why}")
        print(f"{'clock':20} {abi} {counters.clock:.4f} core cycles a tick")
        print(f"{'pace':20} {abi} {counters.pace:.3f} instructions a core cycle when alone")
        print(f"{'alone':20} {abi} {counters.alone:.0%} of the time probed")
    for text in advice(facts, found):
        print(f"advice: {text}")
    return 0


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `doctor` to the command line."""
    parser = subparsers.add_parser("doctor", help="is this machine fit for timing? reads only")
    parser.add_argument("--cpu", type=int, metavar="N", help="the CPU to look at")
    parser.set_defaults(func=doctor_command)
