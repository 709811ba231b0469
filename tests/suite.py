"""Run the tests: most of them on all CPUs, and three modules at a time of those that wait or start
threads, each in a process of its own; then those that need the machine to themselves.

    python3 tests/suite.py [TEST...]

Without words: what is about this machine and the driver. Tests of code for other machines, of what
needs emulators or servers, and of the lab are marked `whole` by conftest.py and run where words for
pytest ask for them, as `tests` does for all. The last line sums up all calls: `N passed, N failed,
N skipped`; what is skipped is named above it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import pytest

WORDS = ["-q", "-rs", "--no-fold-skipped", "--durations=10", "--continue-on-collection-errors"]
MOST = ("not alone and not apart", ["-n", "auto", "--dist", "worksteal"])
APART = ("apart", ["-n", "3", "--dist", "loadfile"])
ALONE = ("alone", [])
FINE = {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}


class Tally:
    """What has come of the tests; an error beside a test counts as a failure."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for kind in ("passed", "failed", "error", "skipped"):
            # Modules that are skipped as a whole are skipped in each call.
            self.seen |= {(kind, r.nodeid) for r in terminalreporter.stats.get(kind, ())}
        for report in terminalreporter.stats.get("passed", ()):
            for what, why in report.user_properties:
                if what == "left out":
                    terminalreporter.write_line(f"LEFT OUT of {report.nodeid}: {why}")

    def __str__(self) -> str:
        n = Counter(kind for kind, _ in self.seen)
        return f"{n['passed']} passed, {n['failed'] + n['error']} failed, {n['skipped']} skipped"


def call(which: tuple[str, list[str]], arguments: Sequence[str], tally: Tally) -> int:
    """The exit status of pytest, which runs the tests with some marks."""
    marks, words = which[0] + ("" if arguments else " and not whole"), which[1]
    return int(pytest.main([*WORDS, "-m", marks, *words, *arguments], plugins=[tally]))


def beside(which: tuple[str, list[str]], arguments: Sequence[str]) -> tuple[int, Tally, str]:
    """The same in a process of its own, with what it has counted and said."""
    tally = Tally()
    with tempfile.TemporaryFile("w+", errors="replace") as said:
        os.dup2(said.fileno(), 1)
        ended = call(which, arguments, tally)
        sys.stdout.flush()
        said.seek(0)
        return ended, tally, said.read()


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when nothing failed in any call."""
    tally = Tally()
    with ProcessPoolExecutor(1) as pool:
        apart = pool.submit(beside, APART, arguments)
        ended = [call(MOST, arguments, tally)]
        status, seen, said = apart.result()
    print(said)
    tally.seen |= seen.seen
    ended.append(status)
    if pytest.ExitCode.INTERRUPTED not in ended:
        ended.append(call(ALONE, arguments, tally))
    if not arguments:
        print("not run: other machines, emulators, servers, the lab (make test-all runs them)")
    print(tally)
    return int(not set(ended) <= FINE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
