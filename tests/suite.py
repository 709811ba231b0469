"""Run the tests: most of them on all CPUs, then those that need the machine to themselves.

    python3 tests/suite.py [--fresh] [TEST...]

What passed before with the same inputs is not run again unless `--fresh` asks for it; see
known.py. The last line sums both runs up: `N passed, N failed, N skipped`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

import pytest

WORDS = ["-q", "-rs", "--durations=10", "--continue-on-collection-errors", "-p", "known"]
CALLS = (["-m", "not alone", "-n", "auto", "--dist", "worksteal"], ["-m", "alone"])
FINE = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


class Tally:
    """What has come of the tests; an error beside a test counts as a failure."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()
        self.known = 0

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        self.known += config.pluginmanager.get_plugin("memory").left_out
        for kind in ("passed", "failed", "error", "skipped"):
            # Modules that are skipped as a whole are skipped in each call.
            self.seen |= {(kind, r.nodeid) for r in terminalreporter.stats.get(kind, ())}

    def __str__(self) -> str:
        n = Counter(kind for kind, _ in self.seen)
        return f"{n['passed']} passed, {n['failed'] + n['error']} failed, {n['skipped']} skipped"


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when nothing failed in either call."""
    tally, status = Tally(), 0
    for call in CALLS:
        ended = pytest.main([*WORDS, *call, *arguments], plugins=[tally])
        if ended == pytest.ExitCode.INTERRUPTED:
            status = int(ended)
            break
        status = status or int(ended not in FINE)
    if tally.known:
        print(f"{tally.known} known from before (make test FRESH=1 runs them again)")
    print(tally)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
