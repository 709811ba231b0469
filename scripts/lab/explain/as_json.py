"""The explanation for other programs (docs/schema.json)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shootout.results.stats import DECIDING, LONG

from .facts import Facts
from .sheets import on_compilers
from .words import Sentence, sentences


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _said(found: Sequence[Sentence]) -> list[dict[str, str]]:
    return [{"text": each.text, "by": each.by} for each in found]


def of(facts: Facts) -> dict[str, Any]:
    """What is known of one subject."""
    mix, block, floors = facts.mix, facts.block, facts.floors
    size = block.size if block else 1
    return {
        "primitive": facts.subject.primitive,
        "implementation": facts.subject.implementation.name,
        "abi": facts.subject.compiler.abi,
        "compiler": facts.subject.compiler.word,
        "microarchitecture": facts.core,
        "unit": facts.unit,
        "per_byte": {"long": _rounded(facts.speed(LONG)), "1536": _rounded(facts.speed(DECIDING))},
        "cycles": _parts(facts.cycles),
        "instructions": _parts(facts.instructions),
        "instructions_per_byte": _rounded(facts.per_byte),
        "instructions_per_cycle": _rounded(facts.ipc),
        "kinds": {
            kind: _rounded(facts.of(n)) for kind, n in mix.kinds.most_common()
        } if mix else {},
        "loads": _rounded(facts.of(mix.loads)) if mix else None,
        "stores": _rounded(facts.of(mix.stores)) if mix else None,
        "stack": _rounded(facts.of(mix.stack)) if mix else None,
        "block": {
            "bytes": block.size, "instructions": len(block.addresses), "different": block.distinct
        } if block else None,
        "floors": {
            "latency": _rounded(floors.chain / size), "ports": _rounded(floors.ports / size),
            "simulated": _rounded(floors.simulated / size), "by": floors.by,
        } if floors else None,
        "size": facts.size,
        "methods": {
            name: {"instructions": its.total, "bytes": facts.bytes_of[name],
                   "kinds": dict(its.kinds.most_common())}
            for name, its in facts.methods.items()
        },
        "sentences": _said(sentences(facts)),
        "unknown": facts.unknown,
    }  # fmt: skip


def _parts(parts: Any) -> dict[str, Any] | None:
    if parts is None:
        return None
    return {
        "block_bytes": parts.block, "once": _rounded(parts.once),
        "block": _rounded(parts.per_block), "byte": _rounded(parts.per_byte),
    }  # fmt: skip


def as_json(found: Sequence[Sequence[Facts]], pairs: Sequence[Sentence]) -> dict[str, Any]:
    """All subjects, each with all its compilers, the fastest first."""
    return {
        "subjects": [
            {"compilers": [of(each) for each in one],
             "sentences": _said(on_compilers(one)) if len(one) > 1 else []}
            for one in found
        ],
        "comparison": _said(pairs),
    }  # fmt: skip
