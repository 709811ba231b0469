"""A fuzzer for whoever reads files of others: every command that is given result files.

    make fuzz                        for five minutes, from a seed that it prints
    make fuzz SECONDS=60 SEED=7      what SEED=7 makes, as far as a minute goes
    make fuzz ONLY=inbox:7:12        one case again

A case is a folder of files made from real ones by chance, of one of the KINDS: result files, an
inbox, a folder like data/ with what collect keeps beside its files, a store, the state of a fleet,
or a crypto_hash with a stranger's implementation in C or Java. Commands read it in a process of
their own; each has to end within its limits with status 0, 1 or 2, to print nothing but printable
lines, and no traceback, and to write nothing outside of the case. What check calls sound, all
others must read without a complaint; no compiler gets to see a file of the user's, and so neither
does a result; graphs, which take longest, are drawn of every DRAWN-th case. What fails stays below
build/fuzz/, and is to become a case of tests/hostile or tests/faults.
"""

# ruff: noqa: E402 (the folders of a case are named before the driver is imported)

from __future__ import annotations

import argparse
import contextlib
import gzip
import hashlib
import importlib.util
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "scripts")]

from chances import BUILD, HOME, SECRET, Chance, changed, flipped, put

os.environ.update(
    SHOOTOUT_DATA=str(HOME / "data"), SHOOTOUT_BUILD=str(HOME / "build"),
    SHOOTOUT_CRYPTO_HASH=str(HOME / "tree"), SHOOTOUT_OKCOMPILERS=str(HOME / "okcompilers"),
)  # fmt: skip

from hostile.making import LINES, MEMBERS, REAL, SUPERCOP, with_lines
from strangers import classes, trees
from summing import packed

from lab.fleet import slurm
from shootout.check import rules
from shootout.cli import main as command
from shootout.common.errors import Trouble
from shootout.common.named import opened
from shootout.common.paths import FUNCTIONS
from shootout.common.version import VERSION
from shootout.results import archive

SECONDS, MEGABYTES = 10, 512  # of a command, for a small file (docs/check.md)
COMPILING = 6  # times that, for a command that compiles, and gives a VM its memory
ENDS = (0, 1, 2)
DRAWN = 8
QUESTIONS = ("SELECT * FROM fastest LIMIT 3", "SELECT samples FROM rounds LIMIT 3", "FROM machines")
Made = Callable[[Chance, Path], None]
KINDS: dict[str, Made] = {}


def kind(make: Made) -> Made:
    """Makes a function one of the kinds: it fills a folder by chance."""
    KINDS[make.__name__] = make
    return make


for each in (trees, classes):
    kind(each)


def short(chance: Chance) -> list[str]:
    """Lines of a real file: a part that is quick to read."""
    first = next(i for i, line in enumerate(LINES) if " implementation " in line)
    start = chance.randrange(first)
    return LINES[start : start + 20] + LINES[first : first + 20 * chance.randrange(1, 8)]


def younger(chance: Chance, lines: list[str]) -> list[str]:
    """The lines with some of the words that the real file is too old for, in form and place."""

    def number() -> int:
        return chance.randrange(1 << chance.randrange(1, 70))

    made = []
    for line in lines:
        fields = line.split(" ")
        head, word, rest = " ".join(fields[:6]), fields[6], fields[7:]
        more = []
        if word == "took":
            flag = chance.choice(("stolen 3", "switched 2", "shared 0.9", "broken"))
            places = [chance.randrange(4096 + chance.randrange(2) * 99) for _ in range(3)]
            more = [f"flag - {flag}", "layout {} {} {}".format(*places)]
        made += [f"{head} {each}" for each in more if chance.random() < 0.5] + [line]
        if word == "objsize":
            its = f"{rest[0]} {rest[1]}"
            where = chance.choice(("kept", "unclaimed", "8:sums", "200:0x1f", "8:"))
            more = [
                f"energy {its} 4096 {number()} {number()} {number()} {number()}",
                f"constanttime {its} {number()} {where} {chance.choice(('kept', where))}",
                f"instructions {its} 8 {number()} 1536 {number()}", f"tryflag {its} overread 8",
                f"same {its} {chance.choice((rest[1], 'gcc_-O9'))}", f"emulated {its}",
                f"fromcompiler {its} x.c a warning",
            ]  # fmt: skip
            made += [f"{head} {each}" for each in more if chance.random() < 0.3]
    return made


