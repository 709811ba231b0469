"""A plugin of pytest: tests that passed with the same inputs are known, and not run again.

What passed is kept in build/passed, a hash a line; inputs.py says what is in a hash.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import inputs
import pytest

MOST = 50_000  # hashes kept; a run has some three thousand


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fresh", action="store_true", help="also run what is known to pass")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Memory(config), "memory")


class Memory:
    """What is known when the tests are collected, and what has passed since."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.file: Path = config.rootpath / "build" / "passed"
        self.passed: dict[str, str] = {}
        self.others: set[str] = set()
        self.left_out = 0

    def kept(self) -> list[str]:
        return self.file.read_text().splitlines() if self.file.is_file() else []

    @pytest.hookimpl(trylast=True)  # after -m and -k
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        before = set() if self.config.getoption("--fresh") else set(self.kept())
        known = []
        for item in items[:]:
            item.user_properties.append(("inputs", key := inputs.of_test(item)))
            if key in before:
                items.remove(item)
                known.append(item)
        self.left_out = len(known)
        self.config.hook.pytest_deselected(items=known)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.passed:
            if report.when == "call":
                self.passed[report.nodeid] = dict(report.user_properties).get("inputs", "")
        else:
            self.others.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):  # one of several processes
            self.config.workeroutput["known"] = self.left_out
            return
        new = [str(key) for name, key in self.passed.items() if name not in self.others]
        if new:
            self.file.parent.mkdir(exist_ok=True)
            lines = list(dict.fromkeys([*self.kept(), *new]))[-MOST:]
            self.file.write_text("".join(f"{line}\n" for line in lines))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Each process has collected all tests, and left out the same."""
        self.left_out = getattr(node, "workeroutput", {}).get("known", 0)
