"""Energy by perf: a made-up event source, whose event is the time that Linux itself counts."""

from __future__ import annotations

import ctypes
import errno
import platform
import re
import time
from pathlib import Path

import pytest
from conftest import copy_of, pinned
from metered import agrees
from trying import need_compiler

from lab.energy import loops, perf, powercap
from lab.energy.meter import NoEnergy
from lab.energy.perf import Event, find
from shootout.machine import remote

WATTS = 20  # what a nanosecond of the clock is said to take
# The source of events of software, 1, and its event 0: nanoseconds of a CPU.
FILES = {"type": "1", "cpumask": "0", "events/energy-pkg": "event=0x0",
         "events/energy-pkg.scale": "2.0e-8", "events/energy-pkg.unit": "Joules"}  # fmt: skip


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "devices" / "power" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n")
    for core, socket in ((0, 0), (1, 1), (2, 1)):
        topology = tmp_path / "cpu" / f"cpu{core}" / "topology"
        topology.mkdir(parents=True)
        (topology / "physical_package_id").write_text(f"{socket}\n")
    return tmp_path


def opened(root: Path, core: int | None = 0) -> Event:
    return find(core, root / "devices", root / "cpu")


def counting(root: Path, core: int | None = 0) -> Event:
    """The made-up counter; the test is skipped where Linux does not let us count."""
    try:
        return opened(root, core)
    except NoEnergy as error:
        pytest.skip(f"no events of a whole CPU here: {error}")


def test_the_clock_as_a_counter(root: Path) -> None:
    event = counting(root)
    before, start = event.read(), time.monotonic()
    time.sleep(0.2)
    after, took = event.read(), time.monotonic() - start
    assert event.spent(before, after, took) == pytest.approx(WATTS * took * 1e6, rel=0.2)
    assert 0.5 < loops.idle(event, 0.1) / (WATTS * 1e6) < 2


def test_a_cpu_of_the_same_package_counts(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def note(_name: str, _kind: int, _code: int, cpu: int) -> int:
        asked.append(cpu)
        return 9

    monkeypatch.setattr(perf, "_open", note)
    monkeypatch.setattr(Event, "read", lambda _: 0)
    (root / "devices" / "power" / "cpumask").write_text("0-1\n")
    for core in (0, None, 1, 2):
        opened(root, core)
    assert asked == [0, 0, 1, 1]
    (root / "cpu" / "cpu2" / "topology" / "die_id").write_text("1\n")
    (root / "devices" / "power" / "cpumask").write_text("0,1,2\n")
    opened(root, 2)
    assert asked[-1] == 2, "a die counts before its package"


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("type", None, "type holds '', which is no number"),
        ("type", "many", "type holds 'many', which is no number"),
        ("events/energy-pkg", None, "energy-pkg holds '', which is no event"),
        ("events/energy-pkg", "event=2,umask=1", "which is no event"),
        ("events/energy-pkg.scale", None, "energy-pkg.scale holds '', not joules"),
        ("events/energy-pkg.scale", "nan", "not joules"),
        ("cpumask", None, "cpumask has no CPU of package 0"),
        ("cpumask", "1", "cpumask has no CPU of package 0"),
        ("cpumask", "all", "cpumask has no CPU of package 0"),
    ],
)
def test_what_is_no_event(root: Path, file: str, text: str | None, why: str) -> None:
    where = root / "devices" / "power" / file
    if text is None:
        where.unlink()
    else:
        where.write_text(text)
    with pytest.raises(NoEnergy, match=re.escape(why)):
        opened(root)


def test_what_cannot_be_asked_for(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoEnergy, match=r"there is no .*nosuch/power"):
        find(0, root / "nosuch", root / "cpu")
    with monkeypatch.context() as patch:
        patch.setattr(platform, "machine", lambda: "riscv64")
        with pytest.raises(NoEnergy, match="on riscv64 is not known"):
            opened(root)
    with monkeypatch.context() as patch:
        patch.setattr(remote, "is_here", lambda: False)
        with pytest.raises(NoEnergy, match="programs run on another machine"):
            opened(root)
    (root / "devices" / "power" / "type").write_text("999999\n")  # no such source: Linux says so
    with pytest.raises(NoEnergy, match="the event power/energy-pkg/: "):
        opened(root)


def test_no_permission(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing:
        def syscall(self, *_words: object) -> int:
            return -1

    monkeypatch.setattr(ctypes, "CDLL", lambda *_a, **_k: Refusing())
    monkeypatch.setattr(ctypes, "get_errno", lambda: errno.EACCES)
    with pytest.raises(NoEnergy, match=r"Permission denied; as root: sysctl kernel\.perf_event"):
        opened(root)
    monkeypatch.setattr(ctypes, "get_errno", lambda: errno.EMFILE)
    with pytest.raises(NoEnergy, match=r"Too many open files$"):
        opened(root)


def test_what_is_no_measurement(tmp_path: Path) -> None:
    empty = (tmp_path / "empty").open("w+b")
    event = Event("it", empty.fileno(), 1e-6)
    with pytest.raises(NoEnergy, match="it counts no longer"):
        event.read()
    for before, after, why in ((5, 4, "went back"), (5, 5, "stands still")):
        with pytest.raises(NoEnergy, match=f"it {why}"):
            event.spent(before, after, 1.0)
    with pytest.raises(NoEnergy, match="says 20000 watts, which cannot be"):
        event.spent(0, 20_000_000_000, 1.0)
    empty.close()
    with pytest.raises(NoEnergy, match="it: Bad file descriptor"):
        event.read()


def test_powercap_comes_first(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zone = powercap.Zone(root, 0)
    monkeypatch.setattr(powercap, "find", lambda _: zone)
    assert loops.find(0) is zone


def test_a_run_measures_it(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real run in which time stands for energy."""
    need_compiler("gcc")
    counting(root)
    tree = tmp_path / "crypto_hash"
    pinned("sha256", tree / "sha256")
    copy_of("sha256/opt64", tree / "sha256/opt64")
    monkeypatch.setenv("SHOOTOUT_POWERCAP", str(tmp_path / "nosuch"))
    monkeypatch.setenv("SHOOTOUT_EVENTS", str(root / "devices"))
    agrees(tmp_path, tree, WATTS)
