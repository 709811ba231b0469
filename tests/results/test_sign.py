"""Signatures by real ssh-keygen and a real agent: sound, of a stranger, wrong, missing."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, do

from shootout.common.errors import Trouble, Usage
from shootout.results import sign

pytestmark = pytest.mark.skipif(
    not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed"
)


def keygen(*words: str) -> None:
    subprocess.run(["ssh-keygen", "-q", *words], check=True, timeout=30)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    keygen("-t", "ed25519", "-N", "", "-C", "alice", "-f", str(path))
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "box-20261121.tar.gz"
    path.write_bytes(bytes(range(256)) * 100)
    return path


@pytest.fixture
def signers(tmp_path: Path, key: Path) -> Path:
    """A list of one, for this purpose only."""
    path = tmp_path / "allowed_signers"
    public = key.with_suffix(".pub").read_text()
    path.write_text(f'alice@example.org namespaces="{sign.NAMESPACE}" {public}')
    return path


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    said = subprocess.run(["ssh-agent", "-s"], capture_output=True, text=True, check=True).stdout
    found = dict(re.findall(r"(SSH_\w+)=([^;]+);", said))
    for name, value in found.items():
        monkeypatch.setenv(name, value)
    yield
    subprocess.run(["ssh-agent", "-k"], env={**os.environ, **found}, stdout=subprocess.DEVNULL)


def test_signed_by_somebody_known(file: Path, key: Path, signers: Path) -> None:
    assert sign.sign(file, key) == sign.beside(file)
    found = sign.verify(file, signers)
    assert (found.state, found.signer) == (sign.GOOD, "alice@example.org")
    assert found.key.startswith("SHA256:") and found.key in found.text


def test_several_names_and_patterns(file: Path, key: Path, signers: Path) -> None:
    signers.write_text(f"a@example.org,*@example.com {key.with_suffix('.pub').read_text()}")
    sign.sign(file, key)
    assert sign.verify(file, signers).signer == "a@example.org"


def test_signed_by_a_stranger(file: Path, key: Path, signers: Path, tmp_path: Path) -> None:
    keygen("-t", "ecdsa", "-N", "", "-f", str(tmp_path / "other"))
    sign.sign(file, tmp_path / "other")
    found = sign.verify(file, signers)
    assert found.state == sign.STRANGER and f"{signers} does not name" in found.text
    nobody = sign.verify(file, tmp_path / "none")
    assert nobody.state == sign.STRANGER and "there is no" in nobody.text


@pytest.mark.parametrize(
    ("option", "said"),
    [('namespaces="git"', "not permitted"), ('valid-before="20200101"', "expired|does not name")],
)
def test_a_key_that_is_not_for_this(
    file: Path, key: Path, signers: Path, option: str, said: str
) -> None:
    signers.write_text(f"alice {option} {key.with_suffix('.pub').read_text()}")
    sign.sign(file, key)
    found = sign.verify(file, signers)
    assert found.state == sign.STRANGER and re.search(said, found.text), found.text


def test_a_list_that_is_broken_is_said(file: Path, key: Path, signers: Path) -> None:
    signers.write_text(key.with_suffix(".pub").read_text())
    sign.sign(file, key)
    found = sign.verify(file, signers)
    assert found.state == sign.STRANGER and f"({signers}:1: " in found.text


def test_unsigned(file: Path, signers: Path) -> None:
    assert sign.verify(file, signers) == sign.Signature(sign.UNSIGNED, "not signed")


def test_any_bit_of_the_file_counts(file: Path, key: Path, signers: Path) -> None:
    sign.sign(file, key)
    content = bytearray(file.read_bytes())
    for place in (0, 12_345, len(content) - 1):
        content[place] ^= 1
        file.write_bytes(content)
        found = sign.verify(file, signers)
        assert found.state == sign.WRONG and "incorrect signature" in found.text
        content[place] ^= 1
    file.write_bytes(content + b"\n")
    assert sign.verify(file, signers).state == sign.WRONG


def test_a_signature_of_something_else(file: Path, key: Path, signers: Path) -> None:
    """A signature made by git, or for another kind of file, does not count."""
    keygen("-Y", "sign", "-n", "git", "-f", str(key), str(file))
    found = sign.verify(file, signers)
    assert found.state == sign.WRONG and "namespace" in found.text


@pytest.mark.parametrize(
    "content",
    [b"", b"junk\n", sign.HEAD, sign.HEAD + b"\x1b[31m\xff\n" * 9, sign.HEAD + b"A" * 100_000],
)
def test_a_signature_that_is_none(file: Path, content: bytes, signers: Path) -> None:
    sign.beside(file).write_bytes(content)
    found = sign.verify(file, signers)
    assert found.state == sign.WRONG and found.text.isprintable()


def test_a_signature_that_is_no_file(file: Path, signers: Path) -> None:
    os.mkfifo(sign.beside(file))
    assert sign.verify(file, signers).state == sign.WRONG
    sign.beside(file).unlink()
    sign.beside(file).symlink_to("nowhere")
    assert sign.verify(file, signers).state == sign.WRONG


def test_the_agent_signs(file: Path, key: Path, signers: Path, agent: None) -> None:
    """Also with the public half alone: the private key may be out of everybody's reach."""
    subprocess.run(["ssh-add", "-q", str(key)], check=True)
    key.unlink()
    for chosen in (None, key.with_suffix(".pub")):
        sign.sign(file, chosen)
        assert sign.verify(file, signers).state == sign.GOOD
        sign.beside(file).unlink()


