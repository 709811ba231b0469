"""The folders of the checkout, and the environment variables that move some of them."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CRYPTO_HASH = Path(os.environ.get("SHOOTOUT_CRYPTO_HASH", ROOT / "crypto_hash")).absolute()
# The functions of this checkout, whose sets are the sets of reports.
FUNCTIONS = ROOT / "crypto_hash"
OKCOMPILERS = Path(os.environ.get("SHOOTOUT_OKCOMPILERS", ROOT / "okcompilers"))
MEASURE = ROOT / "measure"
# Tables kept by hand, which SHOOTOUT_DATA does not move.
KNOWN = ROOT / "scripts" / "shootout" / "known"
DATA = Path(os.environ.get("SHOOTOUT_DATA", ROOT / "data")).absolute()
GRAPHS = DATA.with_name("graphs")  # beside data/, wherever that is
MINE = GRAPHS / "mine"  # those of the owner of a clone, which git ignores
BUILD = Path(os.environ.get("SHOOTOUT_BUILD", ROOT / "build")).absolute()
STORE = BUILD / "store"  # of ./do store
TRIALS = BUILD / "trials"  # results of code that is being written
NOTES = BUILD / "notes"  # of the last run
SUFFIXES = (".tar.gz", ".data", ".data.gz")  # of result files, ours and SUPERCOP's


def short(path: Path) -> str:
    """The path as seen from the folder that the user is in."""
    here = Path.cwd()
    return str(path.relative_to(here) if here in path.parents else path)
