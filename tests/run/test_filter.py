"""The filters of system calls for each kind of machine, executed here as a kernel executes them.

No emulator of programs filters calls, so each filter is printed by a program for its machine, and
judged by what a kernel would hand it: the machine, a number, six arguments of 64 bits.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from conftest import ROOT, Shared
from test_abis import MACHINES
from trying import MEASURE, need, need_compiler

CALL = re.compile(r'^CALL\((\w+), (\w+), "', re.MULTILINE)
CALLS = dict(CALL.findall((MEASURE / "jail" / "calls.inc").read_text()))
KINDS = {"amd64": ("gcc", ""), **MACHINES}
ALLOW, TRAP, NO_SUCH, NO_LOOK = 0x7FFF0000, 0x00030000, 0x00050026, 0x0005000D
# What is loaded, compared, and returned: the words of a filter (linux/bpf_common.h).
LOAD, RETURN = 0x20, 0x06
COMPARE = {
    0x15: lambda a, k: a == k, 0x25: lambda a, k: a > k, 0x35: lambda a, k: a >= k,
    0x45: lambda a, k: bool(a & k),
}  # fmt: skip
ELF64, LITTLE = 0x80000000, 0x40000000  # beside the machine of an ELF file, in AUDIT_ARCH_...
HIGH = 1 << 32
FIXED, PRIVATE, ANONYMOUS, SHARED = 0x10, 2, 0x20, 1


@dataclass
class Filters:
    """The filters of a kind of machine."""

    order: str  # of bytes
    wide: bool  # whether it has 64 bits
    machine: int
    values: dict[str, int] = field(default_factory=dict)
    table: dict[str, int] = field(default_factory=dict)
    header: dict[str, int] = field(default_factory=dict)
    code: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)

    def verdict(self, which: str, number: int, *given: int, machine: int | None = None) -> int:
        """What a filter says of a call with these arguments."""
        told = [number & 0xFFFFFFFF, self.machine if machine is None else machine]
        data = b"".join(n.to_bytes(4, self.order) for n in told) + bytes(8)
        for n in (*given, *(6 - len(given)) * (0,)):
            data += (n if self.wide else n % HIGH).to_bytes(8, self.order)
        at, loaded = 0, 0
        while True:
            code, yes, no, k = self.code[which][at]
            at += 1
            if code == LOAD:
                loaded = int.from_bytes(data[k : k + 4], self.order)
            elif code == RETURN:
                return k
            else:
                at += yes if COMPARE[code](loaded, k) else no


@pytest.fixture(scope="module", params=KINDS)
def filters(request: pytest.FixtureRequest, shared: Shared) -> Filters:
    """The filters for one of KINDS."""
    abi = request.param
    compiler, emulator = KINDS[abi]
    need(*emulator.split()[:1], what=f"{abi}: ")
    need_compiler(*compiler.split(), "-static", what=f"{abi}: ")

    def make(folder: Path) -> None:
        names = (f'#ifdef SYS_{n}\n{{"{n}", SYS_{n}}},\n#endif\n' for n in CALLS)
        (folder / "numbers.inc").write_text("".join(names))
        words = [
            "-std=gnu99",
            "-static",
            f"-I{MEASURE}",
            f"-I{MEASURE / 'jail'}",
            f"-I{folder}",
            "-o",
            "filter",
        ]
        source = ROOT / "tests" / "filter.c"
        subprocess.run([*compiler.split(), *words, source], cwd=folder, check=True)

    program = shared.once(f"filter-{abi}", make) / "filter"
    head = program.read_bytes()[:20]
    order = "little" if head[5] == 1 else "big"
    machine = int.from_bytes(head[18:20], order)
    machine |= (ELF64 if head[4] == 2 else 0) | (LITTLE if order == "little" else 0)
    found = Filters(order, head[4] == 2, machine)
    said = subprocess.run([*emulator.split(), str(program)], capture_output=True, text=True)
    for word, *rest in map(str.split, said.stdout.splitlines()):
        if word in ("loading", "running"):
            found.code.setdefault(word, []).append(tuple(map(int, rest)))
        elif word in ("table", "header"):
            getattr(found, word)[rest[0]] = int(rest[1])
        elif word == "secret":
            found.values |= {f"{rest[0]} a": int(rest[1]), f"{rest[0]} b": int(rest[2])}
        else:
            found.values[word] = int(rest[0])
    if not found.code:
        pytest.skip(f"{abi}: the headers of this system have no seccomp")
    return found


def test_numbers_are_those_of_the_headers(filters: Filters) -> None:
    private = {"cacheflush": 0xF0002, "set_tls": 0xF0005}  # of ARM, in no header for programs
    table = {name: n for name, n in filters.table.items() if n >= 0}
    assert {n: table.pop(n, private[n]) for n in private} == private
    assert table == filters.header
    assert len(set(table.values())) == len(table) > 120


def test_each_call_has_the_verdict_of_its_line(filters: Filters) -> None:
    every = 0x5A5A5A5A  # an argument for which no condition is made
    for name, when in CALLS.items():
        if name in filters.header:
            got = [filters.verdict(w, filters.header[name], *6 * [every]) for w in filters.code]
            allowed = {"ALWAYS": (ALLOW, ALLOW), "LOADING": (ALLOW, TRAP), "NEVER": (TRAP, TRAP)}
            wanted = allowed[when]
            wanted = (ALLOW, ALLOW) if name == "read" else wanted
            wanted = (ALLOW, NO_LOOK) if name in ("newfstatat", "fstatat64", "statx") else wanted
            assert tuple(got) == wanted, name


def test_other_machines_and_unknown_calls(filters: Filters) -> None:
    known = filters.header["getpid"]
    for which in ("loading", "running"):
        assert filters.verdict(which, known) == ALLOW
        for other in (filters.machine ^ ELF64, filters.machine ^ LITTLE, filters.machine ^ 1):
            assert filters.verdict(which, known, machine=other) == TRAP
    for unknown in (9999, known | 0x40000000, known | 0x80000000, 0xFFFFFFFF):
        assert filters.verdict("loading", unknown) == NO_SUCH
        assert filters.verdict("running", unknown) == TRAP


def conditions(f: Filters) -> list[tuple[str, str, tuple[int, ...], bool]]:
    """Calls that are allowed with some arguments and not with others."""
    a, b = mine = f.values["running a"], f.values["running b"]
    pid, path = f.values["pid"], f.values["path"]
    mapped = "mmap2" if "mmap2" in f.header else "mmap"
    own = PRIVATE | ANONYMOUS
    found = [
        ("running", "read", (0,), True), ("running", "read", (3,), False),
        ("running", "read", (3, 0, 1, 0, *mine), True),
        ("running", "read", (3, 0, 1, 0, b, a), a == b),
        ("running", "write", (1,), True), ("running", "writev", (2,), True),
        ("running", "write", (3,), False), ("running", "write", (0,), False),
        ("running", "write", (3, 0, 1, 0, *mine), True),
        ("running", "mprotect", (4096, 4096, 3), False),
        ("running", "mprotect", (4096, 4096, 3, 0, *mine), True),
        ("running", "exit_group", (0,), False),
        ("running", "exit_group", (0, 0, 0, 0, *mine), True),
        ("running", mapped, (0, 4096, 3, own), True),
        ("running", mapped, (0, 4096, 3, own | FIXED), False),
        ("running", mapped, (0, 4096, 7, own), False),
        ("running", mapped, (0, 4096, 3, SHARED), False),
        ("running", mapped, (0, 4096, 1, SHARED), True),
        ("running", mapped, (0, 4096, 5, SHARED), False),
        ("running", "mremap", (4096, 4096, 8192, 1), True),
        ("running", "mremap", (4096, 4096, 8192, 3), False),
        ("running", "rt_sigaction", (11, 0, 4096), True),
        ("running", "rt_sigaction", (11, 4096, 0), False),
        ("running", "sigaltstack", (0, 4096), True), ("running", "sigaltstack", (4096,), False),
        ("loading", "prlimit64", (0, 3, 0, 4096), True), ("loading", "prlimit64", (0, 3, 1), False),
        ("running", "prlimit64", (0, 3, 0, 4096), True), ("running", "prlimit64", (0, 3, 1), False),
        ("running", "kill", (pid, 6), True), ("running", "kill", (pid, 19), False),
        ("running", "kill", (pid, 22), False), ("running", "kill", (pid, 23), True),
        ("running", "kill", (pid ^ 1, 6), False), ("running", "kill", (HIGH - 1, 6), False),
        ("running", "tkill", (pid, 6), True), ("running", "tgkill", (pid, pid, 6), True),
        ("running", "tgkill", (pid ^ 1, pid, 6), False),
        ("running", "tgkill", (pid, pid, 20), False),
        ("running", "futex", (4096, 1), True), ("running", "futex", (4096, 129), True),
        ("running", "futex", (4096, 0), False), ("running", "futex_time64", (4096, 129), True),
        ("running", "madvise", (4096, 4096, 4), True), ("running", "madvise", (0, 1, 100), False),
        ("running", "perf_event_open", (4096, 0, -1 % HIGH), True),
        ("running", "perf_event_open", (4096, 1), False),
        ("loading", "open", (4096, os.O_RDONLY), True), ("loading", "open", (0, os.O_RDWR), False),
        ("loading", "openat", (3, 4096, os.O_RDONLY | os.O_CLOEXEC), True),
        ("loading", "openat", (3, 4096, os.O_WRONLY), False),
        ("loading", "openat", (3, 4096, os.O_CREAT), False),
        ("running", "openat", (3, 4096, os.O_RDONLY), False),
        ("loading", "execve", (path,), True), ("loading", "execve", (path + 1,), False),
        ("running", "execve", (path,), False), ("loading", "fcntl", (5, 2, 1), True),
        ("loading", "fcntl", (5, 0, 1), False), ("running", "fcntl", (5, 2, 1), False),
    ]  # fmt: skip
    if mapped == "mmap2":
        found.append(("running", "mmap", (0, 4096, 3, own), False))  # its arguments are in memory
    if f.wide:  # the other half of a pointer
        found += [
            ("running", "rt_sigaction", (11, HIGH), False),
            ("running", "sigaltstack", (HIGH,), False),
            ("running", "prlimit64", (0, 3, HIGH), False),
            ("loading", "prlimit64", (0, 3, HIGH), False),
        ]  # fmt: skip
    return found


def test_arguments_decide(filters: Filters) -> None:
    cases = [case for case in conditions(filters) if case[1] in filters.header]
    wrong = [
        (which, name, given)
        for which, name, given, allowed in cases
        if (filters.verdict(which, filters.header[name], *given) == ALLOW) != allowed
    ]
    assert not wrong and len(cases) > 50
