"""The command line: a table of commands, whose modules are imported when they are chosen."""

from __future__ import annotations

import argparse
import errno
import re
import shlex
import signal
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

from .common.errors import Trouble, Usage, near
from .common.folders import claim
from .common.named import escaped
from .common.paths import BUILD, DATA
from .common.process import NO_MORE
from .common.progress import BAR
from .common.terminal import folded, lead_nowhere, outlast_readers, warn
from .common.version import VERSION
from .results import cache
from .run.options import DEFAULTS, add_options

# The commands of each group: the line that tells what it does, and the module whose `register`
# adds its arguments to a parser.
COMMANDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "measure": {
        "run": ("build, verify, time and save a part, or everything", "shootout.commands.run"),
        "list": ("implementations and compilers, and which run here", "shootout.commands.listing"),
        "doctor": ("is this machine fit for timing? changes nothing", "shootout.commands.doctor"),
        "reproduce": ("time a figure of a result file again", "shootout.commands.reproduce"),
    },
    "compare": {
        "tables": ("print the figures of result files", "shootout.report.tables"),
        "graphs": ("draw the figures of result files", "shootout.report.graphs.graphs"),
        "page": ("build an interactive HTML page of result files", "shootout.report.page.page"),
        "compare": ("the ratio of two files or two implementations", "shootout.compare.compare"),
        "compilers": ("the best and the worst compiler", "shootout.compare.worth"),
        "history": ("the figures of a function, run after run", "shootout.compare.history"),
    },
    "write code": {
        "new": ("begin an implementation with a copy of another", "shootout.registry.new"),
        "export": ("crypto_hash as plain files for SUPERCOP", "shootout.registry.export"),
    },
    "publish": {
        "check": ("check result files by numbered rules", "shootout.commands.check"),
        "sign": ("sign result files with an ssh key", "shootout.results.sign"),
        "collect": ("check result files, then add them to data/", "shootout.commands.collect"),
    },
    "lab": {
        "explain": ("why code is as fast as it is", "lab.explain.explain"),
        "tune": ("search for a better order of instructions", "lab.tune.tune"),
        "claims": ("which statements of the papers hold, and where", "lab.claims.claims"),
        "java": ("Java by the paper's method: graphs/java.md, .pdf", "lab.hanser.hanser"),
        "energy": ("nanojoules per byte of the fastest code", "lab.energy.energy"),
        "fleet": ("run on each kind of node of a Slurm cluster", "lab.fleet.fleet"),
        "store": ("keep the figures of result files as Parquet", "lab.store.parquet"),
        "query": ("ask the store a question in SQL", "lab.store.query"),
        "library": ("a C library of what was measured as fastest", "lab.library.library"),
    },
}
EXAMPLES = """\
examples:
  ./do                              time the default set, then draw graphs
  ./do --quick                      the same within minutes
  ./do run blake256 'skein*/ref'    time a part
  ./do tables --all                 figures of every implementation
  ./do compare '*/ref' '*/opt64'    ratios, with confidence intervals
  ./do COMMAND --help               the options of a command
"""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, and where to read more."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, and end with status 2."""
        wrong = re.match(r"argument (\S+): invalid choice: '(.*?)' \(choose from (.*)\)", message)
        if wrong:
            what, word, choices = wrong.groups()
            known = [choice.strip("'") for choice in choices.split(", ")]
            if what == "COMMAND":
                message = f"{word}: no such command{near(word, known)}"
            else:
                message = f"{what} {word}: must be one of {', '.join(known)}"
        self.exit_with(re.sub(r"^argument (\S+): ", r"\1: ", message))

    def exit_with(self, message: str) -> NoReturn:
        """Print a message in this program's form, and end with status 2."""
        warn(f"./do: {message}")
        warn(f"{self.prog} --help lists what there is.")
        raise SystemExit(2)

    def known_options(self) -> list[str]:
        """The long options."""
        return [word for a in self._actions for word in a.option_strings if word[:2] == "--"]


