"""A real browser: Chromium, over the pipe of its own protocol."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars
    --disable-background-networking --disable-component-update --disable-sync
    --remote-debugging-pipe"""
# Gives two pipes the numbers 3 and 4, from which a browser takes commands and to which it answers.
MOVE = """import fcntl, os, sys
pipes = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
for number, pipe in enumerate(pipes, 3):
    os.dup2(pipe, number)
os.execv(sys.argv[3], sys.argv[3:])"""


class Browser:
    """Commands go to its file descriptor 3 and answers come from 4, each ended by a zero."""

    def __init__(self, profile: Path) -> None:
        to, self._from = os.pipe(), os.pipe()
        command = [cast(str, CHROMIUM), *FLAGS.split(), f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", MOVE, str(to[0]), str(self._from[1]), *command],
            pass_fds=(to[0], self._from[1]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to[0])
        os.close(self._from[1])
        self._to, self._rest, self._number = to[1], b"", 0
        self.session, self.tab = "", ""
        self.events: list[dict[str, Any]] = []

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command and its answer; events that come in between are kept."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return cast("dict[str, Any]", answer["result"])
            self.events.append(answer)

    def wait(self, method: str) -> None:
        """Until the browser has told of this event."""
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self._receive())

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._from[0], 1 << 20)
            assert piece, "the browser has ended"
            self._rest += piece
        text, _, self._rest = self._rest.partition(b"\0")
        return cast("dict[str, Any]", json.loads(text))

    def close(self) -> None:
        self.session = ""
        try:
            self.send("Browser.close")
        except (AssertionError, OSError):
            self.process.kill()
        self.process.wait(20)
        os.close(self._to)
        os.close(self._from[0])


class Tab:
    """A page that is open."""

    def __init__(
        self, browser: Browser, path: Path, width: int = 1200, hash: str = "", dark: bool = False
    ) -> None:
        self.browser = browser
        browser.session = ""
        old = browser.tab
        browser.tab = browser.send("Target.createTarget", url="about:blank")["targetId"]
        if old:
            browser.send("Target.closeTarget", targetId=old)
        attached = browser.send("Target.attachToTarget", targetId=browser.tab, flatten=True)
        browser.session = attached["sessionId"]
        browser.events.clear()
        for domain in ("Runtime", "Log", "Page", "Network"):
            browser.send(f"{domain}.enable")
        self.resize(width)
        self.dark(dark)
        browser.send("Page.navigate", url=path.as_uri() + hash)
        browser.wait("Page.loadEventFired")
        self.until("document.documentElement.dataset.ready === 'yes'")

    def resize(self, width: int, height: int = 900) -> None:
        size = {"width": width, "height": height}
        self.browser.send(
            "Emulation.setDeviceMetricsOverride", deviceScaleFactor=1, mobile=False, **size
        )

    def dark(self, on: bool) -> None:
        feature = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.browser.send("Emulation.setEmulatedMedia", features=[feature])

    def run(self, script: str) -> Any:
        """The value of an expression; of a promise what it comes to."""
        done = self.browser.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def until(self, condition: str) -> None:
        """Waits for a condition, frame by frame."""
        waiting = f"""new Promise((done, failed) => {{
            const end = Date.now() + 15000;
            const look = () => {condition} ? done() : Date.now() > end
                ? failed(Error("never: " + {json.dumps(condition)})) : setTimeout(look, 10);
            look(); }})"""
        self.run(waiting)

    def settle(self) -> None:
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def key(self, name: str) -> None:
        code = {"Enter": 13, " ": 32, "Tab": 9, "Escape": 27}.get(name, 0)
        text = {"Enter": "\r", " ": " "}.get(name, "")
        known = {"key": name, "code": name, "windowsVirtualKeyCode": code}
        for kind, said in (("keyDown", text), ("keyUp", "")):
            self.browser.send("Input.dispatchKeyEvent", type=kind, text=said, **known)
        self.settle()

    def mouse(self, kind: str, x: float, y: float) -> None:
        button = "none" if kind == "mouseMoved" else "left"
        self.browser.send(
            "Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1
        )

    def click(self, selector: str) -> None:
        x, y = self.run(f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            e.scrollIntoView({{block: "center"}}); const b = e.getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]; }})()""")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.mouse(kind, x, y)
        self.settle()

    def enter(self, selector: str, value: str, event: str) -> None:
        """Gives a control a value, as a reader would."""
        self.run(f"""(() => {{ const control = document.querySelector({json.dumps(selector)});
            control.value = {json.dumps(value)};
            control.dispatchEvent(new Event({json.dumps(event)})); }})()""")
        self.settle()

    def card(self) -> str:
        """The text of the card; empty while it is hidden."""
        script = (
            "(({hidden, innerText}) => hidden ? '' : innerText)(document.querySelector('#card'))"
        )
        return cast(str, self.run(script))

    def noise(self) -> list[str]:
        """Messages of the console, and requests for anything but the page."""
        found = []
        for event in self.browser.events:
            method, about = event.get("method", ""), event.get("params", {})
            if method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
                found.append(json.dumps(about)[:400])
            if method == "Network.requestWillBeSent":
                url = about["request"]["url"]
                if not url.startswith(("file:", "data:")):
                    found.append(url)
        return found
