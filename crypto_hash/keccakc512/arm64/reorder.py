#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Searches an order of the instructions of generate.py for a Cortex-A55; writes `order`.

    pip install slothy==0.2.2
    python3 reorder.py
    python3 generate.py > keccak.S

SLOTHY, a constraint solver with models of cores, puts the instructions of a window into the best
order, window after window. Registers stay.
"""

from __future__ import annotations

import datetime
import importlib
import re
from collections import defaultdict
from pathlib import Path

from generate import operations, rounds

from lab.tune.order import Order, arranged

WINDOWS = 10  # the code is so many of them long
SECONDS = 15  # for the proof that a window has no better order
CONSTANT = 96  # on the stack, as in text.py


def spelt(line: str) -> str:
    """The instruction as SLOTHY wants it. It knows no offsets below 0."""
    text = line.partition(" /*")[0].replace("CONSTANT", str(CONSTANT))
    return re.sub(r"(ror |, )-?(\d+)(\]?)$|(\], )(\d+)$", r"\1\4#\2\5\3", text)


def solved(lines: list[str]) -> tuple[list[str], str]:
    """The lines in SLOTHY's order, and how many cycles it expects."""
    slothy = importlib.import_module("slothy")
    parts = ("aarch64_neon", "cortex_a55")
    models = [importlib.import_module(f"slothy.targets.aarch64.{part}") for part in parts]
    solver = slothy.Slothy(*models)
    tags = {"ldr": "reads", "str": "writes"}  # of the place on the stack
    marked = (
        f"{line} // @slothy:{tags[line[:3]]}=constant" if "[sp" in line else line for line in lines
    )
    solver.load_source_raw("\n".join(["start:", *marked, "end:"]))
    config = solver.config
    config.variable_size = config.inputs_are_outputs = config.allow_useless_instructions = True
    config.reserved_regs = ["x18", "sp"]
    config.constraints.allow_renaming = config.selfcheck = config.selftest = False
    config.constraints.stalls_first_attempt = 4
    config.timeout = SECONDS
    config.split_heuristic, config.split_heuristic_factor = True, WINDOWS
    config.split_heuristic_stepsize = 0.25
    config.split_heuristic_estimate_performance = False  # of the whole: takes longer than all
    solver.optimize(start="start", end="end")
    made = solver.get_source_as_string()
    cycles = re.search(r"Expected cycles:\s+(\d+)", made)
    code = (re.sub(r"\s+", " ", line.partition("//")[0]).strip() for line in made.splitlines())
    return [line for line in code if " " in line], cycles[1] if cycles else "?"


def main() -> None:
    every = list(rounds())
    places = defaultdict(list)
    for n, line in enumerate(every):
        places[spelt(line)].append(n)
    # SLOTHY has no model of tst, which goes behind the store of what it tests.
    (tst,) = (n for n, line in enumerate(every) if line.startswith("tst"))
    lines, cycles = solved([spelt(line) for n, line in enumerate(every) if n != tst])
    order: list[int] = []
    for line in lines:
        order += [places[line].pop(0), *([tst] if line.startswith("str") else [])]
    names = tuple(map(str, order))
    arranged(operations(), names)  # raises Trouble if it is wrong
    today = datetime.date.today().isoformat()
    said = f"{cycles} for two rounds without tst, as SLOTHY expects"
    how = f"SLOTHY 0.2.2, windows of a {WINDOWS}th of the code, {SECONDS} s each (reorder.py)"
    file = Path(__file__).with_name("order")
    file.write_text(Order("Cortex-A55", today, said, how, names).text())


if __name__ == "__main__":
    main()
