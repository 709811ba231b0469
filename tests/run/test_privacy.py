"""Nothing in a result tells whose machine it is: a real run where there is much to tell."""

from __future__ import annotations

import gzip
import os
import pty
import re
import select
import shutil
import subprocess
import tarfile
import time
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import GCC, ROOT, copy_of, pinned

from shootout.common import privacy
from shootout.common.errors import Usage
from shootout.machine import naming
from shootout.results import archive

USER = "zaphodquux"
HOST = "marvinquux"
FOLDER = "secretquux"
ADDRESS = "203.0.113.77"
CC = f"""#!/bin/sh
# A compiler of one's own, in one's own folder, that says where it was built.
echo "$0: note: on {HOST} for ${{0%/bin/cc}}, see $TMPDIR and /nfs/{USER}/sources" >&2
exec {GCC} -D__VERSION__='"99.1 (/srv/{USER}/llvm 0123abc)"' "$@"
"""
SERIALS = (
    "/etc/machine-id", "/var/lib/dbus/machine-id", "/proc/sys/kernel/random/boot_id",
    *(f"/sys/class/dmi/id/{name}" for name in (
        "product_serial", "product_uuid", "board_serial", "chassis_serial", "board_asset_tag",
    )),
    "/sys/firmware/devicetree/base/serial-number",
)  # fmt: skip


class Ran(NamedTuple):
    file: Path
    home: Path
    said: str


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """./do in a checkout below somebody's home, with compilers of their own."""
    if not GCC:
        pytest.skip("no gcc and no clang")
    home = tmp_path_factory.mktemp("nfs") / USER
    top = home / FOLDER
    (home / "bin").mkdir(parents=True)
    (home / "tmp").mkdir()
    (home / "bin" / "cc").write_text(CC)
    (home / "bin" / "cc").chmod(0o755)
    for folder in ("scripts", "measure", "data"):
        ignored = shutil.ignore_patterns("*.tar.gz", "__pycache__")
        shutil.copytree(ROOT / folder, top / folder, symlinks=True, ignore=ignored)
    shutil.copy(ROOT / "do", top / "do")
    tree = top / "crypto_hash"
    pinned("sha256", tree / "sha256")
    copy_of("sha256/ref", tree / "sha256" / "ref")
    copy_of("sha256/ref", tree / "sha256" / "fails", {"int crypto_hash(": "int crypto_hash(x"})
    copy_of("sha256/ref", tree / "sha256" / "wrong", {"32": "31"})
    (top / "okcompilers").mkdir()
    flags = "-O2 -Wall -fno-such-flag" if "clang" in str(GCC) else "-O2 -Wall"
    lines = [f"{GCC} {flags}", f"{home}/bin/cc {flags} -I{home}/include", f"{home}/bin/none -O2"]
    (top / "okcompilers" / "c").write_text("\n".join([*lines, ""]))
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHOOTOUT_")}
    environment.update(
        HOME=str(home), USER=USER, LOGNAME=USER, LNAME=USER, HOSTNAME=HOST, TMPDIR=f"{home}/tmp",
        MAIL=f"{USER}@{HOST}", SSH_CONNECTION=f"{ADDRESS} 1 {ADDRESS} 22",
    )  # fmt: skip
    # The host's name is ours for this run alone, where that is allowed.
    renamed = ["unshare", "--uts", "sh", "-c", f'hostname {HOST} && exec "$@"', "sh"]
    may = shutil.which("unshare") and not subprocess.call([*renamed, "true"], stderr=-3)
    done = subprocess.run(
        [*(renamed if may else []), "./do", "run", "--quick", "--plain"],
        cwd=top, env=environment, capture_output=True, text=True, timeout=600, input="",
    )  # fmt: skip
    files = list((top / "data").glob("*.tar.gz"))
    assert len(files) == 1, done.stderr
    return Ran(files[0], home, done.stdout + done.stderr)


def known(ran: Ran) -> dict[str, str]:
    """Private text by kind: planted, or this machine's own."""
    host = os.uname().nodename
    found = {"user": USER, "host": HOST, "folder": FOLDER, "address": ADDRESS}
    found["home"], found["node"] = str(ran.home), host
    for file in map(Path, SERIALS):
        try:
            found[str(file)] = file.read_text(errors="replace").strip().strip("\0")
        except OSError:
            continue
    for file in Path("/sys/class/net").glob("*/address"):
        found[str(file)] = file.read_text().strip()
        found[f"{file} bare"] = found[str(file)].replace(":", "")
    listed = shutil.which("hostname") and subprocess.run(
        ["hostname", "-I"], capture_output=True, text=True
    )
    for address in listed.stdout.split() if listed else ():
        found[f"address {address}"] = address
    nothing = ("", "none", "not specified", "default string", "00:00:00:00:00:00", "000000000000")
    return {
        what: text for what, text in found.items() if text.lower() not in nothing and len(text) > 3
    }


