"""The explanation in sentences, each with what it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shootout.ranking.words import joined
from shootout.results.stats import DECIDING, LONG

from .counting.mnemonics import LIBRARY, Mix
from .facts import Facts

NEAR = 0.88  # a floor of this part of the time, or more, is what limits
MOST_KINDS = 5  # named in a sentence
TELLING = 0.02  # a smaller part of all instructions is not told
SMALL = 0.05  # of the instructions of all methods: one with fewer is not told
UNROLLED = 0.97  # of the instructions of a block are different ones
LEVEL = 1.03  # numbers within this ratio are called equal
COMPUTED = "computed"


class Sentence(NamedTuple):
    """A sentence, and what it was timed, counted or computed by."""

    text: str
    by: str

    def __str__(self) -> str:
        return f"{self.text} ({self.by})"


def percent(part: float) -> str:
    """The part in percent."""
    return f"{100 * part:.0f} %"


def sentences(facts: Facts) -> list[Sentence]:
    """What is told of one subject."""
    return [
        *_speed(facts), *_counts(facts), *_size(facts), *_methods(facts), *_floors(facts),
        *_lengths(facts),
        *(Sentence(text, "timed at several layouts") for text in facts.layout),
    ]  # fmt: skip


def _speed(facts: Facts) -> Iterator[Sentence]:
    long, deciding = facts.speed(LONG), facts.speed(DECIDING)
    if long and deciding:
        yield Sentence(
            f"It takes {long:.2f} {facts.unit} for a byte of a long message, {deciding:.2f} at "
            f"{DECIDING} bytes.", facts.source,
        )  # fmt: skip


def kinds(mix: Mix) -> str:
    """The commonest kinds in words, with their mnemonics: 34 % logic (xor, and)."""
    told = []
    for name, n in mix.kinds.most_common(MOST_KINDS):
        if n < TELLING * mix.total:
            break
        usual = [each for each, _ in mix.names.get(name, mix.kinds.__class__()).most_common(2)]
        names = f" ({', '.join(usual)})" if usual else ""
        told.append(f"{percent(n / mix.total)} {name}{names}")
    return joined(told)


def vectors(mix: Mix) -> str:
    """How wide the instructions are, in words."""
    total = sum(mix.widths.values()) or 1
    told = [
        f"{percent(n / total)} work on vectors of {bits} bits"
        for bits, n in mix.widths.most_common()
        if bits and n >= TELLING * total
    ]
    return joined(told) or "none works on vectors"


def _counts(facts: Facts) -> Iterator[Sentence]:
    if facts.counters:
        ipc = facts.counters.instructions / facts.counters.cycles
        yield Sentence(
            f"The processor counts {facts.counters.instructions:.2f} instructions and "
            f"{facts.counters.cycles:.2f} cycles a byte, {ipc:.2f} instructions per cycle.", "perf",
        )  # fmt: skip
    if not facts.mix or not facts.trace or not facts.code:
        return
    by = f"{facts.trace.by}; {facts.code.by}"
    found = facts.mix
    yield Sentence(
        f"It executes {facts.of(found.total):.2f} instructions a byte: {kinds(found)}; "
        f"{vectors(found)}.", by,
    )  # fmt: skip
    if n := found.kinds[LIBRARY]:
        yield Sentence(f"Of these {facts.of(n):.2f} a byte are in libraries.", facts.trace.by)
    loads, stores, stack = (facts.of(n) for n in (found.loads, found.stores, found.stack))
    yield Sentence(
        f"It loads {loads:.2f} times a byte and stores {stores:.2f} times, {stack:.2f} of these "
        "in its frame on the stack, where its arrays lie and what did not fit into registers.", by,
    )  # fmt: skip
    if facts.ipc:
        yield Sentence(
            f"That is {facts.ipc:.2f} instructions per core cycle.", f"{facts.trace.by}; timed"
        )
    if facts.block:
        each, distinct = len(facts.block.addresses), facts.block.distinct
        loops = f"{distinct} different ones, so a loop executes each {each / distinct:.1f} times"
        if distinct > UNROLLED * each:
            loops = "no loop within"
        yield Sentence(
            f"For each {facts.block.size} bytes it executes {each} instructions, {loops}.",
            facts.trace.by,
        )  # fmt: skip


def _size(facts: Facts) -> Iterator[Sentence]:
    if facts.size and not facts.methods:
        yield Sentence(f"Its code and tables have {facts.size} bytes.", "size")


def _methods(facts: Facts) -> Iterator[Sentence]:
    total = sum(its.total for its in facts.methods.values())
    small = 0
    by = "code printed by HotSpot; objdump"
    for name, found in sorted(facts.methods.items(), key=lambda m: -m[1].total):
        if found.total < SMALL * total:
            small += 1
            continue
        yield Sentence(
            f"C2 makes {found.total} instructions ({facts.bytes_of[name]} bytes) of "
            f"{name.rpartition('.')[2]}: {kinds(found)}; {vectors(found)}; "
            f"{found.stack} use the stack.", by,
        )  # fmt: skip
    if small:
        yield Sentence(f"It makes fewer than {SMALL * total:.0f} of {small} other methods.", by)


def _floors(facts: Facts) -> Iterator[Sentence]:
    time = facts.cycles.per_block / facts.cycles.block if facts.cycles else None
    time = time if facts.unit == "core cycles" and not facts.other else None
    near: list[str] = []
    if hand := facts.byhand:
        part = f", {percent(hand.floor / time)} of its time" if time else ""
        why = "the longest chain" if hand.reason == "latency" else "all units together"
        yield Sentence(
            f"On a {facts.core} {why} can't take less than {hand.floor:.2f} cycles a byte{part}.",
            hand.source,
        )  # fmt: skip
        near += [hand.reason] if time and hand.floor > NEAR * time else []
    if facts.floors and facts.block:
        its, size = facts.floors, facts.block.size
        told = {"latency": its.chain / size, "issue": its.ports / size}
        wrong = [name for name, floor in told.items() if time and floor > LEVEL * time]
        lost = f"; {its.left_out} instructions are unknown to it" if its.left_out else ""
        yield Sentence(
            "By latency alone, the longest chain of instructions that wait for one another, it "
            f"would take {told['latency']:.2f} cycles a byte; by its ports alone, the busiest of "
            f"which is {its.port}, {told['issue']:.2f}; with both and the queues of the model "
            f"{its.simulated / size:.2f}{lost}.", its.by,
        )  # fmt: skip
        if wrong:
            yield Sentence(
                f"It is faster than the model's floor by {joined(wrong)}: the model is of another "
                "core, so this is none.", f"{its.by}; timed",
            )  # fmt: skip
        right = {name: floor for name, floor in told.items() if name not in wrong}
        near += [name for name, floor in right.items() if time and floor > NEAR * time]
        if time and right and not near and not hand:
            yield Sentence(
                f"The higher floor is {percent(max(right.values()) / time)} of its time; the rest "
                "is lost between them: instructions that wait though units are free, and units "
                "that are chosen badly.", COMPUTED,
            )  # fmt: skip
    limits = {"latency": "the length of its chain", "issue": "the number of its instructions"}
    if near:
        names = joined([limits[name] for name in dict.fromkeys(near)])
        yield Sentence(f"So what limits it is {names}.", COMPUTED)


def _lengths(facts: Facts) -> Iterator[Sentence]:
    parts = facts.cycles
    if parts:
        costs = facts.costs()
        shares = joined([
            f"{percent(parts.share(costs[n]))} of the time at {n}"
            for n in (8, 64, 1536) if n in costs and parts.once > 0
        ])  # fmt: skip
        rest = f": {shares} bytes" if shares else ""
        byte = ""
        if parts.per_byte is not None:
            byte = f" A byte more that needs no block more costs {parts.per_byte:.2f}."
        yield Sentence(
            f"A message takes {parts.once:.0f} {facts.unit} once and {parts.per_block:.0f} for "
            f"each block of {parts.block} bytes{rest}.{byte}", facts.source,
        )  # fmt: skip
    if (counts := facts.instructions) and facts.trace:
        yield Sentence(
            f"In instructions it takes {counts.once:.0f} once and {counts.per_block:.0f} for each "
            f"{counts.block} bytes.", facts.trace.by,
        )  # fmt: skip


def compared(one: Facts, other: Facts, names: Sequence[str]) -> list[Sentence]:
    """What makes one of two faster than the other."""
    found: list[Sentence] = []
    a, b = one.speed(LONG), other.speed(LONG)
    if a and b and one.unit == other.unit:
        found.append(Sentence(
            f"{names[0]} takes {a / b:.2f} times as long as {names[1]} for long messages.",
            one.source,
        ))  # fmt: skip
    if one.per_byte and other.per_byte and one.trace and other.trace:
        ratio = one.per_byte / other.per_byte
        text = f"It executes {ratio:.2f} times as many instructions"
        by = one.trace.by
        if one.ipc and other.ipc:
            text += f", and {one.ipc / other.ipc:.2f} times as many in a cycle"
            by += "; timed"
        found.append(Sentence(f"{text}.", by))
    if one.mix and other.mix and one.code:
        found += _differences(one, other, names)
    if one.cycles and other.cycles and one.unit == other.unit:
        once = _more(one.cycles.once - other.cycles.once)
        block = _more(one.cycles.per_block - other.cycles.per_block)
        found.append(Sentence(
            f"Than {names[1]} it takes {once} {one.unit} once, and {block} for each block of "
            f"{one.cycles.block} bytes.", one.source,
        ))  # fmt: skip
    return found


def _more(number: float) -> str:
    return f"{abs(number):.0f} {'fewer' if number < 0 else 'more'}"


def _differences(one: Facts, other: Facts, names: Sequence[str]) -> Iterator[Sentence]:
    assert one.mix and other.mix and one.trace and one.code
    apart = {
        kind: one.of(one.mix.kinds[kind]) - other.of(other.mix.kinds[kind])
        for kind in {*one.mix.kinds, *other.mix.kinds}
    }
    least = TELLING * (one.per_byte or 0)
    told = sorted((k for k in apart if abs(apart[k]) > least), key=lambda k: -abs(apart[k]))
    by = f"{one.trace.by}; {one.code.by}"
    for sign, word in ((1, "more"), (-1, "fewer")):
        some = [f"{abs(apart[k]):.2f} {k}" for k in told if apart[k] * sign > 0][:MOST_KINDS]
        if some:
            yield Sentence(f"A byte takes it {word}: {joined(some)}.", by)
    stack = one.of(one.mix.stack) - other.of(other.mix.stack)
    if abs(stack) > least:
        yield Sentence(
            f"It uses the stack {abs(stack):.2f} {'more' if stack > 0 else 'fewer'} times a byte.",
            by,
        )  # fmt: skip
