"""The command line itself: near misses, the version, its table of commands, what it loads."""

from __future__ import annotations

import re
import resource
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, do, pinned

from shootout.cli import COMMANDS, parsers


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rnu"], "rnu: no such command (did you mean run?)"),
        (["run", "blake25"], "did you mean blake256"),
        (["run", "blake256/opt46"], "did you mean blake256/opt64"),
        (["run", "blake256/common"], "blake256/common: its folder has no api.h"),
        (["--qiuck"], "--qiuck: no such option (did you mean --quick?)"),
        (["tables", "--formt"], "did you mean --format?"),
        (["--set", "papr"], "no such set (did you mean paper?)"),
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


def test_all_commands_are_told_by_group_and_have_their_help() -> None:
    parser, commands = parsers()
    text = parser.format_help()
    for group, some in COMMANDS.items():
        told = text.partition(f"\n{group}:\n")[2].partition("\n\n")[0].splitlines()
        assert [line.split()[0] for line in told] == list(some)
    for name, late in commands.items():
        assert f"usage: ./do {name} " in late.filled().format_help()
        assert late.get_default("func"), name


def test_what_readme_shows_can_be_run(quick_run: Path, tmp_path: Path, compiler: str) -> None:
    for name in ("blake256", "skein512256"):
        pinned(name, tmp_path / "tree" / name)
        copy_of(f"{name}/ref", tmp_path / "tree" / name / "ref")
    for line in re.findall(r"(?m)^\| `\./do (.*?)`", (ROOT / "README.md").read_text()):
        words = shlex.split(re.sub(r"FILE\.\.\.|\b[AB]\b", str(quick_run), line))
        words += ["--compilers", compiler, "--quick"] if words[0] == "run" else []
        assert do(*words, home=tmp_path, tree=tmp_path / "tree").returncode == 0, line


LOADED = """
import runpy, sys
sys.argv = ["./do", *sys.argv[1:]]
try:
    runpy.run_module("shootout", run_name="__main__")
finally:
    ours = [name for name in sys.modules if name.split(".")[0] in ("shootout", "lab")]
    print(len(ours), *sorted(ours), file=sys.stderr)
"""


@pytest.mark.parametrize("word", ["--version", "--help", "rnu"])
def test_what_needs_no_command_is_said_at_once(word: str) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", LOADED, word], cwd=ROOT / "scripts", capture_output=True, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert int(done.stderr.splitlines()[-1].split()[0]) < 30, done.stderr
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert took <= 0.12 * 3, "thrice the time that it may take, for a machine that is busy"