@kind
def lines(chance: Chance, home: Path) -> None:
    """Changed lines, with new sums and a new MANIFEST."""
    text = "\n".join(younger(chance, short(chance))).encode()
    text = changed(chance, text, b"\n").decode("latin-1")
    (home / REAL.name).write_bytes(with_lines(text.split("\n")))


@kind
def members(chance: Chance, home: Path) -> None:
    """A changed member beside the others, with a new MANIFEST."""
    name = chance.choice([n for n in MEMBERS if n != "MANIFEST"])
    more = b"compiling files\ncompiling-java limits\njail-amd64 none: why\ncaches L1d=48K\n"
    part = MEMBERS[name] + (more if name == "machine" else b"")
    part = part if len(part) < 50_000 else part[:50_000]
    (home / REAL.name).write_bytes(packed({**MEMBERS, name: changed(chance, part, b"\n")}))


@kind
def archives(chance: Chance, home: Path) -> None:
    """A tar that is not what it was, or a gzip that is not."""
    whole = with_lines(short(chance))
    if chance.random() < 0.5:
        whole = gzip.compress(changed(chance, gzip.decompress(whole), b"\0" * 8), 1)
    else:
        whole = flipped(chance, whole) + chance.choice((b"", whole, b"\0" * 999, b"\x1f\x8b"))
    (home / REAL.name).write_bytes(whole)


@kind
def supercop(chance: Chance, home: Path) -> None:
    """SUPERCOP's lines with words of ours and changed ones."""
    text = changed(chance, SUPERCOP.encode(), b"\n")
    ending = chance.choice(("data", "data.gz"))
    text = gzip.compress(text, 1) if ending == "data.gz" else text
    (home / f"box-amd64-20261120.{ending}").write_bytes(text)


@kind
def signatures(chance: Chance, home: Path) -> None:
    """A sound file beside a signature that is changed, or none at all."""
    (home / REAL.name).write_bytes(REAL.read_bytes())
    armour = b"-----BEGIN SSH SIGNATURE-----\n%s\n-----END SSH SIGNATURE-----\n"
    body = b"U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg" + chance.randbytes(40).hex().encode()
    text = changed(chance, armour % body, chance.choice((b"\n", b"-", b"A")))
    put(chance, home / f"{REAL.name}.sig", text)
    if chance.random() < 0.5:
        put(chance, home / "allowed_signers", changed(chance, b"me ssh-ed25519 AAAAC3Nz x", b" "))


@kind
def inbox(chance: Chance, home: Path) -> None:
    """Folders of files with odd names and of odd kinds."""
    for number in range(1 + chance.randrange(5)):
        folder = home / chance.choice(("", "in", "in/deep", "a\nb", "\x1b[31m"))
        folder.mkdir(parents=True, exist_ok=True)
        name = chance.choice((
            REAL.name, f"box{number}-amd64-20261120.data", f"x{number}.tar.gz", f"{REAL.name}.sig",
            f"\x1b[2J{number}.data", f"a\n{number}.tar.gz", f"\udcff{number}.data.gz", ".tar.gz",
            f"{REAL.name}.check", "allowed_signers", f"é{number}-amd64-20261120.data",
        ))  # fmt: skip
        text = chance.choice((SUPERCOP.encode(), REAL.read_bytes(), b"", chance.randbytes(99)))
        put(chance, folder / name, text)


