"""Results for a page of results: of three machines, one of somebody who means harm."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shootout import cli
from shootout.results import archive, stats
from shootout.results.records import differences


def begun(head: str, code: str, cpuid: str, counter: str, compiler: str) -> list[str]:
    """The lines with which the block of an implementation, FUNCTION/NAME, begins."""
    return [
        f"{head} implementation crypto_hash/{code} -",
        f"{head} cpuid {cpuid}",
        f"{head} cpucycles_implementation {counter}",
        f"{head} compiler {compiler}",
    ]


def written(path: Path, lines: Sequence[str], facts: str = "cpu EPYC\n") -> Path:
    """The result file of these lines."""
    archive.write(path, {"data": "\n".join([*lines, ""]).encode(), "machine": facts.encode()})
    return path


MALLORY = "mallory"  # a machine's name has letters and digits; readers refuse others
HOSTILE = "</script><img/src=x/onerror=alert(1)><b>{{script}}&lt;"
WORDS = "gcc_-DX='$(touch${IFS}owned)`id`'_-O2_</script>"
STEP8 = range(8, stats.TOP + 1, 8)


def result(
    path: Path, name: str, cpuid: str, factor: float = 1.0, clock: bool = True, rate: int = 0,
    **facts: str,
) -> Path:  # fmt: skip
    """A result file: sha256 by two implementations, one at every length, and blake512 at six."""
    out = []
    for primitive, implementation, compiler, lengths, cost in (
        ("sha256", "fast", "gcc_-O2", range(stats.TOP + 1), 7.0),
        ("sha256", "slow", WORDS, STEP8, 11.0),
        ("blake512", "ref", "clang_-O3", (8, 64, 576, 1536, 2048, 4096), 5.0),
    ):
        head = f"20261121 {name} amd64 20261121 crypto_hash {primitive}"
        code = f"{primitive}/{implementation}"
        out += begun(head, code, cpuid, "amd64-tsc", f"{compiler} 12")
        out += [f"{head} cpucycles_persecond {rate}"] if rate else []
        out += [f"{head} clock 1.5"] if clock else []
        for n in lengths:
            cycles = round(factor * cost * (64 * ((n + 72) // 64) + 30))
            samples = [cycles - 3, cycles, cycles, cycles, cycles + 6]
            out.append(f"{head} cycles {n} {cycles} {differences(cycles, samples)}")
        out += [f"{head} flag 64 drift 0.1"] if implementation == "ref" else []
    told = "".join(f"{key} {value}\n" for key, value in facts.items())
    return written(path, out, told)


CROSSED = 300  # bytes from which blake512 of `crossed` is the faster one for good
DISTURBED = range(504, 601, 8)  # lengths at which all its rounds were, and took thrice as long


def crossed(path: Path, name: str, cpuid: str, factor: int = 1, clock: bool = True) -> Path:
    """A result file: sha256 costs 200 + 4n cycles for n bytes, blake512 500 + 3n."""
    out = []
    lengths = sorted({*range(4, stats.TOP + 1, 8), *STEP8, CROSSED})
    for primitive, fixed, each in (("sha256", 200, 4), ("blake512", 500, 3)):
        head = f"20261121 {name} amd64 20261121 crypto_hash {primitive}"
        out += begun(head, f"{primitive}/ref", cpuid, "amd64-tsc", "gcc_-O2 12")
        out += [f"{head} cpucycles_persecond 2000000000"]
        out += [f"{head} clock 1"] if clock else []
        for n in lengths:
            disturbed = primitive == "blake512" and n in DISTURBED
            cycles = factor * (fixed + each * n) * (3 if disturbed else 1) - (n == CROSSED)
            out.append(f"{head} cycles {n} {cycles} {differences(cycles, [cycles] * 5)}")
            out += [f"{head} flag {n} uneven 0.1"] if disturbed else []
    return written(path, out)


def _six(path: Path, machine: str, abi: str, counter: str, *cells: tuple[str, ...]) -> Path:
    """A result file of cells (function, implementation, compiler, version), all at six lengths;
    each takes 9, 18, ... ticks a byte."""
    out = []
    for number, (primitive, implementation, compiler, version) in enumerate(cells, 1):
        head = f"20261121 {machine} {abi} 20261121 crypto_hash {primitive}"
        code = f"{primitive}/{implementation}"
        out += begun(head, code, "AuthenticAMD-00a00f11", counter, f"{compiler} {version}")
        lengths = (8, 64, 576, 1536, 2048, 4096)
        out += [f"{head} clock 1.5"]
        out += [f"{head} cycles {n} {9 * number * n} +0+0+0" for n in lengths]
    return written(path, out)


def named(path: Path, name: str) -> Path:
    """A result file: sha256, and a function, its implementation and compiler of this name."""
    cells = ("sha256", "ref", "gcc_-O2", "12"), (name, name, name, "12")
    return _six(path, name, "amd64", "amd64-tsc", *cells)


def java(path: Path, name: str) -> Path:
    """A result file of a VM: the JDK's own SHA-256, and a slower one in Java."""
    cells = [("sha256", implementation, "java", "17.0.15") for implementation in ("jdk", "java")]
    return _six(path, name, "jvm64", "java-nanotime", *cells)


def three(home: Path) -> list[Path]:
    """Files of three machines, one of somebody who means harm, one that the paper leaves out."""
    return [
        result(home / "a.tar.gz", "alpha", "AuthenticAMD-00a00f11", cpu="EPYC", boost="on"),
        result(home / "b.tar.gz", MALLORY, "GenuineIntel-000506e3", 1.4, cpu=HOSTILE),
        result(home / "c.tar.gz", "gamma", "GenuineIntel-000506e3", 2.0, clock=False, boost="on"),
    ]


def made(files: Sequence[Path], output: Path) -> Path:
    """The page, as ./do page makes it."""
    assert cli.main(["page", *map(str, files), "--output", str(output)]) == 0
    return output
