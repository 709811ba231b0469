"""Collecting as a publisher does it: real files, and junk among them."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import do
from inbox import SUPERCOP, Make, collected, nothing_left, of_supercop, other, runs_of, start
from summing import summed

from shootout.results import archive, sign


@pytest.fixture
def run(quick_run: Path, tmp_path: Path) -> Make:
    return runs_of(quick_run, tmp_path)


def used() -> float:
    """Seconds of processor time of all that was run so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class TestOneFile:
    def test_a_sound_one_is_kept_as_it_came(self, run: Make, tmp_path: Path) -> None:
        file = run("box")
        before = file.read_bytes(), file.stat().st_mtime_ns
        done = do("collect", str(file), home=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"accepted: {file}, stored as {tmp_path}/data/{file.name}" in done.stdout
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
        """A file is known by its lines, whatever its name and packing, in one call or in two."""
        file = run("box")
        again = tmp_path / "inbox" / "again.tar.gz"
        again.write_bytes(gzip.compress(gzip.decompress(file.read_bytes()), 1, mtime=0))
        assert again.read_bytes() != file.read_bytes()
        done = do("collect", str(file), str(again), str(file), home=tmp_path)
        assert done.returncode == 0 and done.stdout.endswith("1 accepted, 1 duplicate\n")
        done = do("collect", str(again), home=tmp_path)
        assert f"duplicate: {again}, already stored as {tmp_path}/data/{file.name}" in done.stdout
        assert collected(tmp_path / "data") == {file.name: file.read_bytes()}

    def test_also_when_it_was_measured_here(self, run: Make, tmp_path: Path) -> None:
        """./do keeps no findings beside what it saves; that is read then."""
        file = run("box", folder="data")
        shutil.copy(file, tmp_path / "x.tar.gz")
        done = do("collect", str(tmp_path / "x.tar.gz"), home=tmp_path)
        assert f"duplicate: {tmp_path}/x.tar.gz, already stored as {file}" in done.stdout

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

    def test_those_in_data_are_checked_again(self, tmp_path: Path) -> None:
        """Findings are written anew, also of a file that came without; no file is removed."""
        data = tmp_path / "data"
        data.mkdir()
        known = of_supercop(tmp_path, 7)
        assert do("collect", str(known), home=tmp_path).returncode == 0
        findings = data / f"{known.name}.check"
        before = findings.read_text()
        findings.write_text("{}")
        of_supercop(data, 8)
        done = do("collect", "--again", home=tmp_path)
        assert done.returncode == 0 and done.stdout.endswith("2 sound\n"), done.stdout
        told, first = json.loads(findings.read_text()), json.loads(before)
        assert first.pop("collected") <= told.pop("collected")  # which was lost
        assert told == first and len(collected(data)) == 2
        bad = of_supercop(data, 9)
        bad.write_bytes(bad.read_bytes()[:-10])
        done = do("collect", "--again", home=tmp_path)
        assert done.returncode == 1 and f"faulty: {bad}" in done.stdout
        assert len(collected(data)) == 3 and not (data / "refused").exists()
        for words in ((), ("--again", str(known))):
            assert do("collect", *words, home=tmp_path).returncode == 2

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
        before = used()
        done = do("collect", str(inbox), home=tmp_path)
        assert used() - before < 60, "seconds of processor time: there may be others here"
        assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
        assert set(collected(tmp_path / "data")) == {good.name, deep.name}
        for name in [*junk, "huge.tar.gz", "pipe.tar.gz"]:
            assert f"refused: {inbox / name}" in done.stdout, name
        assert "passwd" not in done.stdout
        skipped = [each.split(": ")[-1] for each in done.stdout.splitlines() if "skipped" in each]
        assert skipped == ["README", "link.data"]
        assert nothing_left(tmp_path / "data")
        assert (inbox / "huge.tar.gz").stat().st_size == 1 << 33

    def test_what_is_not_there(self, tmp_path: Path, run: Make) -> None:
        good = run("good")
        done = do("collect", str(tmp_path / "none.tar.gz"), str(good), home=tmp_path)
        assert done.returncode == 1
        assert "none.tar.gz, not stored" in done.stdout and "cannot be read: No such" in done.stdout
        assert set(collected(tmp_path / "data")) == {good.name}
        (tmp_path / "void").mkdir()
        done = do("collect", str(tmp_path / "void"), home=tmp_path)
        assert done.returncode == 2 and "no result files in" in done.stderr

    def test_six_times_as_many(self, tmp_path: Path) -> None:
        """Of SUPERCOP's small files; six times the processor time. They are known the next time."""
        took = []
        for many in (80, 480):
            (inbox := tmp_path / f"{many}").mkdir()
            files = [of_supercop(inbox, number) for number in range(many)]
            before = used()
            done = do("collect", str(inbox), home=inbox)
            took.append(used() - before)
            assert done.stdout.endswith(f"{many} accepted\n"), done.stdout[-2000:]
            assert len(collected(inbox / "data")) == len(files)
        assert took[1] < 8 * took[0], took
        done = do("collect", str(inbox), home=inbox)
        assert done.stdout.endswith("480 duplicate\n"), done.stdout[-2000:]

    def test_two_at_once(self, tmp_path: Path) -> None:
        inbox = tmp_path / "inbox"
        inbox.mkdir()
        files = [of_supercop(inbox, number) for number in range(60)]
        pair = [start(tmp_path, *map(str, some)) for some in (files[:40], files[:19:-1])]
        said = [each.communicate(timeout=60)[0] for each in pair]
        assert [each.returncode for each in pair] == [0, 0], said
        assert collected(tmp_path / "data") == {f.name: f.read_bytes() for f in files}
        both = "".join(said)
        assert both.count("accepted: ") == 60 and both.count("duplicate: ") == 20
