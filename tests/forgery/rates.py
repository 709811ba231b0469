"""How many forged runs does ./do check find, and how many honest ones does it accuse?

    PYTHONPATH=scripts:tests build/venv/bin/python -m forgery.rates FILE... [--seeds 7] [--first 1]

Draws, for each seed, a part of one of the files, forges it by each kind in three strengths, and
prints a table. --whole does so with whole runs, which are compared with the run that was forged;
--honest draws honest runs anew instead, from SUPERCOP's files, too. All that was tried is in a
file (--record): stop it, and go on with the same words later.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from forgery.kinds import KINDS
from forgery.record import Record
from forgery.trials import HONEST, STRENGTHS, Bench, Outcome, Trial, opened, share
from shootout.common import parallel
from shootout.common.paths import BUILD, DATA

MODIFIED = 24  # the rule about code of no release


def trials(
    seeds: Iterable[int], kinds: Sequence[str] = (*KINDS,), *, whole: bool = False
) -> Iterator[Trial]:
    """Each kind for each seed; those of a seed one after the other, as they share a part."""
    return (Trial(seed, kind, whole) for seed in seeds for kind in kinds)


def table(outcomes: Iterable[Outcome]) -> str:
    """The forged runs that were found, by kind and strength, with the rules that find most."""
    every = [each for each in outcomes if each.trial.kind != HONEST]
    rows = [f"| kind | {' | '.join(STRENGTHS)} | found by rules |", "|---|---|---|---|---|"]
    for kind in dict.fromkeys(each.trial.kind for each in every):
        its = [each for each in every if each.trial.kind == kind]
        rules = Counter(rule for each in its for rule in each.rules)
        names = ", ".join(str(rule) for rule, _ in rules.most_common(4))
        rows.append(f"| {kind} | {_by_strength(its)} | {names} |")
    found, tried = share(every)
    rate = f"{found} of {tried}, {found / max(1, tried):.0%}"
    return "\n".join([*rows, f"| all: {rate} | {_by_strength(every)} | |"])


def _by_strength(outcomes: Sequence[Outcome]) -> str:
    cells = (share(o for o in outcomes if o.number == n) for n in range(len(STRENGTHS)))
    return " | ".join(f"{found} of {tried}" for found, tried in cells)


def told(outcomes: Iterable[Outcome]) -> str:
    """The false alarms by file, in words; those of parts without a finding first.

    That its code is of no release is no doubt about a part.
    """
    honest = [each for each in outcomes if each.trial.kind == HONEST]
    sound = [each for each in honest if not {*each.before} - {MODIFIED}]
    lines = [_accused("honest runs of sound parts", sound), _accused("all honest runs", honest)]
    for file in sorted({each.file for each in honest}):
        lines.append(_accused(f"    {file}", [each for each in honest if each.file == file]))
    return "\n".join(lines)


def _accused(what: str, honest: Sequence[Outcome]) -> str:
    rules = Counter(rule for each in honest for rule in each.rules)
    found, tried = share(honest)
    by = ", by " + ", ".join(f"rule {rule}: {n}" for rule, n in rules.items()) if rules else ""
    parts = len({each.trial for each in honest})
    return f"{what}: {tried}, drawn from {parts} parts; {found} accused{by}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="forgery.rates", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("files", nargs="+", type=Path, help="result files; SUPERCOP's, too, for --honest")
    add("--seeds", type=int, default=7, metavar="N", help="how many parts to draw")
    add("--first", type=int, default=1, metavar="SEED", help="the seed of the first")
    add("--whole", action="store_true", help="whole runs without curves")
    add("--honest", action="store_true", help="honest runs, forged ones not")
    add("--kinds", nargs="+", choices=[*KINDS], default=[*KINDS], metavar="KIND")
    add("--data", type=Path, default=DATA, metavar="DIR", help="files collected before")
    add("--jobs", type=int, default=parallel.default_jobs(), metavar="N")
    add("--record", type=Path, default=BUILD / "forged.jsonl", metavar="FILE")
    args = parser.parse_args()
    files, seeds = opened(args.files), range(args.first, args.first + args.seeds)
    record = Record(args.record, args.files)
    kinds = [HONEST] if args.honest else args.kinds
    wanted = [*trials(seeds, kinds, whole=args.whole)]
    left = [trial for trial in wanted if trial not in record.outcomes]
    with TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
        bench = Bench(files, args.data, Path(folder))
        for trial, outcomes in zip(left, parallel.each(bench.do, left, args.jobs)):
            record.add(trial, outcomes)
            for each in outcomes:
                what = f"{trial.kind or 'honest'}, {each.number}"
                print(trial.seed, f"{what}:", *each.rules, file=sys.stderr, flush=True)
    done = [each for trial in wanted for each in record.outcomes.get(trial, [])]
    print(told(done) if args.honest else table(done))


if __name__ == "__main__":
    main()
