"""./do tune PRIMITIVE/IMPLEMENTATION: search a better order for the core (docs/tuning.md)."""

from __future__ import annotations

import argparse
import datetime
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from shootout.common.arguments import cpu, positive
from shootout.common.atomic import appear
from shootout.common.errors import Usage
from shootout.common.paths import BUILD, short
from shootout.common.terminal import say
from shootout.machine import target
from shootout.machine.microarchitecture import microarchitecture
from shootout.registry.tree import Implementation, select

from . import core as cores
from . import variants
from .generator import Generator, generator
from .order import Order
from .search import Judge, MachineJudge, ModelJudge, SearchState, load, search
from .stopwatch import Stopwatch, TrialBuilds, discard

SECONDS = 600
SAVED = 5.0  # seconds between two savings of a state that has not improved
STARTS = ("best", "order", "written")


def tune_command(args: argparse.Namespace) -> int:
    """Search, tell what was found, and keep it if asked to."""
    implementation = chosen(args.implementation)
    name = f"{implementation.primitive.name}/{implementation.name}"
    made = generator(implementation)
    folder = BUILD / "tune" / implementation.primitive.name / implementation.name
    core = args.core or microarchitecture(target.own())
    if args.own:
        variants.condition(core)  # raises Usage or Trouble before a search in vain
    file = folder / ("model" if args.model else "machine") / "state"
    if args.fresh or not file.exists():
        shutil.rmtree(file.parent, ignore_errors=True)
        state = SearchState(args.seed, names=list(start(made, args.start, core)))
        others = starts(made) if args.start == "best" else []
    else:
        state, others = load(file), []
        say(f"{name}: goes on after {state.tries} tries ({short(file)}; --fresh starts over)")
    try:
        made.made(state.names)
    except ValueError as why:
        raise Usage(f"{name}: {why}. Begin with another one (--start).") from why
    judge: Judge
    if args.model:
        judge = ModelJudge(cores.core(core), made)
    else:
        trials = TrialBuilds(implementation, made.file.name, file.parent)
        where = target.quiet_core() if args.cpu is None else args.cpu
        judge = MachineJudge(made, trials, Stopwatch(made.bytes, file.parent, where, args.lock))
    try:
        gain = search(
            made.operations, state, judge, time.monotonic, args.seconds, args.tries or 0,
            Teller(file), others,
        )  # fmt: skip
    finally:
        state.save(file)
        discard((each, "") for each in file.parent.glob("*.so"))
    conclude(name, made, state, gain, core, args)
    return 0


def chosen(pattern: str) -> Implementation:
    """The one implementation that a pattern names; Usage if it names several."""
    found = select([pattern])
    if len(found) > 1:
        raise Usage(f"{pattern}: {len(found)} implementations. Name one: PRIMITIVE/IMPLEMENTATION.")
    return found[0]


def start(made: Generator, word: str, core: str) -> Sequence[str]:
    """The order that a search begins with."""
    return made.written() if word == "written" else made.committed(core)


def starts(made: Generator) -> list[Sequence[str]]:
    """Other orders to begin with: all beside it, and as written."""
    beside = variants.orders(made.script.parent, made.operations)
    return [*([o.name for o in each] for each in beside), made.written()]


class Teller:
    """Saves the state when it is better than it was or old, and says what is better."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.kept, self.told, self.saved = -1, 0.0, 0.0

    def __call__(self, state: SearchState) -> None:
        now = time.monotonic()
        if state.kept != self.kept or now - self.saved > SAVED:
            state.save(self.file)
            self.kept, self.saved = state.kept, now
        if not self.told or state.best < self.told * 0.998:
            self.told = state.best
            say(
                f"{state.seconds:5.0f} s  {state.tries:6} tries  {state.best:9.1f} cycles"
                f"  {100 * (state.best / state.begin - 1):+.1f} %"
            )


def conclude(
    name: str, made: Generator, state: SearchState, gain: float, core: str, args: argparse.Namespace
) -> None:
    """Write the order found, beside the generator if asked to, and tell where it is."""
    by = f"by the model of {core}" if args.model else f"for {made.bytes} bytes"
    found = Order(
        core=core,
        date=datetime.date.today().isoformat(),
        cycles=f"{state.best:.0f} {by}",
        search=f"./do tune {name}: {state.tries} tries in {state.seconds:.0f} s",
        names=tuple(state.names),
    )
    made.made(found.names)  # raises Trouble if it is not an order
    file = BUILD / "tune" / name / "order"
    if args.keep or args.own:
        file = made.own(core) if args.own else made.kept(core)
    with appear(file, replace=True) as out:
        out.write(found.text().encode())
    say(f"{name}: {gain:.3f} of the cycles it began with, {by}; the order is {short(file)}")
    if args.keep or args.own:
        with appear(made.file.resolve(), replace=True) as out:
            out.write(made.printed().encode())
        say(f"{short(made.file)} has it, too. ./do run {name} verifies and times it.")
    else:
        say(f"To put it beside the generator: ./do tune {name} --keep --seconds 1")


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tune`."""
    parser.add_argument("implementation", metavar="PRIMITIVE/IMPLEMENTATION")
    add = parser.add_argument
    add("--seconds", type=positive, default=SECONDS, metavar="N", help="time to search (600)")
    add("--tries", type=positive, metavar="N", help="orders to try instead")
    add("--start", choices=STARTS, default="best", help="the order to begin with (best)")
    add("--model", action="store_true", help="judge by the model of a core, not by time")
    add("--core", metavar="NAME", help="the microarchitecture (this machine's)")
    add("--seed", type=int, default=1, metavar="N", help="the seed of the moves (1)")
    add("--cpu", type=cpu, metavar="N", help="the CPU to time on (the last one)")
    add("--lock", type=Path, metavar="FILE", help="time only while no other one holds this lock")
    add("--fresh", action="store_true", help="start over instead of going on")
    add("--keep", action="store_true", help="put the order found beside the generator")
    add("--own", action="store_true", help="the same, for this core alone: as order.CORE")
    parser.set_defaults(func=tune_command)
