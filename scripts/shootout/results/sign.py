"""Sign result files with ssh-keygen, and verify their signatures: ./do sign FILE...

FILE.sig is the output of `ssh-keygen -Y sign` for the bytes of FILE. Only ssh-keygen or the
agent touches a private key; this program never opens one.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..common.atomic import appear
from ..common.errors import Trouble, Usage
from ..common.named import escaped, opened
from ..common.paths import DATA
from ..common.terminal import say

NAMESPACE = "shootout-result@1"  # a signature made for another purpose never counts here
SIGNERS = DATA / "allowed_signers"
SUFFIX = ".sig"
HEAD = b"-----BEGIN SSH SIGNATURE-----\n"
FORM = re.compile(HEAD + rb"(?:[A-Za-z0-9+/=]{1,80}\n)+-----END SSH SIGNATURE-----\n?")
LARGEST = 1 << 16  # bytes of a signature; real ones have fewer than 4096
SECONDS = 30  # for ssh-keygen without a person
PATIENCE = 300  # seconds to type a passphrase, or to touch a key
OLD = re.compile("usage:|unknown option|illegal option|unsupported operation", re.IGNORECASE)

UNSIGNED, GOOD, STRANGER, WRONG, UNCHECKED = (
    "unsigned", "good", "stranger", "wrong", "unchecked",
)  # fmt: skip


@dataclass(frozen=True)
class Signature:
    """The state of a file's signature, one of those above, in words, and its signer."""

    state: str = UNSIGNED
    text: str = "not signed"
    key: str = ""  # fingerprint, SHA256:...
    signer: str = ""  # the name of the key's owner in allowed_signers


def beside(file: Path) -> Path:
    """The path of a file's signature."""
    return file.with_name(file.name + SUFFIX)


def verify(file: Path, signers: Path = SIGNERS) -> Signature:
    """The signature of a file. Any content a stranger wrote is a state, never an error. Raises
    OSError if the file itself cannot be read."""
    signature = beside(file)
    if not os.path.lexists(signature):
        return Signature()
    name = escaped(signature.name)
    if fault := _fault(signature):
        return Signature(WRONG, f"{name} {fault}")
    try:
        checked = _keygen(["-Y", "check-novalidate", "-s", str(signature.absolute())], file)
        found = re.search(r"^Good .* key (SHA256:\S+)$", checked.stdout, re.M)
        if checked.returncode or not found:
            if OLD.search(checked.stderr):
                return Signature(UNCHECKED, "signed, not checked: ssh-keygen is older than 8.2")
            return Signature(WRONG, f"{name} is not a signature of it: {_why(checked)}")
        return _signer(file, signature, found[1], signers)
    except Trouble as trouble:
        return Signature(UNCHECKED, f"signed, not checked: {trouble}")


def _fault(signature: Path) -> str:
    """The obvious fault of a signature, without ssh-keygen; empty if there is none."""
    try:
        with opened(signature) as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if len(text) > LARGEST or not FORM.fullmatch(text):
        return "holds no signature, or more than one"
    return ""


def _signer(file: Path, signature: Path, key: str, signers: Path) -> Signature:
    """The state of a sound signature, by the owner of its key."""
    where = ["-s", str(signature.absolute()), "-f", str(signers.absolute())]
    if not signers.is_file():
        why = f"signed with {key}; there is no {escaped(signers)} to name its owner"
        return Signature(STRANGER, why, key)
    found = _keygen(["-Y", "find-principals", *where])
    why = f"signed with {key}, which {escaped(signers)} does not name"
    if str(signers) in found.stderr:  # ssh-keygen rejects a line of it
        why += f" ({_why(found)})"
    for name in found.stdout.splitlines():
        checked = _keygen(["-Y", "verify", "-I", name, *where], file)
        if not checked.returncode:
            return Signature(GOOD, f"signed by {escaped(name)}, {key}", key, escaped(name))
        why = f"signed with {key}, which {escaped(signers)} does not allow here: {_why(checked)}"
    return Signature(STRANGER, why, key)


def sign(file: Path, key: Path | None) -> Path:
    """Write the signature of a file beside it.

    `key` is a private key, or the public half of one in the agent; without it the agent's
    first key signs. Raises Trouble.
    """
    target = beside(file)
    if not file.is_file():
        raise Usage(
            f"{escaped(file)}: is not a file. Name a result file, such as data/NAME.tar.gz."
        )
    if target.exists():
        raise Usage(f"{escaped(target)}: exists already. Remove it to sign again.")
    with tempfile.TemporaryDirectory() as folder:
        chosen = key.expanduser() if key else _of_agent(Path(folder))
        done = _keygen(["-Y", "sign", "-f", str(chosen.absolute())], file, PATIENCE)
    if done.returncode or not done.stdout.encode().startswith(HEAD):
        raise Trouble(f"{escaped(file)}: not signed with {escaped(chosen.name)}: {_why(done)}.")
    try:
        with appear(target) as out:
            out.write(done.stdout.encode())
    except OSError as error:
        raise Trouble(
            f"{escaped(target)}: {error.strerror}. Check disk space and permissions."
        ) from error
    return target


def _of_agent(folder: Path) -> Path:
    """The path of a file in `folder` with the public half of the agent's first key."""
    try:
        listed = subprocess.run(
            ["ssh-add", "-L"], capture_output=True, text=True, timeout=SECONDS, check=False
        )
        keys = [] if listed.returncode else listed.stdout.splitlines()
    except (OSError, subprocess.TimeoutExpired):
        keys = []
    if not keys:
        raise Usage(
            "no ssh agent holds a key. Name one: --key ~/.ssh/id_ed25519, "
            "or make one first: ssh-keygen -t ed25519"
        )
    public = folder / "agent.pub"
    public.write_text(keys[0] + "\n")
    return public


def _keygen(
    words: Sequence[str], file: Path | None = None, seconds: int = SECONDS
) -> subprocess.CompletedProcess[str]:
    """Run ssh-keygen in our namespace with a file as its input; it may ask on the terminal."""
    if words[1] != "find-principals":
        words = [*words, "-n", NAMESPACE]
    try:
        with (file or Path(os.devnull)).open("rb") as given:
            return subprocess.run(
                ["ssh-keygen", *words], stdin=given, capture_output=True, text=True,
                errors="replace", timeout=seconds, check=False,
            )  # fmt: skip
    except FileNotFoundError as error:
        if error.filename != "ssh-keygen":
            raise
        what = "ssh-keygen is not installed (Debian: apt install openssh-client)"
        raise Trouble(what) from error
    except subprocess.TimeoutExpired as error:
        raise Trouble(f"ssh-keygen did not answer within {seconds} seconds") from error


def _why(done: subprocess.CompletedProcess[str]) -> str:
    """The reason ssh-keygen gives: its first line that is not about its input."""
    said = [line for line in done.stderr.splitlines() if not line.startswith("Signing data")]
    text = said[0] if said else f"ssh-keygen ended with {done.returncode}"
    return re.sub(r"[^ -~]", "?", text).strip().rstrip(".")


def main(args: argparse.Namespace) -> int:
    for file in args.files:
        target = sign(file, args.key)
        found = verify(file)
        said = f"signed with {found.key}" if found.key else found.text
        say(f"{escaped(target)}: {said}. Send it along with {escaped(file.name)}.")
    return 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument(
        "--key", type=Path, metavar="KEY",
        help="a private key, or the public half of one in your ssh agent (default: its first key)",
    )  # fmt: skip
    parser.set_defaults(func=main)
