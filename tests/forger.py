"""Changes lines of a real result file, one at a time, as a forger would, and counts what
./do check finds.

    PYTHONPATH=scripts python3 tests/forger.py FILE [COUNT [SEED]]

The forger makes the MANIFEST anew each time. That is not much to ask of them, so the second
figure of each kind is for one who knows of the sums too, and makes them anew.
"""

from __future__ import annotations

import io
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from summing import summed

from shootout.check.command import Report, check
from shootout.results import archive
from shootout.results.records import differences, samples
from shootout.results.stats import stq2

Forge = Callable[[random.Random, str, Sequence[str]], str]


def flipped_bit(chance: random.Random, line: str, lines: Sequence[str]) -> str:
    """One bit of one letter."""
    place = chance.randrange(len(line))
    letter = chr(ord(line[place]) ^ 1 << chance.randrange(7))
    return line[:place] + letter + line[place + 1 :]


def swapped_fields(chance: random.Random, line: str, lines: Sequence[str]) -> str:
    """Two fields of the line in each other's place."""
    fields = line.split(" ")
    first, second = chance.sample(range(len(fields)), 2)
    fields[first], fields[second] = fields[second], fields[first]
    return " ".join(fields)


def scaled_samples(chance: random.Random, line: str, lines: Sequence[str]) -> str:
    """Every sample 2 to 50 % faster, and the middle of them made anew."""
    head, taken = taken_of(line)
    factor = 1 - chance.uniform(0.02, 0.5)
    return with_samples(head, [round(sample * factor) for sample in taken])


def copied_samples(chance: random.Random, line: str, lines: Sequence[str]) -> str:
    """The samples of another line."""
    head, _ = taken_of(line)
    return with_samples(head, taken_of(chance.choice(lines))[1])


KINDS: Mapping[str, Forge] = {
    "flipped bit": flipped_bit,
    "swapped fields": swapped_fields,
    "scaled samples": scaled_samples,
    "copied samples": copied_samples,
}


def taken_of(line: str) -> tuple[str, Sequence[int]]:
    """A line in two parts: everything up to the length, and the samples."""
    fields = line.split(" ")
    return " ".join(fields[:8]), samples(fields[7:])


def with_samples(head: str, taken: Sequence[int]) -> str:
    return f"{head} {stq2(taken)} {differences(stq2(taken), taken)}"


def packed(members: Mapping[str, bytes]) -> bytes:
    """A result file of these members."""
    file = io.BytesIO()
    archive._pack(file, {**members, archive.MANIFEST: archive.manifest(members)}, 0)
    return file.getvalue()


class Forger:
    """Forges one file again and again, in a folder of its own."""

    def __init__(self, file: Path, folder: Path, seed: int = 1) -> None:
        self.members = archive.read_members(file)
        self.lines = self.members["data"].decode("ascii").splitlines()
        self.timed = [i for i, line in enumerate(self.lines) if " cycles " in line]
        self.path, self.chance = folder / file.name, random.Random(seed)

    def forge(self, kind: str, *, resum: bool = False) -> tuple[str, Report] | None:
        """The forged line and the report; None where nothing came to be different."""
        of_samples = kind.endswith("samples")
        place = self.chance.choice(self.timed if of_samples else range(len(self.lines)))
        pool = [self.lines[i] for i in self.chance.sample(self.timed, 5)]
        line = KINDS[kind](self.chance, self.lines[place], pool)
        if line == self.lines[place]:
            return None
        lines = [*self.lines[:place], line, *self.lines[place + 1 :]]
        if resum:
            lines = summed(each for each in lines if " sum " not in each)
        data = "\n".join([*lines, ""]).encode("latin-1", "replace")
        self.path.write_bytes(packed({**self.members, "data": data}))
        return line, check(self.path)


def rates(file: Path, count: int, seed: int, *, resum: bool = False) -> dict[str, tuple[int, int]]:
    """For each kind, how many of how many forged lines were refused."""
    tried, found = Counter[str](), Counter[str]()
    with TemporaryDirectory() as folder:
        forger = Forger(file, Path(folder), seed)
        while sum(tried.values()) < count:
            kind = list(KINDS)[sum(tried.values()) % len(KINDS)]
            forged = forger.forge(kind, resum=resum)
            if forged:
                tried[kind] += 1
                found[kind] += not forged[1].ok
    return {kind: (found[kind], tried[kind]) for kind in KINDS}


def table(first: Mapping[str, tuple[int, int]], second: Mapping[str, tuple[int, int]]) -> str:
    """The rates by kind, in words."""
    rows = [f"{'':16} {'refused':>15} {'sums anew':>18}"]
    sums = [tuple(map(sum, zip(*each.values()))) for each in (first, second)]
    for kind, one, two in [*((k, first[k], second[k]) for k in KINDS), ("all", *sums)]:
        cells = (f"{f} of {n} {f / n:6.1%}" for f, n in (one, two))
        rows.append(f"{kind:16} {' '.join(f'{cell:>20}' for cell in cells)}")
    return "\n".join(rows)


def main(words: Sequence[str]) -> None:
    file, count, seed = Path(words[0]), int((*words[1:2], 10_000)[0]), int((*words[2:3], 1)[0])
    print(table(rates(file, count, seed), rates(file, count, seed, resum=True)))


if __name__ == "__main__":
    main(sys.argv[1:])