def test_nothing_private_is_anywhere(ran: Ran) -> None:
    raw = ran.file.read_bytes()
    whole = ran.file.name.encode() + b"\n" + raw[:64] + b"\n" + gzip.decompress(raw)
    for what, text in known(ran).items():
        at = whole.lower().find(text.lower().encode())
        assert at < 0, f"{what}: {whole[max(0, at - 80) : at + 80]!r}"
    text = whole.decode("latin-1")
    assert not re.search(r"\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", text, re.I), "a MAC address"
    found = re.findall(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])", text)
    assert not found, "an IP address"
    assert not re.search(r"/(?:home|Users)/\w", text)


def test_what_was_private_was_replaced(ran: Ran) -> None:
    """Or there was nothing to find: all that was planted did come by."""
    members = {name: text.decode() for name, text in archive.read_members(ran.file).items()}
    assert "~/bin/cc" in members["data"] and "-I~/include" in members["data"]
    assert "99.1_(/srv/private/llvm_0123abc)" in members["log"]
    assert "note: on private for ~, see . and /nfs/private/sources" in members["data"]
    assert "~/bin/none" in members["log"]
    assert "sha256/fails" in members["data"] and "error" in members["data"]


def test_headers_tell_nothing(ran: Ran) -> None:
    raw = ran.file.read_bytes()
    assert raw[:4] == b"\x1f\x8b\x08\0", "no name, comment or extra field"
    assert raw[4:8] == bytes(4), "no time"
    with tarfile.open(ran.file) as file:
        for info in file:
            owner = (info.uid, info.gid, info.uname, info.gname)
            assert (*owner, info.mtime, info.mode) == (0, 0, "", "", 0, 0o644)
            assert not info.pax_headers


def test_the_host_name_is_no_name(ran: Ran) -> None:
    name = re.sub(r"-\d{8}-\d{6}\.tar\.gz$", "", ran.file.name)
    assert re.fullmatch(r"[a-z0-9]+-[0-9a-f]{4}", name)
    assert f"machine name: {name} (change it with --machine NAME)" in ran.said


def test_words_that_happen_to_be_names_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user called ref or cycles must not change what was measured."""
    monkeypatch.setenv("LOGNAME", "cycles")
    privacy._names.cache_clear()
    assert privacy.clean("cycles 8 100 +0-1") == "cycles 8 100 +0-1"
    assert privacy.clean("/opt/cycles/lib: not found") == "/opt/private/lib: not found"
    assert privacy.clean("/opt/cycles-3/lib") == "/opt/cycles-3/lib"
    assert privacy.said("cycles@box: recycles") == "private@box: recycles"
    privacy._names.cache_clear()


class TestNames:
    """The name of a machine is chosen once."""

    def test_without_a_terminal(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "build" / "machine"
        name = naming.name(None, file)
        assert naming.FIT.fullmatch(name) and os.uname().nodename not in name
        assert name in capsys.readouterr().err
        assert naming.name(None, file) == name
        assert not capsys.readouterr().err

    def test_what_is_given_is_remembered(self, tmp_path: Path) -> None:
        file = tmp_path / "machine"
        assert naming.name("box", file) == naming.name(None, file) == "box"
        assert naming.name("other", file) == naming.name(None, file) == "other"
        with pytest.raises(Usage, match="--machine a b: a name has"):
            naming.name("a b", file)
        assert naming.name(None, file) == "other"

    def test_what_was_spoilt_is_asked_again(self, tmp_path: Path) -> None:
        file = tmp_path / "machine"
        file.write_bytes(b"\xff\0 not a name\n")
        assert naming.FIT.fullmatch(naming.name(None, file))

    @pytest.mark.parametrize(
        ("typed", "name"), [("frogstar\n", "frogstar"), ("no way\nb-2\n", "b-2"), ("\n", "")]
    )
    def test_at_a_terminal(self, tmp_path: Path, typed: str, name: str) -> None:
        file = tmp_path / "machine"
        code = "from shootout.machine.naming import Path, name; "
        code += f"print(name(None, Path({str(file)!r})))"
        said = talk(["python3", "-c", code], typed)
        assert "published with its results" in said
        assert file.read_text().strip() == name or (not name and naming.FIT.match(said.split()[-1]))
        if " " in typed:
            assert "Not a valid name: a name has 1 to 64" in said
        assert "published" not in talk(["python3", "-c", code], "")


def talk(command: list[str], typed: str) -> str:
    """The output of a program at a terminal of its own, with typed input."""
    here, there = pty.openpty()
    program = subprocess.Popen(
        command, stdin=there, stdout=there, stderr=there, close_fds=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")},
    )  # fmt: skip
    os.close(there)
    os.write(here, typed.encode())
    said, end = b"", time.monotonic() + 30
    while time.monotonic() < end:
        if select.select([here], [], [], 0.2)[0]:
            try:
                said += os.read(here, 4096)
            except OSError:
                break
        elif program.poll() is not None:
            break
    program.wait(10)
    os.close(here)
    return said.decode()
