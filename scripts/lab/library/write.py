"""Write the library's source tree: code as it is staged, templates, and tables made of choices."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from shootout.common.paths import ROOT
from shootout.common.version import VERSION
from shootout.registry.sets import output_of
from shootout.registry.stage import SOURCES, contents, namespace
from shootout.registry.tree import Implementation

from .choices import CoreChoices, Known

TEMPLATES = Path(__file__).with_name("tree")
ANSWERS = ROOT / "tests/data/known-answers.tsv"
HASH = "unsigned char *out, const unsigned char *in, size_t n"
PLAIN = "unsigned char *, const unsigned char *, unsigned long long"
DOTS = {"sse41": "sse4.1", "sse42": "sse4.2"}
# gcc's words for what extensions of ARM belong to
ARMV8 = {"aes": "crypto", "sha2": "crypto", "sha512": "sha3", "sha3": "sha3"}


def write(folder: Path, cores: Sequence[CoreChoices], known: Known, kept: str = "nothing") -> int:
    """Write the tree, whose README promises what is kept; return its number of implementations."""
    folder.mkdir(parents=True)
    shutil.copytree(TEMPLATES, folder, dirs_exist_ok=True)
    shutil.copytree(ROOT / "measure/include", folder / "include")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    names = sorted({function for core in cores for function in core.choices})
    used = {(f, each.name) for core in cores for f in names for each in core.choices.get(f, ())}
    for function, name in sorted(used):
        i = known[function][name]
        there = folder / "code" / f"{function}_{name}"
        there.mkdir(parents=True)
        for file, data in contents(i).items():
            (there / file).write_bytes(data)
    made = {
        "shootout.h": header(names, known),
        "words.h": words_h(cores, known),
        "functions.c": functions_c(cores, names, known),
        "code.mk": code_mk(cores, known),
        "answers.inc": answers(names),
        "README": readme(cores, kept),
    }
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    return len(used)


def header(names: Sequence[str], known: Known) -> str:
    """The text of shootout.h."""
    sizes = {n: output_of(next(iter(known[n].values())).primitive.folder) for n in names}
    made = {
        "DECLARED": "".join(
            f"#define shootout_{n}_BYTES {size}\nvoid shootout_{n}({HASH});\n"
            for n, size in sizes.items()
        ),
        "MOST": str(max(sizes.values())),
        "EVERY": " \\\n".join(f"    X({n}, {size})" for n, size in sizes.items()),
    }
    text = (TEMPLATES / "shootout.h").read_text(encoding="utf-8")
    return re.sub("@([A-Z]+)@", lambda word: made[word[1]], text)


def words_h(cores: Sequence[CoreChoices], known: Known) -> str:
    """A bit for each extension, by ABI: those of cpu.c and of the cores."""
    x86 = sorted(set().union(*(c.words for c in cores if c.abi in ("amd64", "x86"))))
    arm = sorted({*ARMV8, "neon"})
    text = "#ifndef WORDS_H\n#define WORDS_H\n"
    for condition, words in (("x86_64__) || defined(__i386__", x86), ("aarch64__", arm)):
        text += f"\n#if defined(__{condition})\n"
        text += "".join(f"#define WORD_{w} (UINT32_C(1) << {n})\n" for n, w in enumerate(words))
        text += "#endif\n"
    return f"{text}\n#endif\n"


def _abis(cores: Sequence[CoreChoices]) -> Iterator[tuple[str, list[CoreChoices]]]:
    for abi in dict.fromkeys(core.abi for core in cores):
        yield abi, [core for core in cores if core.abi == abi]


def _mask(words: frozenset[str]) -> str:
    return " | ".join(f"WORD_{word}" for word in sorted(words)) or "0"


def functions_c(cores: Sequence[CoreChoices], names: Sequence[str], known: Known) -> str:
    """The tables of cores and choices, and the functions."""
    text = '/* Made by ./do library. */\n#include "choose.h"\n#include "shootout.h"\n'
    for abi, its in _abis(cores):
        text += f"\n#ifdef ABI_{abi}\nconst struct core shootout_cores[] = {{\n"
        for core in its:
            text += f'    {{"{core.name}", "{core.vendor}", {_mask(core.words)}}},\n'
        text += "};\n"
        for f in names:
            used = dict.fromkeys(each.name for core in its for each in core.choices.get(f, ()))
            text += "".join(f"int {namespace(known[f][n])}({PLAIN});\n" for n in used)
            text += f"static const struct choice {f}[] = {{\n"
            for number, core in enumerate(its):
                for each in core.choices.get(f, ()):
                    code = namespace(known[f][each.name])
                    text += f'    {{{number}, {_mask(each.words)}, "{each.name}", {code}}},\n'
            text += "};\n"
        text += "#endif\n"
    text += "\n" + "".join(f"FUNCTION({f})\n" for f in names)
    text += "\nAPI const char *shootout_implementation(const char *function)\n{\n"
    for f in names:
        text += f'    if (!strcmp(function, "{f}"))\n'
        text += f"        return shootout_choose({f}, NUMBER({f}))->name;\n"
    return f"{text}    return NULL;\n}}\n"


def options(i: Implementation, abi: str) -> str:
    """gcc's and clang's options for the extensions that an implementation needs on an ABI."""
    if abi == "arm64":
        named = sorted({ARMV8[w] for w in i.extensions() - {"neon"}})
        return "-march=" + "+".join(["armv8.2-a", *named]) if named else ""
    return " ".join(f"-m{DOTS.get(w, w)}" for w in sorted(i.extensions()))


def code_mk(cores: Sequence[CoreChoices], known: Known) -> str:
    """The objects of each ABI, and the options of each implementation."""
    text = f"VERSION = {VERSION}\n"
    for abi, its in _abis(cores):
        text += f"ifeq ($(ABI),{abi})\n"
        every = [(f, each) for core in its for f, some in core.choices.items() for each in some]
        levels = {(f, c.name): c.compiler.partition("_")[2] for f, c in reversed(every)}
        for (f, name), level in sorted(levels.items()):
            i, where = known[f][name], f"code/{f}_{name}"
            files = sorted(n for n in contents(i) if Path(n).suffix in SOURCES)
            objects = " ".join(f"{where}/{Path(n).stem}.o" for n in files)
            text += f"{abi} += {objects}\n{where}/%.o: NAME = {namespace(i)}\n"
            text += f"{where}/%.o: WORDS = {options(i, abi)}\n"
            text += f"{where}/%.o: LEVEL = {level or '-O3'}\n"
        text += "endif\n"
    return text


def answers(names: Sequence[str]) -> str:
    """Known answers in C."""
    found = ""
    for line in ANSWERS.read_text(encoding="ascii").splitlines()[1:]:
        function, n, digest = line.split("\t")[:3]
        if function in names and int(n) <= 1 << 14:
            found += f'    {{"{function}", shootout_{function}, {n}, "{digest}"}},\n'
    return found


def readme(cores: Sequence[CoreChoices], kept: str) -> str:
    """The first choice of each core in a table."""
    rows = ""
    for core in cores:
        for f, some in core.choices.items():
            rows += f"| {' | '.join([core.name, core.abi, f, some[0].name, *some[0].figures])} |\n"
    return (TEMPLATES / "README").read_text("utf-8").format(version=VERSION, kept=kept) + rows
