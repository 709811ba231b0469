"""Result files of machines that don't exist, to try graphs with many of them.

    python3 tests/synthetic.py FILE COUNT FOLDER

Each is FILE with all its samples multiplied by a random factor, one a machine and one a
function. Nobody can mistake them: the machines are called synthetic001 and so on, and the
facts say from what they were made. Equal arguments make equal files.
"""

from __future__ import annotations

import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from summing import summed

from shootout.results import archive
from shootout.results.records import differences, samples

# Processors of the paper and since; a crowd of some, as in SUPERCOP's data.
CPUS = (
    [f"GenuineIntel-{eax}" for eax in (
        "000006f6", "00010676", "000106a5", "000206a7", "000306a9", "000306c3", "000306d4",
        "000506e3", "00050654", "000606a6", "000806c1", "000906a3", "000b0671", "000106c2",
    )]
    + [f"AuthenticAMD-{eax}" for eax in (
        "00000f12", "00100f42", "00500f10", "00600f12", "00800f11", "00830f10", "00a00f11",
        "00a20f10", "00a60f12", "00b40f40",
    )]
    + ["410fd034_", "410fd083_", "413fd0c1_", "411fd401_", "410fd4f0_", "410fc090_"]
    + ["ppc-800c0000", "riscv-489-8000000000000007-sifive,u74-mc", "GenuineIntel-00ff0ff0"]
)  # fmt: skip


def lines(data: bytes) -> Iterator[str]:
    return (line.decode() for line in data.splitlines())


def factors_of(chance: random.Random) -> Mapping[str, float]:
    """A factor for each function that is asked for, about that of the machine."""
    machine = chance.lognormvariate(0, 0.25)
    return defaultdict(lambda: machine * chance.lognormvariate(0, 0.2))


def perturbed(data: bytes, name: str, cpu: str, factors: Mapping[str, float]) -> bytes:
    """The result lines, of another machine, another processor and other speeds."""
    out = []
    for line in lines(data):
        fields = line.split(" ")
        fields[1] = name
        if fields[6] == "cpuid":
            fields[7] = cpu
        elif fields[6] == "cycles" and not line.endswith("cycles"):
            primitive = fields[5].partition("/")[0]
            factor = factors[primitive]
            middle = round(int(fields[8]) * factor)
            taken = [round(sample * factor) for sample in samples(fields[7:])]
            fields[8:] = [str(middle), differences(middle, taken)]
        out.append(" ".join(fields))
    return "\n".join([*out, ""]).encode()


def clocked(real: Mapping[str, bytes], name: str, factor: float) -> dict[str, bytes]:
    """A real run as of another machine, whose core makes `factor` times the cycles in a tick."""

    def times(found: re.Match[str]) -> str:
        return f"{found[1]}{float(found[2]) * factor:.5f}"

    out = []
    for line in lines(real["data"]):
        fields = line.split(" ")
        fields[1] = name
        if fields[6] == "cycles":  # its slowest sample is its own, or it would be a copy
            taken = list(samples(fields[7:]))
            taken[taken.index(max(taken))] += 49 * (1 + sum(name.encode()) % 997)
            fields[9:] = [differences(int(fields[8]), taken)]
        if fields[6] != "sum":
            out.append(re.sub(r"^((?:\S+ ){6}clock )(\S+)$", times, " ".join(fields)))
    facts = re.sub(r"( clock )([\d.]+)", times, real["machine"].decode())
    return {**real, "data": "\n".join([*summed(out), ""]).encode(), "machine": facts.encode()}


def members(path: Path) -> Mapping[str, bytes]:
    """The members of a result file; of SUPERCOP's only the lines about hash functions."""
    if archive.is_archive(path):
        return archive.read_members(path)
    import gzip

    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    kept = [line for line in text.splitlines() if re.match(rb"\S+ \S+ \S+ \S+ crypto_hash ", line)]
    return {"data": b"\n".join([*kept, b""])}


def make(path: Path, count: int, folder: Path, seed: int = 1) -> list[Path]:
    """The given number of machines, made from one real file."""
    real, chance, made = members(path), random.Random(seed), []
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, count + 1):
        name = f"synthetic{number:03}"
        # Some processors are more common than others.
        cpu = CPUS[min(int(chance.expovariate(0.09)), len(CPUS) - 1)]
        facts = f"synthetic from {path.name}, times random factors, seed {seed}\n"
        factors = factors_of(chance)
        parts = {
            part: perturbed(real[part], name, cpu, factors)
            for part in archive.LINES
            if part in real
        }
        made.append(folder / f"{name}-20261121-000000.tar.gz")
        made[-1].unlink(missing_ok=True)
        archive.write(made[-1], {**parts, "machine": facts.encode()})
    return made


if __name__ == "__main__":
    for file in make(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])):
        print(file)
