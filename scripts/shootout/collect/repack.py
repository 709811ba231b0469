"""./do repack FILE...: write result files anew, smaller, with the same lines.

Curves of older files are written in columns. Those of a run that a newer one supersedes may be
left out; the six lengths, the facts and the log are always kept. The lines that stay keep
their bytes, and a block gets a sum only if it had one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from ..common.errors import Trouble
from ..common.terminal import say
from ..results import archive, sign
from ..results.columns import shortened
from ..results.records import MANY
from ..results.sections import WORDS, sections, summed

SUM = b" sum "


def repack(file: Path, *, curves: bool = True) -> dict[str, bytes]:
    """The members of a smaller file. Raises Trouble for a damaged one.

    Without `curves`, a block of many lengths stays only if no other block has its cell.
    """
    members = archive.read_members(file)
    found: dict[str, list[bytes]] = {name: [] for name in archive.LINES}
    blocks = list(_blocks(file, members))
    others = {_cell(text) for name, text in blocks if name == "data"}
    for name, text in blocks:
        if name == "curves" and not curves and _cell(text) in others:
            continue
        found[name].append(_in_columns(text) if name == "curves" else text)
    lines = {name: b"".join([*some, b"\n"])[1:] for name, some in found.items() if some}
    rest = {name: content for name, content in members.items() if name not in archive.LINES}
    return {**rest, **lines}


def _blocks(file: Path, members: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The member that each section belongs to, and its lines, each after a newline."""

    def refuse(kind: str, number: int, what: str) -> None:
        raise Trouble(f"{file}, line {number}: {what}")

    for name in archive.LINES:
        for _, text in sections([members.get(name, b"")], refuse, words=WORDS[:1]):
            many = name == "curves" or text.count(b" cycles ") >= MANY
            yield "curves" if many else "data", text


def _cell(text: bytes) -> tuple[bytes, ...]:
    """What a block was timed with: machine, ABI, primitive, implementation, compiler."""
    fields = text[1 : text.find(b"\n", 1)].split(b" ")
    compiler = text[text.find(b"compiler ") :].split(b" ", 2)[1:2]
    return (*fields[1:3], *fields[5:6], *fields[7:8], *compiler)


def _in_columns(text: bytes) -> bytes:
    last = text.rindex(b"\n")
    if SUM not in text[last:]:
        return shortened(text)
    short = shortened(text[:last])
    return text if short == text[:last] else summed(short)


def main(args: argparse.Namespace) -> int:
    """Write each file into the folder, and print both sizes."""
    args.into.mkdir(parents=True, exist_ok=True)
    for file in args.files:
        target = args.into / file.name
        archive.write(target, repack(file, curves=not args.without_curves))
        sizes = f"{file.stat().st_size:,} bytes, now {target.stat().st_size:,}"
        signed = ", its signature is of the other bytes" if sign.beside(file).exists() else ""
        say(f"{target}: {sizes}{signed}")
    return 0


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `repack` to the command line."""
    parser = subparsers.add_parser("repack", help="write result files anew, smaller")
    add = parser.add_argument
    add("files", metavar="FILE", nargs="+", type=Path)
    said = "a folder without these files; made if it is not there"
    add("--into", type=Path, required=True, metavar="DIR", help=said)
    add("--without-curves", action="store_true", help="keep only the six lengths")
    parser.set_defaults(func=main)
