"""The parser of the command line: argparse with short messages that name near misses."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

from .errors import near
from .terminal import warn


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
    """A parser that `fill` gives its arguments when it is first used."""

    fill: Callable[[Late], object] | None = None

    def filled(self) -> Late:
        fill, self.fill = self.fill, None
        if fill:
            fill(self)
        return self

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        return super(Late, self.filled()).parse_known_args(args, namespace)
