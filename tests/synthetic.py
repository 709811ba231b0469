"""Result files of machines that do not exist, made from a real one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from summing import summed

from shootout.results.records import differences, samples


def clocked(real: Mapping[str, bytes], name: str, factor: float) -> dict[str, bytes]:
    """A real run as of another machine, whose core makes `factor` times the cycles in a tick."""

    def times(found: re.Match[str]) -> str:
        return f"{found[1]}{float(found[2]) * factor:.5f}"

    out = []
    for line in real["data"].decode().splitlines():
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
