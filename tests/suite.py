"""Run the tests: most of them on all CPUs, then three modules at a time of those that wait or start
threads, each in a process of its own, then those that need the machine to themselves.

    python3 tests/suite.py [TEST...]

Without words: what is about this machine and the driver. Tests of code for other machines, of what
needs emulators or servers, and of the lab are marked `whole` by conftest.py and run where words for
pytest ask for them, as `tests` does for all. The last line sums up all calls: `N passed, N failed,
N skipped`; what is skipped is named above it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

import pytest

WORDS = ["-q", "-rs", "--no-fold-skipped", "--durations=10", "--continue-on-collection-errors"]
CALLS = (
    ("not alone and not apart", ["-n", "auto", "--dist", "worksteal"]),
    ("apart", ["-n", "3", "--dist", "loadfile"]),
    ("alone", []),
)
FINE = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


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


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when nothing failed in any call."""
    tally, status = Tally(), 0
    for marks, words in CALLS:
        marks += "" if arguments else " and not whole"
        ended = pytest.main([*WORDS, "-m", marks, *words, *arguments], plugins=[tally])
        if ended == pytest.ExitCode.INTERRUPTED:
            status = int(ended)
            break
        status = status or int(ended not in FINE)
    if not arguments:
        print("not run: other machines, emulators, servers, the lab (make test-all runs them)")
    print(tally)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
