"""The command line itself: near misses, the version, completion by real shells."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, do

from shootout.cli import _parser
from shootout.completion import SHELLS


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rnu"], "rnu: no such command (did you mean run?)"),
        (["run", "blake25"], "did you mean blake256"),
        (["run", "blake256/opt46"], "did you mean blake256/opt64"),
        (["run", "blake256/common"], "blake256/common: its folder has no api.h"),
        (["--qiuck"], "--qiuck: no such option (did you mean --quick?)"),
        (["tables", "--formt"], "did you mean --format?"),
        (["--set", "finalist"], "no such set (did you mean finalists?)"),
        (["zzz"], "zzz: no such command\n"),
        (["list", "--zzz"], "--zzz: no such option\n./do list --help"),
        (["tables", "--format", "xml"], "--format xml: must be one of terminal, markdown"),
    ],
    ids=lambda w: " ".join(w) if isinstance(w, list) else "",
)
def test_near_misses(tmp_path: Path, words: list[str], said: str) -> None:
    done = do(*words, home=tmp_path)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


def test_the_version(tmp_path: Path) -> None:
    found = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert found and do("--version", home=tmp_path).stdout == f"shootout {found[1]}\n"


ASK = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_shootout
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ta"], {"tables"}),
        (["run", "--com"], {"--compilers"}),
        (["tables", "--format", ""], {"terminal", "markdown", "csv", "json"}),
        (["completion", ""], set(SHELLS)),
        (["run", "blake51"], {"blake512"}),
        (["--quick", "--ma"], {"--machine"}),
    ],
    ids=lambda w: " ".join(w) if isinstance(w, list) else "",
)
def test_bash_completes(tmp_path: Path, words: list[str], offered: set[str]) -> None:
    (tmp_path / "bash").write_text(do("completion", "bash", home=tmp_path).stdout)
    asked = subprocess.run(
        ["bash", "-c", ASK, "bash", str(tmp_path / "bash"), str(ROOT / "do"), *words],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert set(asked.stdout.split()) == offered and not asked.stderr


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_can_read_it(tmp_path: Path, shell: str) -> None:
    text = do("completion", shell, home=tmp_path).stdout
    commands = _parser().parsers()
    assert all(name in text for name in commands)
    assert all(
        word[2:] in text
        for each in commands.values()
        for action in each._actions
        for word in action.option_strings
        if word.startswith("--")
    )
    if not shutil.which(shell):
        pytest.skip(f"{shell}: not installed")
    (tmp_path / "text").write_text(text)
    read = subprocess.run([shell, "-n", str(tmp_path / "text")], capture_output=True, text=True)
    assert read.returncode == 0, read.stderr
