"""How fast figures come and follow a slider, beside a floor and other tools: `python benchmarks/browser.py [--peers]`.

Needs Chromium. What is measured stands in subjects.py; `--peers` also sets up Dash, Panel, Streamlit and Gradio and measures them the same
way, in the same run. A figure is there in the first frame in which its bars are; a step is painted in the first frame after the figure's
elements changed; a drag holds down an arrow key. Prints one table.
"""

import argparse
import contextlib
import os
import platform
import shutil
import statistics
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.subjects import FILES, OTHERS, OURS, Subject, running

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
STEPS, DRAG_SECONDS = 15, 1.5
HEADINGS = (
    "what", "KB in all, requests", "KB before the figure", "figure, cold", "at 10 Mbit/s, 40 ms", "hover ready, cold",
    "at 10 Mbit/s, 40 ms", "step to paint, median/p95", "the same, 200 ms away", "figures/s in a drag", "the same, 200 ms away",
)  # fmt: skip
HOVER = ".bars .point path, .plot-container .scatterlayer path, .plot-container .shapelayer path"  # what Plotly has drawn

BEFORE = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ responseEnd }) => responseEnd <= bench.first).reduce((sum, { transferSize }) => sum + transferSize, 0)"""
WATCH = """
(() => {
  // Some tools draw in shadow trees.
  const find = (selector, root = document) => root.querySelector(selector) ??
    [...root.querySelectorAll("*")].filter((each) => each.shadowRoot).map((each) => find(selector, each.shadowRoot)).find(Boolean);
  const there = (box) => [...box.querySelectorAll(BARS)].some((bar) => bar.getBoundingClientRect().height > 0);
  window.bench = { first: 0, ready: 0, frames: 0, pressed: 0, painted: [] };
  let changed = false;
  const frame = () => {
    const box = bench.box?.isConnected ? bench.box : find(FIGURE);
    if (box && !bench.first && there(box)) bench.first = performance.now();
    if (box && !bench.ready && box.querySelector(HOVER)) bench.ready = performance.now();
    if (box && box !== bench.box) {
      bench.box = box; // tools replace it
      new MutationObserver(() => (changed = true)).observe(box, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    if (changed) {
      changed = false;
      bench.frames += 1;
      if (bench.pressed) { bench.painted.push(performance.now() - bench.pressed); bench.pressed = 0; }
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  addEventListener("keydown", () => { if (!bench.pressed) bench.pressed = performance.now(); }, true);
})();
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--peers", action="store_true", help="set up and measure other tools too")
    arguments = parser.parse_args()
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    print(f"| {' | '.join(HEADINGS)} |")
    print(f"|{' --- |' * len(HEADINGS)}")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"), args=FLAGS)
        for subject in (*FILES, *OURS, *(OTHERS if arguments.peers else ())):
            with running(subject) as address:
                print(row(chromium, subject, address), flush=True)
        chromium.close()


def row(chromium, subject: Subject, address: str) -> str:
    """One line of the table."""
    loads = [load(chromium, subject, address, None) for _ in range(3)]
    slow = [load(chromium, subject, address, (40, 10_000_000 / 8)) for _ in range(3)]
    near, far = moving(chromium, subject, address, 0), moving(chromium, subject, address, 200)
    cells = (
        subject.name,
        f"{loads[0].kilobytes:.0f}, {loads[0].requests}",
        f"{loads[0].before:.0f}",
        *(seconds(getattr(load, name) for load in several) for name in ("first", "ready") for several in (loads, slow)),
        near[0],
        far[0],
        near[1],
        far[1],
    )
    return f"| {' | '.join(cells)} |"


def seconds(milliseconds: Iterable[float]) -> str:
    """The median in seconds; a dash where it never happened."""
    median = statistics.median(milliseconds)
    return f"{median / 1000:.2f} s" if median else "–"


@dataclass(frozen=True)
class Load:
    """One load with an empty cache: milliseconds to the figure and to hovering, and what was sent until the page was quiet."""

    first: float
    ready: float
    before: float  # kilobytes of the responses that had come before the figure was there
    kilobytes: float
    requests: int


def load(chromium, subject: Subject, address: str, network: tuple[float, float] | None) -> Load:
    """Load a page once and watch it until it has been quiet for a while."""
    with opened(chromium, subject, network) as (page, session):
        sizes: list[int] = []
        session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        page.goto(address + subject.path)
        wait_for(page, "bench.first > 0")
        page.wait_for_timeout(4000 if network else 2500)
        first, ready, before = page.evaluate(f"[bench.first, bench.ready, ({BEFORE})()]")
        return Load(first, ready, before / 1000, sum(sizes) / 1000, len(sizes))


def moving(chromium, subject: Subject, address: str, delay: float) -> tuple[str, str]:
    """Median and 95th percentile from key to paint, and figures a second while a key is held."""
    with opened(chromium, subject, (delay, -1) if delay else None) as (page, _):
        page.goto(address + subject.path)
        wait_for(page, "bench.first > 0")
        page.wait_for_timeout(3000)
        slider = page.locator(subject.slider).first
        slider.hover(force=True)
        slider.focus()
        page.wait_for_timeout(1500)
        page.evaluate("bench.painted = []")
        for turn in range(STEPS):
            page.evaluate("bench.pressed = 0")
            page.keyboard.press("ArrowRight" if turn % 2 else "ArrowLeft")
            page.wait_for_timeout(700 + 2 * delay)
        painted = sorted(page.evaluate("bench.painted")) or [float("nan")]
        page.evaluate("bench.frames = 0")
        began = time.monotonic()
        while time.monotonic() - began < DRAG_SECONDS:
            turn += 1
            page.keyboard.press("ArrowRight" if turn // 15 % 2 else "ArrowLeft")
            page.wait_for_timeout(8)
        seconds = time.monotonic() - began
        frames = page.evaluate("bench.frames")
        return f"{statistics.median(painted):.0f}/{painted[int(0.95 * (len(painted) - 1))]:.0f} ms", f"{frames / seconds:.0f}"


@contextlib.contextmanager
def opened(chromium, subject: Subject, network: tuple[float, float] | None):
    """A page in a context of its own, watched, perhaps at a distance (milliseconds, bytes a second)."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCH.replace("FIGURE", repr(subject.figure)).replace("BARS", repr(subject.bars)).replace("HOVER", repr(HOVER)))
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if network:
        latency, speed = network
        session.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": latency, "downloadThroughput": speed, "uploadThroughput": speed},
        )
    yield page, session
    context.close()


def wait_for(page, expression: str) -> None:
    """Up to a minute, without evaluating strings in the page."""
    deadline = time.monotonic() + 60
    while not page.evaluate(expression):
        if time.monotonic() > deadline:
            raise TimeoutError(expression)
        page.wait_for_timeout(20)


if __name__ == "__main__":
    main()
