"""Every way to be cut off: killed, stopped, a full disk."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, do
from inbox import Make, collected, nothing_left, of_supercop, runs_of, soon_ended, start

from shootout.common import parallel
from shootout.common.journal import Journal
from shootout.results import archive

MOMENTS = 15


@pytest.fixture
def run(quick_run: Path, tmp_path: Path) -> Make:
    return runs_of(quick_run, tmp_path)


class TestCutOff:
    @pytest.fixture
    def inbox(self, tmp_path: Path, run: Make) -> Path:
        """Thirty of SUPERCOP and ten of ours."""
        for number in range(10):
            run(f"box{number}")
        for number in range(30):
            of_supercop(tmp_path / "inbox", number)
        return tmp_path / "inbox"

    def test_kill_9_at_any_moment(self, tmp_path: Path, inbox: Path) -> None:
        """Nothing is lost or half written, no process is left, and the next run continues."""
        sources = {f.name: f.read_bytes() for f in inbox.iterdir()}
        chance, data = random.Random(4), tmp_path / "data"
        partial = 0
        for moment in range(MOMENTS):
            running = start(tmp_path, str(inbox))
            assert running.stdout
            if moment % 5:  # while it keeps files; the others while it starts
                for _ in range(chance.randrange(1, 30)):
                    running.stdout.readline()
            time.sleep(chance.uniform(0, 0.02 if moment % 5 else 0.5))
            running.kill()
            running.communicate()
            found = collected(data) if data.exists() else {}
            assert all(sources[name] == content for name, content in found.items())
            partial += 0 < len(found) < len(sources)
            if len(found) == len(sources):
                shutil.rmtree(data)
            assert soon_ended(running.pid), "a process was left over"
        assert partial > MOMENTS // 5, "most moments were before or after it all"
        last = start(tmp_path, str(inbox))
        said = last.communicate(timeout=60)[0]
        assert last.returncode == 0, said
        assert collected(data) == sources
        assert nothing_left(data)
        assert {f.name: f.read_bytes() for f in inbox.iterdir()} == sources

    @pytest.mark.alone
    def test_ctrl_c(self, tmp_path: Path, inbox: Path) -> None:
        """At moments of all kinds it ends soon, says so in one line and leaves nothing."""
        chance, data = random.Random(7), tmp_path / "data"
        for _ in range(MOMENTS // 2):
            running = start(tmp_path, str(inbox))
            assert running.stdout
            for _ in range(chance.randrange(1, 30)):
                assert running.stdout.readline().startswith("accepted: ")
            time.sleep(chance.uniform(0, 0.02))
            os.killpg(running.pid, signal.SIGINT)
            *_, last = running.communicate(timeout=30)[0].splitlines()
            assert running.returncode == 130 and last.startswith("./do: interrupted."), last
            assert collected(data) and nothing_left(data)
            shutil.rmtree(data)
        last = start(tmp_path, str(inbox))
        said = last.communicate(timeout=60)[0]
        assert last.returncode == 0 and len(collected(data)) == 40, said

    def test_a_full_disk(self, small_disk: Path, inbox: Path) -> None:
        fill = small_disk / "fill"
        fill.write_bytes(bytes(2_900_000))
        done = do("collect", str(inbox), home=small_disk)
        assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
        assert "No space left on device. Make room there" in done.stderr
        some = collected(small_disk / "data")
        assert len(some) < 40 and nothing_left(small_disk / "data")
        fill.unlink()
        again = do("collect", str(inbox), home=small_disk)
        assert again.returncode == 0, again.stdout + again.stderr
        assert len(collected(small_disk / "data")) == 40

    def test_a_folder_that_cannot_be_written(self, tmp_path: Path, run: Make) -> None:
        file = run("box")
        (tmp_path / "data").write_text("a file where a folder should be")
        done = do("collect", str(file), home=tmp_path)
        assert done.returncode == 1 and "Make room there or correct its permissions" in done.stderr
        assert len(done.stderr.splitlines()) == 1

    def test_a_folder_for_reading_only(self, small_disk: Path, run: Make, tmp_path: Path) -> None:
        file = run("box")
        (small_disk / "data").mkdir()
        subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
        done = do("collect", str(file), home=small_disk)
        assert done.returncode == 1 and "Read-only file system" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def begun(running: subprocess.Popen[str], home: Path) -> bool:
    """Whether ./do graphs has processes of its own: the shell that it was has them too."""
    own = Path(f"/proc/{running.pid}")
    shell = (own / "comm").read_text() == "do\n"
    return not shell and bool((own / f"task/{running.pid}/children").read_text())


def drawing(running: subprocess.Popen[str], home: Path) -> bool:
    return any(home.iterdir())


def drawn(running: subprocess.Popen[str], home: Path) -> bool:
    return any(not f.name.startswith(".") for f in home.iterdir())


@pytest.mark.alone
class TestDrawing:
    @pytest.mark.parametrize("moment", [begun, drawing, drawn])
    def test_ctrl_c(self, tmp_path: Path, moment: Callable[..., bool]) -> None:
        """From the first process to the last graph; it ends with all its processes."""
        if moment is begun and parallel.default_jobs() < 2:
            pytest.skip("one CPU: the command begins no process")
        chance, cut = random.Random(3), 0
        command = [str(ROOT / "do"), "graphs", "--output"]
        sized = sorted((ROOT / "data").glob("*.gz"), key=lambda file: file.stat().st_size)
        least, more = sized[0], sized[len(sized) // 2]  # which is read soon, and drawn in seconds
        for number in range(4):
            (home := tmp_path / f"graphs{number}").mkdir()
            files = [str(more), str(least)][: 2 - number % 2]  # by one process, or by several
            running = subprocess.Popen(
                [*command, str(home), *files], env={**os.environ, "PYTHON": sys.executable},
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                start_new_session=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )  # fmt: skip
            while running.poll() is None and not moment(running, home):
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 0.2))
            os.killpg(running.pid, signal.SIGINT)
            said = running.communicate(timeout=30)[1]
            assert soon_ended(running.pid), "a process was left over"
            assert running.returncode in (0, 130) and "Traceback" not in said, said
            assert nothing_left(home)
            assert all(
                f.read_bytes().rstrip().endswith((b"%%EOF", b"</svg>")) for f in home.iterdir()
            )
            cut += running.returncode == 130
        assert cut >= 2, "it had ended before most of the moments"


SAVING = """
import sys
from pathlib import Path
from shootout.common.progress import Progress
from shootout.run import saving
from shootout.common.journal import Journal
from shootout.run.measurements import Measurements
from shootout.run.state import Run, RunOptions
journal = Journal.open(Path(sys.argv[1]))
saving.forget_saved(journal)
if not journal.events:
    sys.exit("nothing to save")
