"""The provider: Maven's build with its own tests, and the jar on the VMs that are here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.java import vms

HOME = ROOT / "provider"
SUITES = {f.stem for f in (HOME / "src" / "test").rglob("*Test.java")}
JAVA_11, JAVA_17 = 55, 61  # versions of class files
VECTORS = "jdk.incubator.vector"
UNREACHABLE = r"Could not transfer artifact.*|.*UnknownHostException.*|.*offline mode.*"
USE = """
import java.security.MessageDigest;
import java.security.Security;

class Use {
    public static void main(String[] words) throws Exception {
        if (words[0].equals("add")) {
            Security.addProvider(new shootout.provider.ShootoutProvider());
        }
        MessageDigest digest = MessageDigest.getInstance(words[1]);
        System.out.print(digest.getClass().getName() + " ");
        for (byte b : digest.digest()) {
            System.out.printf("%02x", b);
        }
    }
}
"""


def run(*command: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=900)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which Maven built and tested the provider."""
    if not shutil.which("mvn"):
        pytest.skip("no mvn")
    version = re.search(r"Java version: (\d+)", run("mvn", "-version").stdout)
    if not version or int(version[1]) < 17 or not shutil.which("javac"):
        pytest.skip("mvn has no JDK 17")
    folder = tmp_path_factory.mktemp("provider")
    done = run("mvn", "-B", "-ntp", f"-DbuildDirectory={folder}", "package", cwd=HOME)
    if done.returncode and (reason := re.search(UNREACHABLE, done.stdout)):
        pytest.skip(f"no Maven Central: {reason[0][:200]}")
    assert done.returncode == 0, done.stdout[-5000:]
    return folder


@pytest.fixture(scope="module")
def jar(built: Path) -> Path:
    (file,) = built.glob("*.jar")
    return file


@pytest.fixture(scope="module")
def use(jar: Path) -> Path:
    """A folder with the class Use."""
    source = jar.parent / "Use.java"
    source.write_text(USE)
    made = run("javac", "--release", "11", "-cp", jar, "-d", jar.parent / "use", source)
    assert made.returncode == 0, made.stderr
    return jar.parent / "use"


def virtual_machines() -> dict[str, str]:
    """The VMs by name, without those before 11, which cannot run the jar."""
    found = {f"java{v}": str(java) for v, java in vms.homes().items() if int(v) >= 11}
    return {**found, "java": shutil.which("java") or "", "java32": vms.program("java32")}


@pytest.mark.parametrize("reports", ["surefire-reports", "surefire-vectors"])
def test_junit_ran_it_all(built: Path, reports: str) -> None:
    suites = [xml.parse(file).getroot() for file in (built / reports).glob("TEST-*.xml")]
    assert {s.attrib["name"].split(".")[-1] for s in suites} == SUITES
    for suite in suites:
        counts = {key: int(suite.attrib[key]) for key in ("failures", "errors", "skipped")}
        assert set(counts.values()) == {0}, suite.attrib
        assert int(suite.attrib["tests"]) >= 20, "one for each algorithm"


def test_nothing_is_built_beside_the_sources(built: Path) -> None:
    assert not (HOME / "target").exists()
    assert not list(HOME.rglob("*.class"))


def test_the_jar_has_what_it_needs(jar: Path) -> None:
    with zipfile.ZipFile(jar) as files:
        classes = {n: files.read(n) for n in files.namelist() if n.endswith(".class")}
        names = "\n".join(files.namelist())
        assert "META-INF/LICENSE" in names
        (service,) = files.read("META-INF/services/java.security.Provider").decode().split()
    assert service.replace(".", "/") + ".class" in classes
    for name, code in classes.items():
        assert re.match(r"crypto_hash/(?!sha)\w+/java(32|64|vector)?/|digest/|shootout/pr", name)
        expected = JAVA_17 if "/javavector/" in name else JAVA_11
        assert int.from_bytes(code[6:8], "big") == expected, name
    families = ("blake", "groestl", "round3jh", "keccakc", "skein512")
    assert all(len(set(re.findall(rf"/{f}\d+/", names))) == 4 for f in families), names


@pytest.mark.parametrize("name", ["java", "java32", "java11", "java21", "java25"])
def test_a_virtual_machine_uses_it(name: str, jar: Path, use: Path) -> None:
    vm = virtual_machines().get(name)
    if not vm:
        pytest.skip(f"no {name}")
    words = "java32" if name == "java32" else "java64"
    for algorithm, implementation, primitive in [
        ("BLAKE-512", "java", "blake512"),
        ("GROESTL256", words, "groestl256"),
        ("JH-512", words, "round3jh512"),
        ("Keccak[c=1024]", words, "keccakc1024"),
        ("Skein-512/256", "java", "skein512256"),
    ]:
        done = run(vm, "-cp", f"{jar}{os.pathsep}{use}", "Use", "add", algorithm)
        expected = f"crypto_hash.{primitive}.{implementation}.Hash {empty(primitive)}"
        assert done.stdout == expected, done.stderr


def test_it_is_a_module_too(jar: Path, use: Path) -> None:
    command = ("java", "-p", jar, "--add-modules", "shootout.provider", "-cp", use, "Use", "add")
    assert empty("groestl512") in run(*command, "Groestl-512").stdout


def test_vectors_where_the_machine_has_them(jar: Path, use: Path) -> None:
    path = f"{jar}{os.pathsep}{use}"
    done = run("java", "--add-modules", VECTORS, "-cp", path, "Use", "add", "BLAKE-512")
    cpu = Path("/proc/cpuinfo")
    form = "javavector" if cpu.exists() and "avx2" in cpu.read_text() else "java"
    assert done.stdout == f"crypto_hash.blake512.{form}.Hash {empty('blake512')}", done.stderr


def test_a_line_of_java_security_is_enough(jar: Path, use: Path) -> None:
    path = f"{jar}{os.pathsep}{use}"
    assert "NoSuchAlgorithmException" in run("java", "-cp", path, "Use", "", "JH-256").stderr
    shown = run("java", "-XshowSettings:properties", "-version").stderr
    found = re.search(r"java\.home = (.+)", shown)
    assert found
    text = (Path(found[1]) / "conf" / "security" / "java.security").read_text()
    following = len(re.findall(r"^security\.provider\.\d+=", text, re.MULTILINE)) + 1
    more = jar.parent / "more.security"
    more.write_text(f"security.provider.{following}=Shootout\n")
    option = f"-Djava.security.properties={more}"
    done = run("java", option, "-cp", path, "Use", "", "JH-256")
    assert empty("round3jh256") in done.stdout, done.stderr


def empty(primitive: str) -> str:
    """The digest of the empty message."""
    table = (ROOT / "tests" / "data" / "nist-vectors.tsv").read_text()
    found = re.search(rf"^{primitive}\t0\t-\t(\w+)$", table, re.MULTILINE)
    assert found
    return found[1]
