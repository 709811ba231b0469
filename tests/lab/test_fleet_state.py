"""A fleet's folder is written by many machines: whatever stands in it gets a word, no traceback."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

import pytest

from lab.fleet import fleet, slurm
from shootout.common.errors import Trouble, Usage

NODE = slurm.Node("n1", "all*", "zen", "1000", "8", "1", "2", "idle", "none")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a kind whose job Slurm has forgotten."""
    monkeypatch.setattr(slurm, "call", lambda *words: "")
    made = tmp_path / "00c0ffee"
    made.mkdir()
    (tmp_path / "token").write_text("0badcafe\n")
    (made / "job.sh").write_text("#!/bin/sh\n# all, zen, 8 CPUs, 1000 MiB\n# n1\n")
    return made


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_named_and_not_waited_for(home: Path, make) -> None:  # type: ignore[no-untyped-def]
    make(home / "log")
    with pytest.raises(OSError) as raised:
        fleet.status(home.parent)
    assert raised.value.strerror and raised.value.filename
    (home / "log").rename(home / "box.tar.gz")
    assert fleet.status(home.parent) == 0
    (home / "job.sh").unlink()
    make(home / "job.sh")
    assert fleet.status(home.parent) == 0


@pytest.mark.parametrize(
    ("squeue", "log", "said", "status"),
    [
        ("PENDING|Resources|1:00", "", "PENDING    Resources; n1 is down (power); all, zen", 0),
        ("CANCELLED by 7|None|1:00", "", "CANCELLED  all, zen", 1),
        ("\x1b[2J|no|1:00", "", r"00c0ffee  \x1b[2J ", 0),
        ("", "\x1b[31m\n\n", r"its log ends: \x1b[31m", 1),
        ("", "*** JOB 7 ON n1 CANCELLED ***\n./do: no\n", "7 ON n1 CANCELLED *** ./do: no", 1),
    ],
)
def test_a_word_for_each_end(
    home: Path, squeue: str, log: str, said: str, status: int, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    job = f"7|shootout-0badcafe-00c0ffee|{squeue}\n"
    told = {"squeue": job, "sinfo": "n1|all*|zen|1000|8|1|2|down*|power\n"}
    monkeypatch.setattr(slurm, "call", lambda *words: told.get(words[0], ""))
    (home / "log").write_text(log)
    assert fleet.status(home.parent) == status
    printed = capsys.readouterr().out
    assert said in printed.replace("\n" + " " * 21, " ") and "\x1b" not in printed


def test_a_hundred_kinds_cost_three_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of which one is for accounts, because Slurm has forgotten some jobs."""
    asked = []
    names = [f"{number:08x}" for number in range(100)]
    queue = "".join(f"7|shootout-0badcafe-{name}|PENDING|no|1:00\n" for name in names[:20])

    def call(*words: str) -> str:
        asked.append(words[0])
        return queue if words[0] == "squeue" else ""

    monkeypatch.setattr(slurm, "call", call)
    (tmp_path / "token").write_text("0badcafe\n")
    for number, name in enumerate(names):
        (tmp_path / name).mkdir()
        (tmp_path / name / "job.sh").write_text("#!/bin/sh\n# all, old\n# old1\n")
        if number >= 20 and number % 2:
            (tmp_path / name / "zen.tar.gz").write_text("")
    assert fleet.status(tmp_path) == 1
    assert "20 PENDING, 40 done, 40 ended\n" in capsys.readouterr().out
    assert sorted(asked) == ["sacct", "sinfo", "squeue"]


def test_files_of_any_size_are_read_in_part(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that others write to may have a log without an end."""
    with (home / "log").open("wb") as log:
        log.truncate(1 << 40)
        log.seek(0, os.SEEK_END)
        log.write(b"\nthe last line\n")
    fleet.status(home.parent)
    assert "its log ends: the last line" in " ".join(capsys.readouterr().out.split())
    (home / "log").write_text("x" * (1 << 21))
    fleet.status(home.parent)
    assert len(capsys.readouterr().out) < 900


def test_a_result_that_is_none_is_refused(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And makes room for another: no controller is asked for what the folder tells."""
    monkeypatch.setattr(slurm, "call", lambda *words: pytest.fail(f"asked Slurm: {words}"))
    monkeypatch.setattr(fleet, "DATA", home.parent / "data")
    with (home / "box.tar.gz").open("wb") as result:
        result.truncate(1 << 40)
    assert fleet.gather(home.parent) == 1
    assert [path.name for path in home.glob("box*")] == ["box.tar.gz.refused"]
    assert fleet.gather(home.parent) == 0


def test_what_a_controller_says_is_printable(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*words: str) -> str:
        raise Trouble("sbatch: \x1b[31mno")

    monkeypatch.setattr(slurm, "call", refuse)
    args = Namespace(host_names=False, machine=None, words=["a b"], constraint="", time="",
                     account="lab")  # fmt: skip
    assert not fleet.launch(args, home, [NODE], [NODE, NODE._replace(name="n2")])
    assert (home / "log").read_text() == "sbatch: \x1b[31mno\n"
    script = (home / "job.sh").read_text()
    assert "#SBATCH --exclude=n2\n" in script and "#SBATCH --account=lab\n" in script
    assert "%C-00c0ffee 'a b'\n" in script and "constraint" not in script and "B:TERM@" in script


def test_kinds_hide_names_and_keep_fleets_apart() -> None:
    nodes = [NODE, NODE._replace(name="n2"), NODE._replace(name="n3", features="avx")]
    kinds = fleet.group(nodes, "shootout-1-", each=False)
    assert sorted(len(same) for same in kinds.values()) == [1, 2]
    assert kinds.keys().isdisjoint(fleet.group(nodes, "shootout-2-", each=False))
    assert len(fleet.group(nodes, "shootout-1-", each=True)) == 3


def test_a_machine_without_slurm_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Usage, match=r"no sinfo here\. Run it on a login node"):
        slurm.nodes()
