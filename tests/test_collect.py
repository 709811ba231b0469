"""Collecting as a publisher does it: real files, junk among them, and every way to be cut off."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, do

from shootout import archive, aside, sign
from shootout.journal import Journal
from shootout.keeping import SUFFIXES
from shootout.sums import summed

SUPERCOP = Path(__file__).parent / "data" / "supercop-2026.data"
MOMENTS = 50
Make = Callable[..., Path]


def other(lines: bytes, name: str, day: str = "20261121") -> bytes:
    """The lines of a run as another machine would have written them on another day."""
    fields = [line.split(" ", 4) for line in lines.decode().splitlines()]
    renamed = [" ".join([f[0], name, f[2], day, f[4]]) for f in fields if len(f) == 5]
    ours = [line for line in renamed if not re.match(r"(\S+ ){6}sum ", line)]
    return "\n".join([*(summed(ours) if len(ours) < len(renamed) else renamed), ""]).encode()


@pytest.fixture
def run(quick_run: Path, tmp_path: Path) -> Make:
    """Makes runs of other machines from a real one."""
    members = archive.read_members(quick_run)

    def make(name: str, day: str = "20261121", folder: str = "inbox", hour: int = 0) -> Path:
        path = tmp_path / folder / f"{name}-{day}-{hour:06}.tar.gz"
        path.parent.mkdir(exist_ok=True)
        theirs = {n: other(members[n], name, day) for n in archive.LINES if n in members}
        archive.write(path, {**members, **theirs})
        return path

    return make


def of_supercop(folder: Path, number: int) -> Path:
    """One of SUPERCOP's result files, of another machine."""
    path = folder / f"cop{number}-amd64-20261120.data"
    path.write_bytes(other(SUPERCOP.read_bytes(), f"cop{number}", "20261120"))
    return path


def collected(data: Path) -> dict[str, bytes]:
    """What is in data/; every file of it whole, with its findings."""
    found = {}
    for file in data.iterdir():
        if file.name.startswith(".") or file.name == "refused":
            continue
        if file.name.endswith(SUFFIXES):
            content = found[file.name] = file.read_bytes()
            told = json.loads(file.with_name(f"{file.name}.check").read_text())
            assert told["accepted"] and told["file"] == file.name
            assert told["sha256"] == hashlib.sha256(content).hexdigest()
        else:
            assert file.suffix in (".check", ".sig", ""), file
    return found


def nothing_left(data: Path) -> bool:
    return not [f.name for f in data.iterdir() if f.name.startswith(".")]