@kind
def beside(chance: Chance, home: Path) -> None:
    """A folder like data/: sound files beside findings and notes that are not."""
    data = home / "data"
    data.mkdir()
    (data / REAL.name).write_bytes(REAL.read_bytes())
    (data / "box-amd64-20261120.data").write_text(SUPERCOP)
    told = {
        "file": REAL.name, "sha256": hashlib.sha256(REAL.read_bytes()).hexdigest(), "by": VERSION,
        "findings": [{"severity": "warning", "rule": 61, "text": "has another processor"}],
        "disputed": True, "machine": "testbox", "signature": "not signed",
    }  # fmt: skip
    for name in (REAL.name, "box-amd64-20261120.data"):
        text = changed(chance, json.dumps(told, indent=1).encode(), chance.choice((b"\n", b" ")))
        put(chance, data / f"{name}.check", text)
    notes = b"testbox +avx2\nbox =Zen 3\n# a note\ntestbox a fast machine\n"
    put(chance, data / "machines", changed(chance, notes, b"\n"))
    if chance.random() < 0.3:
        put(chance, data / "allowed_signers", changed(chance, b"me ssh-ed25519 AAAAC3Nz x", b" "))


@kind
def stores(chance: Chance, home: Path) -> None:
    """A store of a file, whose Parquet is changed, or is something else."""
    store = home / "store"
    shutil.copytree(a_store(), store, symlinks=True)
    (path,) = store.iterdir()
    content = path.read_bytes()
    path.unlink()
    how = chance.choice((flipped, lambda c, data: data[: c.randrange(len(data) + 1)]))
    put(chance, path, how(chance, content))


@kind
def fleets(chance: Chance, home: Path) -> None:
    """The state of a fleet, with answers of Slurm, that are changed."""
    fleet = home / "fleet"
    texts = {
        "token": "0badcafe\n", "zen/job.sh": "#!/bin/sh\n# all, zen, 8 CPUs, 1000 MiB\n# n1 n2\n",
        "zen/log": "time all: 3/9\n./do: no\ngrade A\n",
        "slurm": "17|shootout-0badcafe-zen|PENDING|None|1:00\n"
        "n1|all*|avx2|1000|8|1|2|down|no power\n",
    }  # fmt: skip
    spoilt = chance.sample(sorted(texts), 1 + chance.randrange(3))
    for name, text in texts.items():
        path = fleet / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name not in spoilt:
            path.write_text(text)
        elif chance.random() < 0.9:
            put(chance, path, changed(chance, text.encode(), chance.choice((b"\n", b" "))))
    end = chance.choice(("", ".gathered", ".refused"))
    put(chance, fleet / "zen" / f"{REAL.name}{end}", REAL.read_bytes())


@cache
def a_store() -> Path:
    """A store of one file, made once."""
    made = BUILD / "store"
    shutil.rmtree(made, ignore_errors=True)
    command(["store", "--store", str(made), str(REAL)])
    return made


def files(home: Path) -> list[str]:
    """The files of a case that a command is given by name."""
    return [str(f) for f in sorted(home.iterdir()) if f.name.endswith((".gz", ".data"))]


def run(words: list[str]) -> tuple[str, str]:
    """What is wrong with a command, if anything is, and what it printed."""
    output = HOME / "output"
    child = os.fork()
    if not child:
        _be(words, output)
    start, pid = time.monotonic(), 0
    while not pid:
        pid, status, used = os.wait4(child, os.WNOHANG)
        if not pid and time.monotonic() - start > 12 * SECONDS:  # it waits for something
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "hangs", ""
        time.sleep(0.002)
    text = output.read_bytes().decode("utf-8", "backslashreplace")
    more = COMPILING if words[0] in ("run", "explain", "list", "doctor") else 1
    code, took = os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime
    wrong = {
        f"ended with {code}": code not in ENDS,
        "traceback": "Traceback" in text,
        "prints what is not printable": any(not line.isprintable() for line in text.split("\n")),
        f"took {took:.1f} s": took > more * SECONDS,
        f"took {used.ru_maxrss >> 10} MB": used.ru_maxrss >> 10 > more * MEGABYTES,
        "shows a file of the user's": SECRET in text,
        "prints a figure that is none": any(
            re.search(r"(?<![\w.])(nan|inf)(?![\w.,])", line)
            for line in text.split("\n")
            if ": " not in line and "--show" not in words  # what quotes the file
        ),
    }
    return ", ".join(what for what, so in wrong.items() if so), text


