"""Where things are, seen from the top of the checkout."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CRYPTO_HASH = Path(os.environ.get("SHOOTOUT_CRYPTO_HASH", ROOT / "crypto_hash")).absolute()
OKCOMPILERS = Path(os.environ.get("SHOOTOUT_OKCOMPILERS", ROOT / "okcompilers"))
MEASURE = ROOT / "measure"
KNOWN = ROOT / "scripts" / "shootout" / "known"
"""Tables kept by hand, which SHOOTOUT_DATA does not move."""
DATA = Path(os.environ.get("SHOOTOUT_DATA", ROOT / "data")).absolute()
BUILD = Path(os.environ.get("SHOOTOUT_BUILD", ROOT / "build")).absolute()