class TestOneFile:
    def test_a_sound_one_is_kept_as_it_came(self, run: Make, tmp_path: Path) -> None:
        file = run("box")
        before = file.read_bytes(), file.stat().st_mtime_ns
        done = do("collect", str(file), home=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"accepted: {file} is {tmp_path}/data/{file.name}" in done.stdout
        assert "not signed" in done.stdout and done.stdout.endswith("1 accepted\n")
        assert collected(tmp_path / "data") == {file.name: file.read_bytes()}
        assert (file.read_bytes(), file.stat().st_mtime_ns) == before
        assert nothing_left(tmp_path / "data")

    def test_a_bad_one_is_refused_with_reasons(self, run: Make, tmp_path: Path) -> None:
        file = run("box")
        file.write_bytes(file.read_bytes()[:-100])
        before = file.read_bytes()
        done = do("collect", str(file), home=tmp_path)
        assert done.returncode == 1
        assert f"refused: {file}, see " in done.stdout and "    error 2: " in done.stdout
        assert file.read_bytes() == before and not collected(tmp_path / "data")
        (kept,) = (tmp_path / "data" / "refused").iterdir()
        told = json.loads(kept.read_text())
        assert not told["accepted"] and told["findings"][0]["rule"] == 2
        do("collect", str(file), home=tmp_path)
        assert len(list((tmp_path / "data" / "refused").iterdir())) == 1

    def test_the_same_run_twice_is_one(self, run: Make, tmp_path: Path) -> None:
        """By its lines: names and packing do not matter; twice in a call or in two."""
        file = run("box")
        again = tmp_path / "inbox" / "again.tar.gz"
        again.write_bytes(gzip.compress(gzip.decompress(file.read_bytes()), 1, mtime=0))
        assert again.read_bytes() != file.read_bytes()
        done = do("collect", str(file), str(again), str(file), home=tmp_path)
        assert done.returncode == 0 and done.stdout.endswith("1 accepted, 1 there already\n")
        done = do("collect", str(again), home=tmp_path)
        assert f"there already: {again} is {tmp_path}/data/{file.name}" in done.stdout
        assert collected(tmp_path / "data") == {file.name: file.read_bytes()}

    def test_also_when_it_was_measured_here(self, run: Make, tmp_path: Path) -> None:
        """./do keeps no findings beside what it saves; that is read then."""
        file = run("box", folder="data")
        shutil.copy(file, tmp_path / "x.tar.gz")
        done = do("collect", str(tmp_path / "x.tar.gz"), home=tmp_path)
        assert f"there already: {tmp_path}/x.tar.gz is {file}" in done.stdout

    def test_a_newer_run_adds(self, run: Make, tmp_path: Path) -> None:
        old, new = run("box", "20261121"), run("box", "20261122")
        do("collect", str(old), home=tmp_path)
        done = do("collect", str(new), home=tmp_path)
        assert done.returncode == 0, done.stdout
        assert set(collected(tmp_path / "data")) == {old.name, new.name}

    def test_a_name_that_is_taken(self, run: Make, tmp_path: Path, quick_run: Path) -> None:
        """Two runs on a day, and both owners call them alike."""
        one, two = run("box"), run("box", folder="other")
        members = archive.read_members(quick_run)
        lines = other(members["data"], "box").decode().splitlines()
        short = [line for line in lines if " sum " not in line and " 4096 " not in line]
        two.unlink()
        data = "\n".join([*summed(short), ""]).encode()
        archive.write(two, {**members, "data": data})
        first = do("collect", str(one), home=tmp_path)
        assert first.returncode == 0, first.stdout
        second = do("collect", str(two), home=tmp_path)
        found = collected(tmp_path / "data")
        assert found[one.name] == one.read_bytes(), "never replaced"
        if second.returncode == 0:
            lines_hash = hashlib.sha256(data).hexdigest()
            assert found[f"box-20261121-{lines_hash[:8]}.tar.gz"] == two.read_bytes()

    def test_a_name_that_is_no_name(self, tmp_path: Path) -> None:
        inbox = tmp_path / "inbox"
        inbox.mkdir()
        file = of_supercop(inbox, 7).rename(inbox / "\x1b[31m\n--..%2f.data")
        done = do("collect", "--", str(file), home=tmp_path)
        assert done.returncode == 0, done.stdout
        (name,) = collected(tmp_path / "data")
        assert re.fullmatch(r"cop7-20261120-[0-9a-f]{8}\.data", name)
        assert all(line.isprintable() for line in done.stdout.splitlines())

    def test_supercops_are_kept_too(self, tmp_path: Path) -> None:
        file = of_supercop(tmp_path, 7)
        packed = tmp_path / "data.gz"
        packed.write_bytes(gzip.compress(other(SUPERCOP.read_bytes(), "cop8", "20261120")))
        done = do("collect", str(file), str(packed), home=tmp_path)
        assert done.returncode == 0, done.stdout
        names = sorted(collected(tmp_path / "data"))
        assert names[0] == file.name and re.fullmatch(r"cop8-.*\.data\.gz", names[1])
        assert do("tables", *(str(tmp_path / "data" / n) for n in names), home=tmp_path).stdout


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed")
class TestSigned:
    @pytest.fixture
    def key(self, tmp_path: Path) -> Path:
        key = tmp_path / "key"
        subprocess.run(["ssh-keygen", "-qted25519", "-N", "", "-f", str(key)], check=True)
        (tmp_path / "data").mkdir()
        allowed = f"alice@example.org {key.with_suffix('.pub').read_text()}"
        (tmp_path / "data" / "allowed_signers").write_text(allowed)
        return key

    def test_the_signature_comes_along(self, run: Make, tmp_path: Path, key: Path) -> None:
        file = run("box")
        sign.sign(file, key)
        done = do("collect", str(file), home=tmp_path)
        assert "signed by alice@example.org" in done.stdout
        kept = tmp_path / "data" / file.name
        assert sign.verify(kept, tmp_path / "data" / "allowed_signers").state == sign.GOOD
        told = json.loads(kept.with_name(f"{kept.name}.check").read_text())
        assert told["signature"]["signer"] == "alice@example.org"

    def test_or_later(self, run: Make, tmp_path: Path, key: Path) -> None:
        file = run("box")
        do("collect", str(file), home=tmp_path)
        sign.sign(file, key)
        done = do("collect", str(file), home=tmp_path)
        assert "which is signed by alice@example.org" in done.stdout
        assert (tmp_path / "data" / f"{file.name}.sig").exists()

    def test_a_wrong_one_is_an_error(self, run: Make, tmp_path: Path, key: Path) -> None:
        file, elsewhere = run("box"), run("elsewhere")
        shutil.copy(sign.sign(elsewhere, key), sign.beside(file))
        done = do("collect", str(file), home=tmp_path)
        assert done.returncode == 1 and "error 6: " in done.stdout
        assert not collected(tmp_path / "data")


class TestMany:
    def test_junk_among_them(self, run: Make, tmp_path: Path) -> None:
        """Each by itself: whatever lies in a folder, the good ones are kept."""
        inbox = tmp_path / "inbox"
        good = run("good")
        (inbox / "below" / "deep").mkdir(parents=True)
        deep = of_supercop(inbox / "below" / "deep", 1)
        junk = {
            "empty.tar.gz": b"", "noise.tar.gz": random.Random(1).randbytes(50_000),
            "cut.tar.gz": good.read_bytes()[:-100], "bomb.data.gz": gzip.compress(bytes(200 << 20)),
            "text.data": b"Dear Sirs,\n" * 1000, "zip.tar.gz": b"PK\3\4" + bytes(100),
            "nul.data": bytes(10_000), "long.data": b"x" * 2_000_000,
        }  # fmt: skip
        for name, content in junk.items():
            (inbox / name).write_bytes(content)
        with (inbox / "huge.tar.gz").open("wb") as huge:
            huge.truncate(1 << 33)
        (inbox / "a-folder.tar.gz").mkdir()
        os.mkfifo(inbox / "pipe.tar.gz")
        (inbox / "link.data").symlink_to("/etc/passwd")
        (inbox / "README").write_text("nothing of ours")
        start = time.monotonic()
        done = do("collect", str(inbox), home=tmp_path)
        assert time.monotonic() - start < 60
        assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
        assert set(collected(tmp_path / "data")) == {good.name, deep.name}
        for name in [*junk, "huge.tar.gz", "pipe.tar.gz"]:
            assert f"refused: {inbox / name}" in done.stdout, name
        assert "passwd" not in done.stdout
        assert "not looked at: 2 files" in done.stdout
        assert nothing_left(tmp_path / "data")
        assert (inbox / "huge.tar.gz").stat().st_size == 1 << 33

    def test_what_is_not_there(self, tmp_path: Path, run: Make) -> None:
        good = run("good")
        done = do("collect", str(tmp_path / "none.tar.gz"), str(good), home=tmp_path)
        assert done.returncode == 1
        assert "none.tar.gz is not kept" in done.stdout and "cannot be read: No such" in done.stdout
        assert set(collected(tmp_path / "data")) == {good.name}
        (tmp_path / "void").mkdir()
        done = do("collect", str(tmp_path / "void"), home=tmp_path)
        assert done.returncode == 2 and "no result files in" in done.stderr

    def test_a_thousand_in_a_call(self, tmp_path: Path) -> None:
        """Small ones, of SUPERCOP: 12 kB each. Within two minutes, and again at once.

        Of processor time, for there may be others here.
        """
        inbox = tmp_path / "inbox"
        inbox.mkdir()
        for number in range(1000):
            of_supercop(inbox, number)
        before = used()
        done = do("collect", str(inbox), home=tmp_path)
        assert used() - before < 120
        assert done.stdout.endswith("1000 accepted\n"), done.stdout[-2000:]
        assert len(collected(tmp_path / "data")) == 1000
        done = do("collect", str(inbox), home=tmp_path)
        assert done.stdout.endswith("1000 there already\n"), done.stdout[-2000:]

    def test_two_at_once(self, tmp_path: Path) -> None:
        inbox = tmp_path / "inbox"
        inbox.mkdir()
        files = [of_supercop(inbox, number) for number in range(60)]
        pair = [start(tmp_path, *map(str, some)) for some in (files[:40], files[:19:-1])]
        said = [each.communicate(timeout=60)[0] for each in pair]
        assert [each.returncode for each in pair] == [0, 0], said
        assert collected(tmp_path / "data") == {f.name: f.read_bytes() for f in files}
        both = "".join(said)
        assert both.count("accepted: ") == 60 and both.count("there already: ") == 20


def used() -> float:
    """Seconds of processor time of all that was run so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def start(home: Path, *words: str) -> subprocess.Popen[str]:
    """./do collect, in a group of its own."""
    return subprocess.Popen(
        [str(ROOT / "do"), "collect", *words],
        env={**os.environ, "SHOOTOUT_DATA": str(home / "data")},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip


def ended(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


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
        """Nothing lost, nothing half there, nobody left over, and the next one goes on."""
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
            end = time.monotonic() + 10
            while not ended(running.pid):
                assert time.monotonic() < end, "a process was left over"
                time.sleep(0.05)
        assert partial > MOMENTS // 5, "most moments were before or after it all"
        assert start(tmp_path, str(inbox)).wait(60) == 0
        assert collected(data) == sources
        assert nothing_left(data)
        assert {f.name: f.read_bytes() for f in inbox.iterdir()} == sources

    def test_ctrl_c(self, tmp_path: Path, inbox: Path) -> None:
        running = start(tmp_path, str(inbox))
        assert running.stdout and running.stdout.readline().startswith("accepted: ")
        os.killpg(running.pid, signal.SIGINT)
        said = running.communicate(timeout=30)[0]
        assert running.returncode == 130 and "Traceback" not in said, said
        assert collected(tmp_path / "data") and nothing_left(tmp_path / "data")
        assert start(tmp_path, str(inbox)).wait(60) == 0
        assert len(collected(tmp_path / "data")) == 40

    def test_a_full_disk(self, small_disk: Path, inbox: Path) -> None:
        fill = small_disk / "fill"
        fill.write_bytes(bytes(2_900_000))
        done = do("collect", str(inbox), home=small_disk)
        assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
        assert "No space left on device. Make room" in done.stderr
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
        assert done.returncode == 1 and "Make room or rights there" in done.stderr
        assert len(done.stderr.splitlines()) == 1

    def test_a_folder_for_reading_only(self, small_disk: Path, run: Make, tmp_path: Path) -> None:
        file = run("box")
        (small_disk / "data").mkdir()
        subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
        done = do("collect", str(file), home=small_disk)
        assert done.returncode == 1 and "Read-only file system" in done.stderr
        assert len(done.stderr.splitlines()) == 1


SAVING = """
import sys
from pathlib import Path
from shootout import saving
from shootout.journal import Journal
from shootout.record import Recorder
from shootout.run import Options, Run
from shootout.timing import QUICK, Timer
journal = Journal.open(Path(sys.argv[1]))
saving.forget_saved(journal)
if not journal.events:
    sys.exit("nothing to save")
run = Run(Options(), None, date=sys.argv[2])
timer = Timer(journal, Recorder("box", sys.argv[2][:8], ""), {}, {}, None, QUICK)
timer.keys, timer.pace = set(journal.events), lambda abi: 0.0
print("saving", flush=True)
saving.save(run, timer, {"cpu": "a fast one"})
"""


class TestSaving:
    """What ./do does at the end of a run, with the journal of a real one."""

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
        between = 0
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
            between += bool(files and there)
            # ./do is called again, at another time of the day, until it has nothing to save
            last = self.save(journal, f"20261121-{moment + 1:06}")
            said = last.communicate(timeout=60)[1]
            assert last.returncode == 0 or "nothing to save" in said, said
            (file,) = data.iterdir()
            assert archive.read_members(file)["data"] == members["data"]
            assert not [k for k in Journal.open(journal).events if k.startswith("event ")]


class TestAside:
    def test_what_a_killed_one_left_is_swept(self, tmp_path: Path) -> None:
        (tmp_path / f"{aside.PREFIX}0123").write_bytes(b"half")
        aside.sweep(tmp_path)
        assert not list(tmp_path.iterdir())
        with aside.appear(tmp_path / "whole") as file:
            file.write(b"whole")
            other = [f.name for f in tmp_path.iterdir()]
            assert len(other) == 1 and other[0].startswith(aside.PREFIX)
            aside.sweep(tmp_path)
            assert [f.name for f in tmp_path.iterdir()] == other, "somebody is at work on it"
        assert [f.name for f in tmp_path.iterdir()] == ["whole"]

    def test_a_name_is_taken_meanwhile(self, tmp_path: Path) -> None:
        with pytest.raises(FileExistsError), aside.appear(tmp_path / "x") as file:
            file.write(b"mine")
            (tmp_path / "x").write_bytes(b"theirs")
        assert (tmp_path / "x").read_bytes() == b"theirs"
        assert len(list(tmp_path.iterdir())) == 1

    def test_where_there_are_no_links(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def link(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", link)
        with aside.appear(tmp_path / "x") as file:
            file.write(b"mine")
        assert (tmp_path / "x").read_bytes() == b"mine"
        with pytest.raises(FileExistsError), aside.appear(tmp_path / "x") as file:
            file.write(b"yours")
        assert [f.name for f in tmp_path.iterdir()] == ["x"]

    def test_what_fails_leaves_nothing(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError), aside.appear(tmp_path / "x"):
            raise ValueError
        assert not list(tmp_path.iterdir())
