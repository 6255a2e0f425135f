"""Course sites for the tests: pages of another origin with our frames in them."""

import contextlib
import http.server
import threading
import time

from app.web.assets import folder
from app.web.embed_builder import PLACEHOLDER, origin
from tests.conftest import until

LISTENER = (folder("static") / "js" / "embed-host.js").read_text()
# What WordPress does with a frame that it does not trust, and how it takes a height: from its own frame, by the secret it gave.
WORDPRESS = """addEventListener("message", ({ data, source }) => {
  if (!data || !(data.secret || data.message || data.value) || /[^a-zA-Z0-9]/.test(data.secret)) return;
  for (const frame of document.querySelectorAll(`iframe[data-secret="${data.secret}"]`)) {
    if (frame.contentWindow === source && data.message === "height") frame.height = Math.min(Math.max(parseInt(data.value, 10), 200), 1000);
  }
});"""

NO_STORAGE = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}
Object.defineProperty(document, "cookie", { get() { throw new DOMException("blocked", "SecurityError"); } });"""


@contextlib.contextmanager
def hosting():
    """A function that puts a page on a site of its own, at another loopback address, and returns where it is."""
    pages = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = pages.get(self.path)
            self.send_response(200 if body else 204)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write((body or "").encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.2", 0), Handler) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()

        def put(body):
            path = f"/{len(pages)}"
            pages[path] = body
            return f"http://127.0.0.2:{site.server_port}{path}"

        yield put
        site.shutdown()


def course_page(server, frames, style="", listener=LISTENER):
    """A long page with a text box that has the focus, our frames in a column, and something that listens to them."""
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
<style>body {{ margin: 8px; {style} }} iframe {{ border: 0; display: block; width: 100%; }}</style>
<p><label>Notes <input id="notes" autofocus></label></p><p class="space" style="height: 300px">Text</p>
{frames}
<p style="height: 2000px">More text</p>
<script>{listener.replace(PLACEHOLDER, origin(server))}</script>"""


def frame(address, more='height="400"'):
    """One of our frames, as a course site writes it."""
    return f'<iframe src="{address.replace("&", "&amp;")}" title="FSDP walkthrough" {more}></iframe>'


def at_rest(frame):
    """Wait until a frame has shown what it was asked for."""
    until(frame, "'scripted' in document.documentElement.dataset && Walkthrough.pace.still() && Walkthrough.store.settled()")
    frame.wait_for_timeout(100)  # its height is told in the next frame and set in the one after


def move(frame, name, to=0):
    """Move a slider as a finger does, without giving it the focus."""
    frame.evaluate(
        """([name, to]) => {
          const range = document.querySelector(`[data-control=${name}] [data-range]`);
          range.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
          range.value = to;
          range.dispatchEvent(new Event("input", { bubbles: true }));
          document.dispatchEvent(new PointerEvent("pointerup"));
        }""",
        [name, to],
    )
    at_rest(frame)


def words(inside):
    return inside.evaluate("document.querySelector('[data-sentence]').textContent")


def assert_high(page, number=0):
    """The frame is as high as what is in it, within two pixels, and nothing in it scrolls to the side."""
    element = page.locator("iframe").nth(number)
    inside = element.element_handle().content_frame()
    deadline = time.monotonic() + 15
    while abs(given := element.bounding_box()["height"] - (high := inside.evaluate("document.body.getBoundingClientRect().height"))) > 2:
        assert time.monotonic() < deadline, f"{inside.url} is {high} high, and its frame {given} more"
        page.wait_for_timeout(30)
    assert inside.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def assert_at_home(page, number=0, plotly=False, place=0):
    """The figure is drawn, the sliders are live, the height is right, and the course page keeps its focus, its place and its wheel."""
    inside = page.locator("iframe").nth(number).element_handle().content_frame()
    at_rest(inside)
    assert inside.evaluate("document.querySelector('.plot > .drawing').getBoundingClientRect().height") > 100
    assert page.evaluate("[document.activeElement.id, scrollY]") == ["notes", place]
    before = words(inside)
    move(inside, "gpus")
    assert words(inside) != before
    assert page.evaluate("[document.activeElement.id, scrollY]") == ["notes", place]
    assert_high(page, number)
    until(inside, "document.documentElement.scrollHeight - innerHeight <= 2")
    point_at(page, inside, page.locator("iframe").nth(number).bounding_box())
    if plotly:
        until(inside, "Walkthrough.interactive.settled()", seconds=30)  # pointed at, it is Plotly's
        assert inside.evaluate("Boolean(document.querySelector('.plot .svg-container'))")
    page.mouse.wheel(0, 120)
    until(page, f"scrollY === {place + 120}")


def point_at(page, inside, box):
    """Move the pointer over the figure of a frame, in and out, until the frame has noticed: a busy one may miss the first time."""
    for way in range(20):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + (150 if way % 2 else -20))
        page.wait_for_timeout(30)
        if way % 2 and inside.evaluate("Boolean(document.querySelector('link[rel=preload]'))"):
            return