run = Run(RunOptions(), Progress(), sys.argv[2], "box", facts={"cpu": "a fast one"})
measured = Measurements(journal, run.recorder, {}, set(journal.events))
measured.pace = lambda abi: 0.0
print("saving", flush=True)
saving.save(run, measured, "0" * 64)
"""


class TestSaving:
    """The end of ./do, with the journal of a real run."""

    @pytest.fixture
    def journal(self, quick_run: Path, tmp_path: Path) -> Path:
        lines = archive.read_members(quick_run)["data"].decode().splitlines()
        blocks: list[list[str]] = []
        for line in lines:
            if " implementation " in line:
                blocks.append([])
            if blocks and " sum " not in line:
                blocks[-1].append(line)
        path = tmp_path / "journal"
        journal = Journal(path)
        for number in range(40):
            journal.add(f"event {number}", blocks[number % len(blocks)])
        return path

    def save(self, journal: Path, date: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
        environment["SHOOTOUT_DATA"] = str(journal.parent / "data")
        return subprocess.Popen(
            [sys.executable, "-c", SAVING, str(journal), date],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def test_kill_9_at_any_moment(self, journal: Path) -> None:
        """The samples are in the journal or in a whole file, and in the end in one file."""
        kept, data, chance = journal.read_bytes(), journal.parent / "data", random.Random(5)
        running = self.save(journal, "20261121-000000")
        assert running.stdout and running.stdout.readline()
        begin = time.monotonic()
        assert running.wait(60) == 0
        whole = time.monotonic() - begin
        (reference,) = data.iterdir()
        members = archive.read_members(reference)
        for moment in range(MOMENTS):
            shutil.rmtree(data)
            journal.write_bytes(kept)
            running = self.save(journal, "20261121-000000")
            assert running.stdout and running.stdout.readline()
            time.sleep(chance.uniform(0, whole))
            running.kill()
            running.communicate()
            files = list(data.glob("[!.]*")) if data.exists() else []
            events = Journal.open(journal).events
            assert all(archive.read_members(f)["data"] == members["data"] for f in files)
            there = sum(key.startswith("event ") for key in events)
            assert there == 40 or (files and there == 0), f"lost at moment {moment}"
            # ./do is called again, at another time of the day, until it has nothing to save
            last = self.save(journal, f"20261121-{moment + 1:06}")
            said = last.communicate(timeout=60)[1]
            assert last.returncode == 0 or "nothing to save" in said, said
            (file,) = data.iterdir()
            assert archive.read_members(file)["data"] == members["data"]
            assert not [k for k in Journal.open(journal).events if k.startswith("event ")]
