"""The site’s own pages as files: asked for in this process, with addresses that lead from file to file."""

import asyncio
import posixpath
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from starlette.types import ASGIApp, Message

SOMEWHERE = "https://walkthrough.invalid"  # stands for the site’s origin until a page’s addresses are made relative

_ADDRESS = re.compile(rf'\b(href|src|action|data-carry|data-plotly|data-python)="(?:{re.escape(SOMEWHERE)})?(/[^"?#]*)([?#][^"]*)?"')
_HEAD = re.compile(r"<(?:link|meta)\b[^>]*>\n?")
_ANCHOR = re.compile(r"<a\b([^>]*)>(.*?)</a>", re.DOTALL)
_ITEM = re.compile(r'<li><a\b[^>]*\shref=""[^>]*>(?:(?!</a>).)*</a></li>\s*', re.DOTALL)  # of a menu
_STEP_ON = re.compile(r'<a rel="(?:prev|next)" href=""[^>]*>(?:(?!</a>).)*</a>', re.DOTALL)
_HOME_IN_BIBTEX = re.compile(rf"\n[^\n]*url\{{{re.escape(SOMEWHERE)}/\}}[^\n]*")
_LOST = re.compile(r'\shref=""')
_SERVED = re.compile(r"<(\w+)\b[^>]*\sdata-served\b[^>]*>.*?</\1>\s*", re.DOTALL)  # must not stand inside an element of its own kind
_FORM_BUTTON = re.compile(r"<p data-unscripted>.*?</p>", re.DOTALL)
NEEDS_SCRIPTS = (
    "<p data-unscripted>This is a copy without a server: its sliders need scripts, which are switched off or failed to load.</p>"
)


def ask(app: ASGIApp, path: str, query: str = "") -> bytes:
    """The body of one page, as the server would send it. Raises RuntimeError for an answer other than 200."""
    with ThreadPoolExecutor(1) as own:  # the caller’s thread may have a loop of its own
        return own.submit(asyncio.run, _ask(app, path, query)).result()


async def _ask(app: ASGIApp, path: str, query: str) -> bytes:
    scheme, _, host = SOMEWHERE.partition("://")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": scheme, "path": path,
        "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "headers": [(b"host", host.encode())],
        "client": ("127.0.0.1", 0), "server": (host, 443),
    }  # fmt: skip
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    if sent[0]["status"] != 200:
        raise RuntimeError(f"{path} answered {sent[0]['status']}")
    return b"".join(message.get("body", b"") for message in sent)


def moved(html: str, here: str, files: Mapping[str, str], home: str = "", link: str = "") -> str:
    """A page with every address of the site as one relative to the file `here`; `link` is the file that permalinks lead to, if another.

    `files` says where each path of the site lies. What does not lie there leads to `home`, the site that the copy was made from; without
    one such links become words, or go where they are all of a menu's entry, and what a head says about the site is left out.
    """

    def relative(found: re.Match[str]) -> str:
        name, path, rest = found[1], found[2], found[3] or ""
        target = files.get(path)
        if target is None:
            return f'{name}="{home}{path}{rest}"' if home and name == "href" else f'{name}=""'
        return f'{name}="{_relative(target, here)}{rest}"'

    html = _HEAD.sub(lambda link: _of_home(link[0], home), html)
    html = _ADDRESS.sub(relative, html)
    html = _STEP_ON.sub("", _ITEM.sub("", html))
    html = _ANCHOR.sub(lambda link: f"<span{_without_address(link[1])}>{link[2]}</span>" if _LOST.search(link[1]) else link[0], html)
    if not home:
        html = _HOME_IN_BIBTEX.sub("", html).replace("<body ", f'<body data-here="{_relative(link or here, here)}" ', 1)
    return html.replace(f"{SOMEWHERE}/", f"{home}/" if home else "").replace(SOMEWHERE, home)


def adapted(html: str, scripts: Mapping[str, str]) -> str:
    """A page without what only a server can do (`data-served`, the form's button), and with the scripts that stand in for one.

    `scripts`: their paths, and the attributes of their elements.
    """
    loaded = "".join(f'<script defer src="{path}" {attributes}></script>\n' for path, attributes in scripts.items())
    html = _FORM_BUTTON.sub(NEEDS_SCRIPTS, _SERVED.sub("", html))
    return html.replace("</head>", f"{loaded}</head>", 1)


def _of_home(element: str, home: str) -> str:
    """An element of a head: what describes the page to other sites names `home`, or goes; what only the site itself answers goes."""
    if 'rel="alternate"' in element or (SOMEWHERE in element and not home):
        return ""
    return element.replace(SOMEWHERE, home)


def _relative(target: str, here: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(here) or ".")


def _without_address(attributes: str) -> str:
    return re.sub(r'\s(?:href|data-carry|rel|target)="[^"]*"', "", attributes)
