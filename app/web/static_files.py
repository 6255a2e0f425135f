"""Static files over HTTP: a fingerprinted path never expires, an old one still answers with what there is now."""

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.web.answers import FOREVER, PAGE_CACHE, Answers
from app.web.assets import Assets

DAY = "public, max-age=86400"
ROBOTS = b"User-agent: *\nDisallow: /api/\nDisallow: /*/live\nDisallow: /*/sweep\n"  # every page may be indexed; its data need not


def static_files(answers: Answers, assets: Assets) -> list[Route]:
    """`/static/<fingerprint>/<name>`, compressed as the browser accepts it; the icon and the rules for crawlers at their usual places."""

    async def static_file(request: Request) -> Response:
        fingerprint, name = request.path_params["fingerprint"], request.path_params["name"]
        if name not in assets:
            raise HTTPException(404)
        cache = FOREVER if fingerprint == assets.fingerprint else PAGE_CACHE
        if known := answers.known(request, cache):
            return known
        encoding = assets.encoding(name, request.headers.get("accept-encoding", ""))
        body = assets.held(name, encoding)
        if body is None:
            body = await run_in_threadpool(assets.content, name, encoding)
        headers = {"Content-Encoding": encoding} if encoding else {}
        return answers.give(request, body, assets.media_type(name), cache, headers, packed=False)

    async def favicon(request: Request) -> Response:
        return answers.known(request, DAY) or answers.give(request, assets.content("icon.svg"), "image/svg+xml", DAY)

    async def robots(request: Request) -> Response:
        return answers.known(request, DAY) or answers.give(request, ROBOTS, "text/plain", DAY)

    return [
        Route("/static/{fingerprint}/{name:path}", static_file),
        Route("/favicon.ico", favicon),
        Route("/robots.txt", robots),
    ]
