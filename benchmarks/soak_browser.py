"""Ten thousand slider movements in one page: `python benchmarks/soak_browser.py --movements 10000`.

Drags the sliders of a step in Chromium, now one and now another, in bursts of frames with a rest between, and looks after each tenth of
them at the heap (garbage collected first), the nodes and the listeners. Prints one table and ends with 1 where any of them grew or the page
complained. Needs playwright and a Chromium (CHROMIUM in the environment, or one of the usual names).
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import sync_playwright

from app.steps.catalog import STEPS
from benchmarks.load import start
from tests.conftest import FLAGS, chromium_path

BURST = 25  # movements without a rest, one a frame
MOVE = """([at, moves]) => new Promise((done) => {
  const ranges = document.querySelectorAll('input[type="range"]');
  const range = ranges[at % ranges.length];
  range.focus({ preventScroll: true });
  const next = () => {
    if (!moves.length) { range.dispatchEvent(new Event("change", { bubbles: true })); return requestAnimationFrame(done); }
    range.value = Number(range.min) + Math.round(moves.pop() * (Number(range.max) - Number(range.min)));
    range.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(next);
  };
  next();
})"""


def main():
    """Drag, look, tell."""
    parser = argparse.ArgumentParser(description="Slider movements in one page with a look at its memory.")
    parser.add_argument("--movements", type=int, default=10_000)
    parser.add_argument("--step", default="persistent-memory", choices=[step.slug for step in STEPS])
    parser.add_argument("--minutes", type=float, default=30, help="end after so many in any case")
    chosen = parser.parse_args()
    server, port = start(1)
    try:
        looks, faults = soaked(chosen, f"http://127.0.0.1:{port}/steps/{chosen.step}")
    finally:
        server.terminate()
        server.wait(30)
    print(f"{looks[-1]['movements']:,} slider movements on {chosen.step}, {time.strftime('%Y-%m-%d')}\n")
    print("| movements | heap MB | nodes | listeners | seconds |\n| --- | --- | --- | --- | --- |")
    for look in looks:
        print(f"| {look['movements']:,} | {look['heap']:.1f} | {look['nodes']:,} | {look['listeners']:,} | {look['seconds']:.0f} |")
    settled, last = looks[min(2, len(looks) - 1)], looks[-1]
    grown = [name for name, slack in (("heap", 2), ("nodes", 200), ("listeners", 50)) if last[name] > 1.1 * settled[name] + slack]
    print("", f"Grown: {', '.join(grown) or 'nothing'}. Complaints of the page: {len(faults)}.", *faults[:10], sep="\n")
    sys.exit(1 if grown or faults else 0)


def soaked(chosen, address):
    """What was seen after each tenth of the movements, and what the page complained about."""
    faults, looks, chance = [], [], random.Random(1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), headless=True, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if line.type in ("error", "warning") else None)
        page.goto(address)
        page.wait_for_timeout(3000)
        protocol = page.context.new_cdp_session(page)
        protocol.send("Performance.enable")
        began, done = time.monotonic(), 0
        looks.append(look(protocol, done, began))
        while done < chosen.movements and time.monotonic() - began < 60 * chosen.minutes:
            page.evaluate(MOVE, [chance.randrange(100), [chance.random() for _ in range(BURST)]])
            done += BURST
            page.wait_for_timeout(chance.choice((0, 30, 200)))
            if done % max(BURST, chosen.movements // 10) < BURST:
                page.wait_for_timeout(500)
                looks.append(look(protocol, done, began))
        browser.close()
    return looks, faults


def look(protocol, movements, began):
    """Heap in MB after a collection of garbage, nodes and listeners."""
    protocol.send("HeapProfiler.collectGarbage")
    seen = {metric["name"]: metric["value"] for metric in protocol.send("Performance.getMetrics")["metrics"]}
    return {
        "movements": movements, "heap": seen["JSHeapUsedSize"] / 1e6, "nodes": int(seen["Nodes"]),
        "listeners": int(seen["JSEventListeners"]), "seconds": time.monotonic() - began,
    }  # fmt: skip


if __name__ == "__main__":
    main()
