"""Kinds of nodes: those that a benchmark has no reason to time twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from shootout.machine import naming, target
from shootout.machine.cpu import Cpu
from shootout.machine.microarchitecture import microarchitecture

from .slurm import Node

DIGITS = 8  # 4 would give two of a hundred kinds the same name in one fleet of 13


@dataclass(frozen=True)
class Kind:
    """Nodes with the same processor, memory, partition and features."""

    name: str  # as in zen3-5f2a91c0; the machine's name in results
    what: str  # in words, for people
    partition: str
    nodes: tuple[str, ...]


def group(nodes: Iterable[Node], probes: dict[str, str], token: str, *, each: bool) -> list[Kind]:
    """The kinds of nodes that were probed; with `each`, every node is a kind of its own.

    `probes` has what each node said about itself. The token is the fleet's own: it keeps names
    of different fleets apart, and hides a node's name in the digits.
    """
    found: dict[tuple[str, ...], list[Node]] = {}
    for node in nodes:
        if node.name in probes:
            own = (node.name,) if each else ()
            found.setdefault((*_slurm(node), *_cpu(probes[node.name]), *own), []).append(node)
    return sorted((_kind(key, same, probes, token) for key, same in found.items()), key=_by_name)


def _by_name(kind: Kind) -> str:
    return kind.name


def _slurm(node: Node) -> tuple[str, ...]:
    """What Slurm says that tells a node from others."""
    return node.partition, node.features, node.memory, node.cpus, node.sockets, node.threads


def _cpu(probe: str) -> tuple[str, ...]:
    """What the node's own report says: model, numbers and features, which hypervisors mask."""
    info = target.stanza_fields(probe)
    names = ("model name", "cpu", "vendor_id", "cpu family", "model", "stepping", "CPU part")
    return (*(info.get(n, "") for n in names), info.get("flags", info.get("Features", "")))


def processor(probe: str) -> Cpu:
    """The processor that a node reported, with its caches."""
    caches: set[str] = set()
    for line in probe.splitlines():
        words = line.split()
        if len(words) == 4 and words[0] == "cache:":
            caches |= target.cache(*words[1:])
    return target.cpu(target.stanza_fields(probe)).also(caches)


def _kind(key: tuple[str, ...], same: list[Node], probes: dict[str, str], token: str) -> Kind:
    node = same[0]
    info = target.stanza_fields(probes[node.name])
    core = microarchitecture(processor(probes[node.name]))
    mark = hashlib.sha256("\0".join((token, *key)).encode()).hexdigest()[:DIGITS]
    model = info.get("model name") or info.get("cpu") or "unknown processor"
    features = "" if node.features in ("", "(null)") else f", {node.features}"
    what = f"{model}, {core}, {node.cpus} CPUs, {node.memory} MiB{features}"
    return Kind(f"{naming.word(core)}-{mark}", what, node.partition, tuple(n.name for n in same))
