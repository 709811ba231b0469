"""A fuzzer for ./do check: whatever a file holds, a report comes out, soon, and nothing else.

    python3 -m pip install atheris
    PYTHONPATH=scripts python3 tests/fuzz_check.py -max_total_time=1800 CORPUS

CORPUS is a folder; seeds from real files are put there first. A finding is a crash of this
program: an exception, five seconds, 512 MB, or a file opened for writing. The first byte of
an input says what the others are, so that the fuzzer gets behind the gzip and the hashes.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["shootout"]):
    from shootout.check import command as check
    from shootout.check import rules
    from shootout.common.errors import Trouble
    from shootout.results import archive

ROOT = Path(__file__).resolve().parents[1]
LIMITS = ["-timeout=5", "-rss_limit_mb=512", "-max_len=60000"]
FILE = Path(tempfile.mkdtemp()) / "box-20261121-043722.tar.gz"
MACHINE = b"""cpuid AuthenticAMD-00a00f11-178bfbff_
microarchitecture Zen 3
counter-amd64 x86-tsc step 24.5 cost 27.6 persecond 2445432013 converted clock 1.3261 pace 6.088
counter-x86 x86-tsc step 24.5 cost 27.6 persecond 2445430704 converted clock 1.3263 pace 6.035
"""
watching = False


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Ends the program when a check does what a check has no business with."""
    if not watching:
        return
    if event == "open" and arguments[0] != str(FILE):
        flags = arguments[2]
        if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise AssertionError(f"opened for writing: {arguments[0]!r}")
    elif event.split(".")[0] in ("subprocess", "socket", "shutil") or event in (
        "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate",
        "os.system", "os.exec", "os.chmod", "os.chown",
    ):  # fmt: skip
        raise AssertionError(f"did {event}: {arguments!r}")


@contextlib.contextmanager
def watched() -> Iterator[None]:
    global watching
    watching = True
    try:
        yield
    finally:
        watching = False


def packed(kind: int, content: bytes) -> bytes:
    """The file that an input stands for."""
    if kind in (1, 2):  # lines of ours, and curves behind an empty line; in 2, facts before
        facts, lines = MACHINE, content
        if kind == 2:
            facts, _, lines = content.partition(b"\n\n")
        data, _, curves = lines.partition(b"\n\n")
        return tar({"data": data + b"\n", "machine": facts + b"\n", "curves": curves})
    if kind == 3:  # a tar
        return gzip.compress(content, 1)
    return content  # anything; plain lines of SUPERCOP's


def tar(members: dict[str, bytes]) -> bytes:
    path = FILE.with_name("made")
    path.unlink(missing_ok=True)
    archive.write(path, members)
    return path.read_bytes()


def one(data: bytes) -> None:
    if not data:
        return
    FILE.write_bytes(packed(data[0] % 5, data[1:]))
    with watched(), contextlib.suppress(Trouble):
        report = check.check(FILE)
        for line in check.told(report):
            assert line.isprintable(), line
        str(check.as_json(report))


def seed(corpus: Path) -> None:
    """Parts of real files, of each kind of input."""
    corpus.mkdir(parents=True, exist_ok=True)
    real = next((ROOT / "tests" / "data").glob("testbox*"))
    lines = archive.read_members(real)["data"].splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if b" implementation " in line)
    block = b"".join(lines[first : first + 19])
    for name, text in (
        ("try", b"".join(lines[: first + 200])),
        ("block", block),
        ("curve", block + b"\n" + block),
    ):
        (corpus / f"seed-1-{name}").write_bytes(b"\1" + text)
        (corpus / f"seed-2-{name}").write_bytes(b"\2" + MACHINE + b"\n" + text)
        whole = tar({"data": text, "machine": MACHINE})
        (corpus / f"seed-3-{name}").write_bytes(b"\3" + gzip.decompress(whole))
        (corpus / f"seed-0-{name}").write_bytes(b"\0" + whole)
    for file in (ROOT / "tests" / "data").glob("supercop*"):
        (corpus / f"seed-4-{file.name}").write_bytes(b"\4" + file.read_bytes()[:50000])


def main() -> None:
    folders = [word for word in sys.argv[1:] if not word.startswith("-")]
    if folders:
        seed(Path(folders[0]))
    rules.rules()  # imports before the watch begins
    sys.addaudithook(watch)
    atheris.Setup([sys.argv[0], *LIMITS, *sys.argv[1:]], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
