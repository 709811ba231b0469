"""A fleet's folder is written by many machines: whatever stands in it gets a word, no traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lab.fleet import gather, probes, slurm, view
from lab.fleet.folder import Folder
from lab.fleet.states import states
from shootout.common.errors import Trouble


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a kind whose job Slurm has forgotten."""
    monkeypatch.setattr(slurm, "call", lambda *words: "")
    made = tmp_path / "kinds" / "zen3-1"
    made.mkdir(parents=True)
    (tmp_path / "nodes").mkdir()
    (tmp_path / "token").write_text("0badcafe\n")
    (made / "kind").write_text("what Zen 3\npartition all\nnodes n1\n")
    (made / "job").write_text("17\n")
    return made


def of(home: Path) -> Folder:
    return Folder(home.parents[1])


@pytest.mark.parametrize("name", ["kind", "job", "state", "log", "cancelled", "gathered"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_named_and_not_waited_for(home: Path, name: str, make) -> None:  # type: ignore[no-untyped-def]
    if name == "gathered":
        (home / "state").write_text("job 17\nstage done\n")
    (home / name).unlink(missing_ok=True)
    make(home / name)
    with pytest.raises(OSError) as raised:
        states(of(home))
    assert raised.value.strerror and (raised.value.filename or str(raised.value))


@pytest.mark.parametrize(
    ("files", "stage"),
    [
        ({"cancelled": "job 17\n"}, "cancelled"),
        ({"state": "job 17\nstage done\nsha256 ab\n", "refused": "sha256 ab\n"}, "refused"),
        ({"state": "job 17\nstage done\n", "gathered": "ab\n"}, "done"),
        ({"state": "job 17\nstage failed\ncause \x1b[2Jno\n"}, "failed"),
        ({"state": "stage\n\njob\n", "log": "\x1b[31m\n"}, "failed"),
    ],
)
def test_missing_words_are_no_traceback(
    home: Path, files: dict[str, str], stage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in files.items():
        (home / name).write_text(text)
    (state,) = (state for _, _, state in states(of(home)).values())
    assert state.stage == stage
    view.main(of(home))
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("result", ["../../token", "/etc/hostname", "", "."])
def test_a_result_lies_in_the_folder_of_its_kind(
    home: Path, result: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which tells what is done: a controller that does not answer is not waited for."""
    monkeypatch.setattr(slurm, "call", lambda *words: pytest.fail(f"asked Slurm: {words}"))
    (home / "state").write_text(f"job 17\nstage done\nresult {result}\nsha256 ab\n")
    assert gather.main(of(home), home / "data") == 1
    assert "spoilt" in (home / "state").read_text() and not (home / "data").exists()


def test_files_of_any_size_are_read_in_part(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that others write to may have a log without an end, and a result that is none."""
    with (home / "log").open("wb") as log:
        log.truncate(1 << 40)
        log.seek(0, os.SEEK_END)
        log.write(b"\nthe last line\n")
    (state,) = (state for _, _, state in states(of(home)).values())
    assert state.detail.endswith("its log ends: the last line")
    (home / "log").write_text("x" * (1 << 21))
    (state,) = (state for _, _, state in states(of(home)).values())
    assert len(state.detail) < 500
    with (home / "box.tar.gz").open("wb") as result:
        result.truncate(1 << 40)
    monkeypatch.setattr(slurm, "call", lambda *words: pytest.fail(f"asked Slurm: {words}"))
    (home / "state").write_text("job 17\nstage done\nresult box.tar.gz\nsha256 ab\n")
    assert gather.main(of(home), home / "data") == 1


def test_what_a_controller_says_is_printable(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(words: object) -> str:
        raise Trouble("sbatch: \x1b[31mno")

    monkeypatch.setattr(slurm, "submit", refuse)
    node = slurm.Node("n1", "all", "", "1000", "8", "1", "2", "idle", "")
    assert probes.ask(of(home), [node], []) == []
    assert capsys.readouterr().out == "left out: n1, sbatch: \\x1b[31mno\n"
