"""Course sites for the tests: pages of another origin with our frames in them."""

import contextlib
import http.server
import threading

from app.web.assets import folder
from tests.conftest import until

LISTENER = (folder("static") / "js" / "embed-host.js").read_text()
# What WordPress does with a frame that it does not trust, and how it takes a height: from its own frame, by the secret it gave.
WORDPRESS = """addEventListener("message", ({ data, source }) => {
  if (!data || !(data.secret || data.message || data.value) || /[^a-zA-Z0-9]/.test(data.secret)) return;
  for (const frame of document.querySelectorAll(`iframe[data-secret="${data.secret}"]`)) {
    if (frame.contentWindow === source && data.message === "height") frame.height = Math.min(Math.max(parseInt(data.value, 10), 200), 1000);
  }
});"""


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
    origin = "/".join(server.split("/")[:3])
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title>
<style>body {{ margin: 8px; {style} }} iframe {{ border: 0; display: block; width: 100%; }}</style>
<p><label>Notes <input id="notes" autofocus></label></p><p class="space" style="height: 300px">Text</p>
{frames}
<p style="height: 2000px">More text</p>
<script>{listener.replace("https://walkthrough.example", origin)}</script>"""


def frame(address, more='height="400"'):
    """One of our frames, as a course site writes it."""
    return f'<iframe src="{address.replace("&", "&amp;")}" title="FSDP walkthrough" {more}></iframe>'


def at_rest(frame):
    """Wait until a frame has shown what it was asked for."""
    until(frame, "Boolean(window.Walkthrough?.pace?.still() && Walkthrough.store.settled())")
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
