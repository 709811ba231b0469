"""How many forged runs does ./do check find, and how many honest ones does it accuse?

    PYTHONPATH=scripts:tests python3 -m forgery.rates FILE... [--seeds N] [--first SEED] ...

Each run is a part of a real one: some primitives, drawn by the seed, with all their cells. A
forged run counts as found if a rule gives an error or a warning that it does not give for the same
part unchanged.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from forgery.honest import resampled
from forgery.kinds import KINDS
from forgery.model import File, Run
from shootout.check.command import check
from shootout.check.rules import NOTE
from shootout.collect.command import collect

COPIED = "machine copied"  # which is seen where the other machine's file was collected
STRENGTHS = ("weak", "middle", "strong")
GROUPS = 1  # primitives of a part, each in one ABI

Rates = dict[tuple[str, int], list[frozenset[int]]]  # by kind and strength: the rules that found it


def part(file: File, chance: random.Random, groups: int = GROUPS, curves: bool = True) -> Run:
    """Some primitives of a run."""
    return file.run(chance.sample(file.groups, min(groups, len(file.groups))), curves)


def findings(run: Run, folder: Path, data: Path) -> frozenset[int]:
    """The rules that complain about a run, compared with the files in a folder."""
    path = run.write(folder)
    try:
        report = check(path, data)
        return frozenset(f.rule for f in report.findings if f.severity != NOTE)
    finally:
        path.unlink()


def collected(run: Run, folder: Path) -> Path:
    """A folder in which a run was collected."""
    inbox = folder / "inbox"
    inbox.mkdir(parents=True)
    run.write(inbox)
    with redirect_stdout(StringIO()):
        collect([inbox], folder / "data")
    return folder / "data"


def forged(
    files: Sequence[File], seeds: Iterable[int], data: Path, kinds: Sequence[str] = (*KINDS,),
    groups: int = GROUPS, curves: bool = True, strengths: int = len(STRENGTHS),
) -> Rates:  # fmt: skip
    """Forge a part of a file for each seed by each kind, in some or all strengths."""
    found: Rates = {}
    with TemporaryDirectory() as name:
        for seed in seeds:
            chance = random.Random(seed)
            run = part(chance.choice(files), chance, groups, curves)
            before = findings(run, Path(name), data)
            known = collected(run, Path(name) / str(seed))
            for kind in kinds:
                for strength in chance.sample(range(len(STRENGTHS)), strengths):
                    fake = run.copy()
                    if KINDS[kind](fake, random.Random(f"{seed} {kind} {strength}"), strength):
                        others = known if kind == COPIED else data
                        new = findings(fake, Path(name), others) - before
                        found.setdefault((kind, strength), []).append(new)
                        print(seed, kind, strength, sorted(new), file=sys.stderr, flush=True)
    return found


def accused(
    files: Sequence[File], seeds: Iterable[int], data: Path, groups: int = GROUPS,
    curves: bool = True,
) -> list[frozenset[int]]:  # fmt: skip
    """The rules that complain about each resampled run, though not about the real part."""
    found = []
    with TemporaryDirectory() as name:
        for seed in seeds:
            chance = random.Random(seed)
            run = part(chance.choice(files), chance, groups, curves)
            other = resampled(run, chance)
            if other:
                before = findings(run, Path(name), data)
                found.append(findings(other, Path(name), data) - before)
    return found


def share(found: Iterable[frozenset[int]]) -> tuple[int, int]:
    """How many were found, of how many."""
    every = list(found)
    return sum(map(bool, every)), len(every)


def table(rates: Rates) -> str:
    """The rates by kind and strength, with the rules that find most."""
    rows = ["| kind | weak | middle | strong | found by rules |", "|---|---|---|---|---|"]
    for kind in dict.fromkeys(kind for kind, _ in rates):
        cells = ["{} of {}".format(*share(rates.get((kind, s), []))) for s in range(3)]
        rules = Counter(r for s in range(3) for each in rates.get((kind, s), []) for r in each)
        names = ", ".join(str(rule) for rule, _ in rules.most_common(4))
        rows.append(f"| {kind} | {' | '.join(cells)} | {names} |")
    every = [share(x for (_, s), its in rates.items() if s == n for x in its) for n in range(3)]
    total = share(x for its in rates.values() for x in its)
    cells = [f"{found} of {n}" for found, n in every]
    rows.append(f"| all: {total[0]} of {total[1]}, {total[0] / max(1, total[1]):.0%} | "
                f"{' | '.join(cells)} | |")  # fmt: skip
    return "\n".join(rows)


def told(found: Sequence[frozenset[int]]) -> str:
    """The false alarms, in words."""
    rules: Mapping[int, int] = Counter(rule for each in found for rule in each)
    return "{} of {} honest runs accused ".format(*share(found)) + f"{dict(rules)}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--honest", type=int, default=20)
    parser.add_argument("--strengths", type=int, default=len(STRENGTHS))
    parser.add_argument("--no-curves", action="store_false", dest="curves")
    parser.add_argument("--data", type=Path, default=Path("data"))
    args = parser.parse_args()
    files = [File(path) for path in args.files]
    honest = range(args.first, args.first + args.honest)
    print(told(accused(files, honest, args.data, curves=args.curves)), flush=True)
    seeds = range(args.first, args.first + args.seeds)
    found = forged(files, seeds, args.data, curves=args.curves, strengths=args.strengths)
    print(table(found))


if __name__ == "__main__":
    main()
