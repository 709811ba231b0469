"""What an unfinished run has measured so far; it goes on from here when ./do is called again."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from ..common.atomic import appear, sweep
from ..common.errors import Trouble


@dataclass
class Journal:
    """A file of events, one JSON array a line: a key, and the result lines that belong to it.

    An event is on the disk before the next one starts. A line cut off by a crash is
    forgotten when the journal is opened.
    """

    file: Path
    events: dict[str, list[str]] = field(default_factory=dict)

    @staticmethod
    def open(file: Path, fresh: bool = False) -> Journal:
        """Reads what is there; `fresh` sets it aside first, and deletes nothing."""
        file.parent.mkdir(parents=True, exist_ok=True)
        sweep(file.parent)
        if fresh and file.exists():
            file.replace(file.with_name(f"{file.stem}-{os.getpid()}-set-aside"))
        journal = Journal(file)
        whole = 0
        if file.exists():
            data = file.read_bytes()
            for line in data.splitlines(keepends=True):
                try:
                    key, lines = json.loads(line)
                except ValueError:
                    break
                if not line.endswith(b"\n"):
                    break
                journal.events[key] = lines
                whole += len(line)
            if whole < len(data):
                os.truncate(file, whole)
        return journal

    def __contains__(self, key: str) -> bool:
        return key in self.events

    def add(self, key: str, lines: list[str]) -> None:
        """Writes an event; raises Trouble when the disk is full, and keeps what there was."""
        size = self.file.stat().st_size if self.file.exists() else 0
        try:
            with self.file.open("ab") as f:
                f.write(json.dumps([key, lines]).encode() + b"\n")
                f.flush()
                os.fsync(f.fileno())
        except OSError as e:
            os.truncate(self.file, size)
            raise Trouble(
                f"{self.file}: {e.strerror}. What was measured before is kept: make room, "
                "then run ./do again."
            ) from e
        self.events[key] = lines

    def forget(self, keys: set[str]) -> None:
        """These events are saved elsewhere; others, of another part of the plan, stay."""
        self.events = {key: lines for key, lines in self.events.items() if key not in keys}
        with appear(self.file, replace=True) as file:
            for event in self.events.items():
                file.write(json.dumps(event).encode() + b"\n")