class Late(Parser):
    """A parser that a `module` gives its arguments when it is first used."""

    module = ""

    def filled(self) -> Late:
        module, self.module = self.module, ""
        if module:
            import_module(module).register(self)
        return self

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        return super(Late, self.filled()).parse_known_args(args, namespace)


def parsers() -> tuple[Parser, dict[str, Late]]:
    """The parser of the whole line, and those of the commands by name."""
    told = "".join(
        f"\n{group}:\n" + "".join(f"  {name:11} {text}\n" for name, (text, _) in some.items())
        for group, some in COMMANDS.items()
    )
    parser = Parser(
        prog="./do",
        usage="./do [OPTION...] [COMMAND ...]",
        description="Times hash functions on this machine. With no command, runs the default set.\n"
        + told,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"shootout {VERSION}")
    add_options(parser)
    parser.set_defaults(func=_run, **DEFAULTS)
    words = parser.add_subparsers(
        dest="command", metavar="COMMAND", help=argparse.SUPPRESS, prog="./do", parser_class=Late
    )
    commands = {}
    for some in COMMANDS.values():
        for name, (_, module) in some.items():
            made = words.add_parser(name, formatter_class=argparse.RawDescriptionHelpFormatter)
            made.module, commands[name] = module, made
    return parser, commands


def _run(args: argparse.Namespace) -> int:
    """Run without the word."""
    return int(import_module(COMMANDS["measure"]["run"][1]).main(args))


def _unknown(of: Parser, word: str) -> NoReturn:
    """End because of a word that the command does not take."""
    if word.startswith("-"):
        of.exit_with(f"{word}: no such option{near(word, of.known_options())}")
    of.exit_with(f"{word}: one word too many")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return 0, 1 if something failed, 2 for wrong usage, 130 if interrupted."""
    parser, commands = parsers()
    words = sys.argv[1:] if argv is None else argv
    if words[:1] == ["help"]:
        argv = [*words[1:2], "--help"]
    try:
        args, more = parser.parse_known_args(argv)
    except SystemExit:  # it has printed its help
        try:
            sys.stdout.flush()
        except OSError as e:
            lead_nowhere(sys.stdout.fileno())
            warn(f"./do: standard output: {e.strerror}. Check disk space and permissions.")
            return 1
        raise
    if more:
        _unknown(commands.get(args.command, parser), more[0])
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if args.command in (None, "run"):
        outlast_readers()
    BAR.watch(args.command or "run")
    return _obey(args)


def _obey(args: argparse.Namespace) -> int:
    """Do what the command is for; the exit status, and a sentence for whatever went wrong."""
    try:
        for folder in (BUILD, DATA):
            claim(folder)
        cache.enable(BUILD / "cache")
        status: int = args.func(args)
        sys.stdout.flush()
        return status
    except Usage as e:
        warn(f"./do: {e}")
        return 2
    except Trouble as e:
        warn(f"./do: {e}")
        return 1
    except KeyboardInterrupt:
        again = f"{shlex.join(['./do', *sys.argv[1:]])} continues from there"
        print(f"\n{folded(f'./do: interrupted. Finished work is kept; {again}.')}", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has seen enough
        lead_nowhere(sys.stdout.fileno())
        return 0
    except BlockingIOError:
        warn(f"./do: {NO_MORE}")
        return 1
    except OSError as e:
        name = e.filename2 or e.filename  # of two it is the copy that has no room
        if isinstance(name, str):
            where = f"{escaped(name)}: "
        else:  # files that get a name tell it
            where = "" if e.errno == errno.ENOENT else "standard output or a temporary file: "
        try:
            sys.stdout.flush()
        except OSError:
            where = "standard output: "
            lead_nowhere(sys.stdout.fileno())
        warn(f"./do: {where}{e.strerror}. Check disk space and permissions.")
        return 1
