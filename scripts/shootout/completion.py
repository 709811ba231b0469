"""./do completion SHELL: what the shell needs to complete commands and options, from the parser."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator

from .common.parser import Parser

SHELLS = ("bash", "zsh", "fish")
HOW = {
    "bash": "source <(./do completion bash), perhaps in ~/.bashrc with the path of ./do",
    "zsh": "source <(./do completion zsh), in ~/.zshrc after compinit",
    "fish": "./do completion fish | source, or into ~/.config/fish/completions/do.fish",
}
# Functions and implementations are the folders beside ./do.
PATTERNS = "PATTERN"

BASH = """\
# {how}
_shootout() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${{COMP_WORDS[i]}} in {commands}) command=${{COMP_WORDS[i]}}; break ;; esac
    done
    local words= top=${{COMP_WORDS[0]%/*}}/crypto_hash
    case $command/$before in
{choices}
    *) case $command in
{options}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _shootout do ./do
"""


def _options(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    return (a for a in parser._actions if a.option_strings and a.help != argparse.SUPPRESS)


def _takes_patterns(parser: argparse.ArgumentParser) -> bool:
    return any(a.metavar == PATTERNS for a in parser._actions)


def bash(parser: Parser) -> str:
    """The function for bash; zsh understands it by bashcompinit."""
    choices, options = [], []
    for name, each in {"": parser, **parser.parsers()}.items():
        words = [word for a in _options(each) for word in a.option_strings]
        words += [] if name else list(parser.parsers())
        here = '" $(cd "$top" 2>/dev/null && echo *)"' if _takes_patterns(each) else ""
        label = name or '""'
        options.append(f"        {label}) words={shlex.quote(' '.join(words))}{here} ;;")
        for action in _options(each):
            if action.choices:
                given = shlex.quote(" ".join(map(str, action.choices)))
                for word in action.option_strings:
                    choices.append(f"    {name}/{word}) words={given} ;;")
    for name, each in parser.parsers().items():
        for action in each._actions:
            if not action.option_strings and action.choices:
                given = shlex.quote(" ".join(map(str, action.choices)))
                choices.append(f"    {name}/{name}) words={given} ;;")
    return BASH.format(
        how=HOW["bash"], commands="|".join(parser.parsers()), choices="\n".join(choices),
        options="\n".join(options),
    )  # fmt: skip


def zsh(parser: Parser) -> str:
    """The same function, with what makes zsh understand it."""
    text = bash(parser).replace(HOW["bash"], HOW["zsh"])
    return f"autoload -U +X bashcompinit && bashcompinit\n{text}"


def fish(parser: Parser) -> str:
    """A line for each command and option."""
    lines = [f"# {HOW['fish']}", "complete -c do -e"]
    every = " ".join(parser.parsers())
    for name, each in {"": parser, **parser.parsers()}.items():
        only = f"__fish_seen_subcommand_from {name}" if name else "__fish_use_subcommand"
        when = f"-n {shlex.quote(only)}"
        if name:
            no = shlex.quote(f"not __fish_seen_subcommand_from {every}")
            about = shlex.quote(_help(parser, name))
            lines.append(f"complete -c do -n {no} -f -a {name} -d {about}")
        for action in each._actions:
            if not action.option_strings:
                if action.choices and name:
                    given = shlex.quote(" ".join(map(str, action.choices)))
                    lines.append(f"complete -c do {when} -f -a {given}")
                continue
            words = " ".join(
                f"-l {w[2:]}" if w.startswith("--") else f"-s {w[1:]}"
                for w in action.option_strings
            )
            needs = " -r" if action.nargs != 0 else ""
            if action.choices:
                needs = f" -x -a {shlex.quote(' '.join(map(str, action.choices)))}"
            about = shlex.quote((action.help or "").replace("%%", "%"))
            lines.append(f"complete -c do {when} {words}{needs} -d {about}")
    return "\n".join(lines) + "\n"


def _help(parser: Parser, name: str) -> str:
    """The help of a command."""
    for action in parser._actions:
        for choice in getattr(action, "_choices_actions", ()):
            if choice.dest == name:
                return choice.help or ""
    return ""


def register(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], parser: Callable[[], Parser]
) -> None:
    """Add `completion` to the command line."""
    made = {"bash": bash, "zsh": zsh, "fish": fish}

    def main(args: argparse.Namespace) -> int:
        print(made[args.shell](parser()), end="")
        return 0

    own = subparsers.add_parser(
        "completion", help="print what makes a shell complete commands and options",
        description="\n".join(["Prints it for a shell, to be used so:", "", *HOW.values()]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    own.add_argument("shell", choices=SHELLS)
    own.set_defaults(func=main)
