"""Parts of a run: which there are, what is told before the first, what an interrupt leaves."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from conftest import ROOT, do, need_compiler
from shootout.build.cells import combine
from shootout.commands.languages import LANGUAGES
from shootout.common.progress import BAR
from shootout.results.reader import read
from shootout.run import driver, first
from shootout.run.options import RunOptions
from shootout.run.state import Run

from .test_driver import ROUNDS, start, wait_for
