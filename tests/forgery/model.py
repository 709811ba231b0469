"""A result file as objects that can be changed and written again, with new sums."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from summing import summed

from shootout.registry.vm import of_vm
from shootout.results import archive, columns
from shootout.results.records import MANY, differences, samples
from shootout.results.sections import WORDS, bare, sections
from shootout.results.stats import stq2

NULL = "null"
CellKey = tuple[str, str, str, str]  # ABI, primitive, implementation, compiler


@dataclass
class Length:
    """The samples of a message length, in ticks."""

    mlen: int
    calls: int
    samples: list[int]
    flags: list[str] = field(default_factory=list)  # each `CAUSE NUMBER`

    def copy(self) -> Length:
        return Length(self.mlen, self.calls, [*self.samples], [*self.flags])


@dataclass
class Group:
    """Lengths that were timed together, after one probe; its numbers as they are written."""

    pace: str
    clock: str
    lengths: list[Length] = field(default_factory=list)

    def copy(self) -> Group:
        return Group(self.pace, self.clock, [each.copy() for each in self.lengths])


@dataclass
class Block:
    """A process that timed a cell."""

    fields: list[str]  # version, machine, ABI, date, crypto_hash, primitive
    head: dict[str, list[str]]  # by word
    groups: list[Group]
    flags: list[str]  # of the process
    layout: tuple[str, ...]  # of code, stack and message; empty in files from before
    began: float
    took: float

    def copy(self) -> Block:
        """A copy that shares nothing that a forger changes."""
        head = {word: [*rest] for word, rest in self.head.items()}
        groups = [group.copy() for group in self.groups]
        return replace(self, fields=[*self.fields], head=head, groups=groups, flags=[*self.flags])

    @property
    def abi(self) -> str:
        return self.fields[2]

    @property
    def primitive(self) -> str:
        return self.fields[5]

    @property
    def implementation(self) -> str:
        return self.head["implementation"][0].split("/", 2)[2]

    @property
    def cell(self) -> CellKey:
        return self.abi, self.primitive, self.implementation, self.head["compiler"][0]

    @property
    def round(self) -> int:
        return int(self.head["round"][0])

    @property
    def lengths(self) -> list[Length]:
        return [each for group in self.groups for each in group.lengths]

    @property
    def curve(self) -> bool:
        return sum(len(group.lengths) for group in self.groups) >= MANY

    def lines(self) -> Iterator[str]:
        """Its lines, without a sum."""
        prefix = " ".join(self.fields)
        for word, rest in self.head.items():
            yield " ".join([prefix, word, *rest])
        for group in self.groups:
            yield f"{prefix} pace {group.pace}"
            if group.clock:
                yield f"{prefix} clock {group.clock}"
            for each in group.lengths:
                if each.calls > 1:
                    yield f"{prefix} calls {each.mlen} {each.calls}"
                middle = stq2(each.samples)
                yield f"{prefix} cycles {each.mlen} {middle} {differences(middle, each.samples)}"
                yield from (f"{prefix} flag {each.mlen} {flag}" for flag in each.flags)
        yield from (f"{prefix} flag {flag}" for flag in self.flags)
        if self.layout:
            yield " ".join([prefix, "layout", *self.layout])
        yield f"{prefix} took {self.began:.3f} {self.took:.3f}"


@dataclass
class Run:
    """The parts of a result file."""

    name: str
    facts: dict[str, str]
    before: list[list[str]]  # the fields of the lines before the timings
    blocks: list[Block]

    @property
    def cells(self) -> dict[CellKey, list[Block]]:
        """The blocks of native code by cell, null apart."""
        found: dict[CellKey, list[Block]] = {}
        for block in self.blocks:
            if not of_vm(block.abi) and block.primitive != NULL:
                found.setdefault(block.cell, []).append(block)
        return found

    def copy(self) -> Run:
        """A copy, to be changed; far faster than copy.deepcopy."""
        before = [[*fields] for fields in self.before]
        return Run(self.name, dict(self.facts), before, [block.copy() for block in self.blocks])

    def lines(self) -> list[str]:
        """The lines of all blocks, to be read again."""
        return [line for block in self.blocks for line in block.lines()]

    def write(self, folder: Path) -> Path:
        """Write it with sums and MANIFEST, under the name that ./do would give it."""
        first = next(iter(self.before), None) or self.blocks[0].fields
        data = [*(" ".join(each) for each in self.before)]
        data += [line for block in self.blocks if not block.curve for line in block.lines()]
        curves = [line for block in self.blocks if block.curve for line in block.lines()]
        members = {
            "data": _text(summed(data)),
            "machine": "".join(f"{name} {text}\n" for name, text in self.facts.items()).encode(),
            "log": b"",
            **({"curves": _text(summed(curves))} if curves else {}),
        }
        path = folder / f"{first[1]}-{first[3]}-000000.tar.gz"
        path.write_bytes(_packed(members))
        return path


def _packed(members: Mapping[str, bytes]) -> bytes:
    """A result file of these members. It is packed less tightly than by ./do, in less time."""
    every = {**members, archive.MANIFEST: archive.manifest(members)}
    file = io.BytesIO()
    with gzip.GzipFile("", "wb", 1, file, 0) as stream:
        for name in (name for name in archive.MEMBERS if name in every):
            content = every[name]
            stream.write(archive._header(name, len(content), 0) + content)
            stream.write(bytes(-len(content) % archive.BLOCK))
        stream.write(bytes(2 * archive.BLOCK))
    return file.getvalue()


def _text(lines: Iterable[str]) -> bytes:
    return "\n".join([*lines, ""]).encode("latin-1", "replace")


class File:
    """A real result file, whose blocks are parsed when a run is made of some of them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.members: Mapping[str, bytes] = archive.read_members(path)

    @cached_property
    def facts(self) -> dict[str, str]:
        lines = self.members["machine"].decode().splitlines()
        return dict(line.split(" ", 1) for line in lines)

    @cached_property
    def texts(self) -> list[tuple[tuple[str, str], bool, bytes]]:
        """ABI and primitive of each block, whether it is of the curves, and its lines."""
        found = []
        for name in archive.LINES:
            for _, text in sections([self.members.get(name, b"")], print, words=WORDS[:1]):
                fields = text[1:].split(b" ", 7)
                if fields[6] == b"implementation":
                    key = fields[2].decode(), fields[5].decode()
                    found.append((key, name == "curves", text))
        return found

    @cached_property
    def before(self) -> list[list[str]]:
        text = self.members["data"].split(b" implementation crypto_hash", 1)[0]
        lines = text[: text.rindex(b"\n")].decode().splitlines()
        split = [line.split(" ") for line in lines]
        return [f for f in split if f[6] not in ("sum", "fromcompiler", "instructions")]

    @property
    def groups(self) -> list[tuple[str, str]]:
        """ABI and primitive of what was timed natively."""
        keys = dict.fromkeys(key for key, _, _ in self.texts)
        return [key for key in keys if key[1] != NULL and not of_vm(key[0])]

    def run(self, groups: Iterable[tuple[str, str]], curves: bool = True) -> Run:
        """The part of the run that is about these groups, in the order of the file."""
        wanted = set(groups)
        before = [f for f in self.before if (f[2], f[5]) in wanted]
        blocks = [
            block_of(text, curve)
            for key, curve, text in self.texts
            if key in wanted and (curves or not curve)
        ]
        facts = {
            name: text
            for name, text in self.facts.items()
            if not name.startswith("counter-") or any(name[8:] == abi for abi, _ in wanted)
        }
        return Run(self.path.name, facts, before, blocks)


