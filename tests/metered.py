"""A short run of ./do energy, whose meter is made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import do

ONE = "^gcc -march=native -mtune=native -O2 "


def agrees(home: Path, tree: Path, watts: float) -> None:
    """Run it; its loops have to take these watts."""
    done = do("energy", "--plain", "--json", "--compilers", ONE, home=home, tree=tree)
    records = json.loads(done.stdout[done.stdout.index("[") :])
    assert records, done.stderr
    counted = [each for each in records if each["loops"]]
    if not counted:
        pytest.skip(f"the machine is busy: {records[0]['doubt']}")
    assert done.returncode == 0, done.stderr
    assert all(each["watts"] == pytest.approx(watts, rel=0.3) for each in counted)
    assert all(each["nanojoules_per_byte"] > 0 for each in counted)