def _be(words: list[str], output: Path) -> None:
    """Become a command whose data/ and build/ are below the case."""
    status = 99
    try:
        descriptor = os.open(output, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
        os.dup2(descriptor, 1)
        os.dup2(descriptor, 2)
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        resource.setrlimit(resource.RLIMIT_CPU, (3 * SECONDS, 3 * SECONDS))
        sys.addaudithook(watch)
        slurm.call = answer
        status = command(words)
        sys.stdout.flush()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def answer(*words: str) -> str:
    """What Slurm answers in a case, whatever it is asked."""
    with contextlib.suppress(OSError):
        return opened(HOME / "case" / "fleet" / "slurm").read().decode(errors="replace")
    raise Trouble(f"{words[0]}: no answer")


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Ends a command that opens a file outside of its case for writing."""
    if event != "open" or not isinstance(arguments[0], (str, bytes)):
        return
    path, flags = str(Path(os.fsdecode(arguments[0])).absolute()), arguments[2]
    writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if writes and not f"{path}/".startswith((f"{HOME}/", "/dev/", "/tmp/")):
        raise AssertionError(f"opened for writing: {path!r}")


def orders(inside: Path, named: list[str], number: int) -> list[list[str]]:
    """The commands of a case: check first. Its number chooses among those that take long."""
    found, store, fleet = [], inside / "store", inside / "fleet"
    drawn, out, real = not number % DRAWN, HOME / "out", str(REAL)
    if (inside / "tree").exists():
        words = ["--quick", "--plain", "--machine", "box", "--timeout", "3", "--jobs", "1"]
        found = [["list"], ["list", "--json"], ["run", "sha256", *words], ["tables", "--all"]]
        mine = min({"mine", "right"} & {f.name for f in (inside / "tree" / "sha256").iterdir()})
        last = ["explain", f"sha256/{mine}", "--jobs", "1"], ["export", str(out)], ["doctor"]
        return [*found, last[number % len(last)]]
    if store.exists():
        for question in QUESTIONS:
            found.append(["query", question, "--store", str(store)])
        return [*found, ["store", "--store", str(store), real]]
    if fleet.exists():
        words = ("status", "gather", "status", "cancel")
        return [["fleet", word, "--folder", str(fleet)] for word in words]
    if (inside / "data").exists():
        found = [
            ["tables"],
            ["page", "--output", f"{HOME}/out.html"],
            ["history", "sha256", "--json"],
        ]
        found += [["compare", "testbox", "box"], ["collect", "--again", "--no-graphs"]]
        return [*found, ["tables", "--format", "json"], *([["graphs"]] * drawn)]
    if named:
        found += [["check", *named], ["check", "--json", *named], ["check", "--show", named[0]]]
        found += [["tables", *named], ["tables", "--format", "json", *named]]
        found += [["page", "--output", f"{out}.html", *named], ["compare", named[0], real]]
        found += [["history", "sha256", *named]]
        others = (
            [["compilers", *named]], [["claims", *named]], [["claims", "--json", *named]],
            [["tables", "--all", "--quartiles", "--unit", "ns", *named]],
            [["compilers", "--json", *named], ["tables", "--format", "csv", *named]],
            [["store", "--store", f"{out}", *named], ["query", QUESTIONS[0], "--store", f"{out}"]],
            [["explain", "sha256/ref", "--jobs", "1", "--result", named[0]]],
        )  # fmt: skip
        if not importlib.util.find_spec("pyarrow"):  # it would be installed for each case
            others = tuple(each for each in others if each[0][0] != "store")
        found += others[number % len(others)]
        found += [["graphs", "--output", f"{out}s", *named]] * drawn
    return [*found, ["collect", "--no-graphs", str(inside)]]


def linked(source: str, target: str) -> None:
    """Keep a file of whatever kind, as copytree's copy_function."""
    os.link(source, target, follow_symlinks=False)


def case(name: str) -> list[str]:
    """What goes wrong with a case."""
    make, seed = name.split(":", 1)
    shutil.rmtree(HOME, ignore_errors=True)
    inside = HOME / "case"
    inside.mkdir(parents=True)
    (HOME / "tree").symlink_to(FUNCTIONS)
    KINDS[make](Chance(seed), inside)
    if (inside / "data").exists():
        shutil.copytree(inside / "data", HOME / "data", symlinks=True, copy_function=linked)
    _surroundings(inside)
    found, named, sound = [], files(inside), False
    for words in orders(inside, named, zlib.crc32(seed.encode())):
        fault, text = run(words)
        if words == ["check", *named]:
            sound = not fault and " error" not in text
        if words[0] not in ("check", "collect") and sound and "cannot be" in text:
            fault = fault or "cannot read what check calls sound"
        if fault:
            found.append(f"{words[0]}: {fault}")
        if "hangs" in fault:
            break  # the others would wait as long
    return found + leaks()


def _surroundings(inside: Path) -> None:
    """What commands find beside a case: a tree, compilers, a file of the user's."""
    if (inside / "tree").exists():
        (HOME / "tree").unlink()
        (HOME / "tree").symlink_to(inside / "tree")
    (HOME / "secret").write_text(f"{SECRET}\n" * 9)
    (HOME / "okcompilers").mkdir()
    (HOME / "okcompilers" / "c").write_text("cc -O1\n")
    if (inside / "tree" / "sha256" / "right").exists() and shutil.which("javac"):
        (HOME / "okcompilers" / "java").write_text("java -XX:+UseSerialGC\n")


def leaks() -> list[str]:
    """The files of build/ and data/ that have what a user's file says."""
    found = []
    for path in (p for top in ("build", "data") for p in (HOME / top).rglob("*")):
        if path.is_symlink() or not path.is_file() or path.stat().st_size > 1 << 24:
            continue
        content = path.read_bytes()
        if path.name.endswith(".tar.gz") and "trials" in path.parts:
            content = b"".join(archive.read_members(path).values())
        if SECRET.encode() in content:
            found.append(f"{path.relative_to(HOME)}: has a file of the user's")
    return found


def main() -> int:
    """Run cases until the time is over; return 1 if one went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", default="")
    parser.add_argument("--only", default="", metavar="CASE")
    given = parser.parse_args()
    seed = given.seed or str(random.SystemRandom().randrange(1 << 32))
    rules.rules()  # its imports, before any command is watched
    end, number, faults, ran = time.monotonic() + given.seconds, 0, Counter[str](), Counter[str]()
    if not given.only:
        print(f"fuzz: SEED={seed}, {given.seconds:g} seconds, {' '.join(KINDS)}", flush=True)
    while time.monotonic() < end:
        name = given.only or f"{list(KINDS)[number % len(KINDS)]}:{seed}:{number}"
        ran[name.split(":")[0]] += 1
        for fault in case(name):
            faults[re.sub(r"[0-9.]+", "N", fault)] += 1
            if faults[re.sub(r"[0-9.]+", "N", fault)] <= 3:
                kept = BUILD / name.replace(":", "-")
                shutil.rmtree(kept, ignore_errors=True)
                kept.mkdir(parents=True)  # made again: commands have changed the other
                make, own = name.split(":", 1)
                KINDS[make](Chance(own), kept)
                print(f"{name}: {fault}", flush=True)
        if given.only:
            break
        number += 1
    told = ", ".join(f"{count} {what}" for what, count in ran.items())
    print(f"fuzz: {told}; {sum(faults.values())} faults of {len(faults)} kinds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