def test_the_private_key_is_never_opened(file: Path, key: Path, tmp_path: Path) -> None:
    """Seen from outside: only ssh-keygen opens it, in a process of its own."""
    if not shutil.which("strace"):
        pytest.skip("strace is not installed")
    trace = tmp_path / "trace"
    command = ["strace", "-ff", "-e", "trace=open,openat,execve", "-o", str(trace)]
    done = subprocess.run(
        [*command, "python3", "-m", "shootout", "sign", str(file), "--key", str(key)],
        env={**os.environ, "PYTHONPATH": "scripts"}, cwd=ROOT,
        capture_output=True, text=True,
    )  # fmt: skip
    if "PTRACE" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr
    opened = [t.read_text() for t in tmp_path.glob("trace.*") if f'"{key}"' in t.read_text()]
    opened = [text for text in opened if re.search(rf'open\w*\(.*"{key}"', text)]
    assert opened and all('execve("' in text and "ssh-keygen" in text for text in opened)


def test_nothing_is_signed_over(file: Path, key: Path) -> None:
    sign.sign(file, key)
    before = sign.beside(file).read_bytes()
    with pytest.raises(Usage, match=r"exists already\. Remove it"):
        sign.sign(file, key)
    assert sign.beside(file).read_bytes() == before


def test_what_cannot_be_signed_is_said(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSH_AUTH_SOCK", str(tmp_path / "none"))
    with pytest.raises(Usage, match=r"no ssh agent holds a key\. Name one: --key"):
        sign.sign(file, None)
    with pytest.raises(Trouble, match=r"not signed with none: .*No such file"):
        sign.sign(file, tmp_path / "none")
    with pytest.raises(Usage, match="is not a file"):
        sign.sign(tmp_path / "absent", None)
    assert not sign.beside(file).exists()


def test_a_locked_key_without_a_terminal(file: Path, tmp_path: Path) -> None:
    """The passphrase is ssh-keygen's business; where it cannot ask, one line says so."""
    keygen("-t", "ed25519", "-N", "secret", "-f", str(tmp_path / "locked"))
    done = subprocess.run(
        ["setsid", "-w", "./do", "sign", str(file), "--key", str(tmp_path / "locked")],
        cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={k: v for k, v in os.environ.items() if k not in ("DISPLAY", "SSH_ASKPASS")},
    )  # fmt: skip
    assert done.returncode == 1 and "passphrase" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def stand_in(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another ssh-keygen, first in the PATH."""
    folder.mkdir()
    program = folder / "ssh-keygen"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def test_without_ssh_keygen(file: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sign.sign(file, key)
    monkeypatch.setenv("PATH", str(file.parent))
    found = sign.verify(file)
    assert found.state == sign.UNCHECKED and "ssh-keygen is not installed" in found.text
    sign.beside(file).unlink()
    with pytest.raises(Trouble, match="apt install openssh-client"):
        sign.sign(file, key)


def test_an_old_ssh_keygen(file: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sign.sign(file, key)
    stand_in(file.parent / "bin", "echo 'ssh-keygen: illegal option -- Y' >&2; exit 1", monkeypatch)
    assert sign.verify(file).state == sign.UNCHECKED


def test_an_ssh_keygen_that_hangs(file: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sign.sign(file, key)
    stand_in(file.parent / "bin", "exec sleep 600", monkeypatch)
    monkeypatch.setattr(sign, "SECONDS", 1)
    monkeypatch.setattr(sign._keygen, "__defaults__", (None, 1))
    found = sign.verify(file)
    assert found.state == sign.UNCHECKED and "did not answer" in found.text


def test_from_the_command_line(file: Path, key: Path, tmp_path: Path) -> None:
    done = do("sign", str(file), "--key", str(key), home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{file}.sig: signed with SHA256:" in done.stdout
    again = do("sign", str(file), "--key", str(key), home=tmp_path)
    assert again.returncode == 2 and "Traceback" not in again.stderr