HEAD = re.compile(
    rb"implementation|outputbytes|cpuid|cpucycles_persecond|cpucycles_implementation|compiler|round"
)


def block_of(text: bytes, curve: bool) -> Block:
    """A block from its lines, each after a newline."""
    found = bare(text, curves=curve)
    assert found
    lines, at = found.text, found.text.find(columns.OPENS)
    if at >= 0:
        lines = lines[:at] + columns.unpack(lines[at:])
    version, machine, abi, date, primitive = map(bytes.decode, found.fields)
    fields = [version, machine, abi, date, "crypto_hash", primitive]
    block, calls = Block(fields, {}, [], [], (), 0, 0), 1
    for line in lines.decode().split("\n")[1:]:
        word, *rest = line.split(" ")
        if HEAD.fullmatch(word.encode()):
            block.head[word] = rest
        elif word == "pace":
            block.groups.append(Group(rest[0], ""))
        elif word == "clock":
            block.groups[-1].clock = rest[0]
        elif word == "calls":
            calls = int(rest[1])
        elif word == "cycles":
            length = Length(int(rest[0]), calls, list(samples(rest)))
            block.groups[-1].lengths.append(length)
            calls = 1
        elif word == "flag" and rest[0] == "-":
            block.flags.append(" ".join(rest))
        elif word == "flag":
            block.groups[-1].lengths[-1].flags.append(" ".join(rest[1:]))
        elif word == "layout":
            block.layout = tuple(rest)
        elif word == "took":
            block.began, block.took = float(rest[0]), float(rest[1])
    return block
