"""Static files over HTTP: a fingerprinted path never expires, an old one still answers with what there is now."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.answers import FOREVER, PAGE_CACHE, READ, answer
from app.web.assets import Assets

ROBOTS = b"User-agent: *\nDisallow: /api/\nDisallow: /*/live\nDisallow: /*/sweep\n"  # every page may be indexed; its data need not


def static_files(assets: Assets) -> APIRouter:
    """`/static/<fingerprint>/<name>`, compressed as the browser accepts it; the icon and the rules for crawlers at their usual places."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/static/{fingerprint}/{name:path}", methods=READ)
    async def static_file(request: Request, fingerprint: str, name: str) -> Response:
        if name not in assets:
            raise HTTPException(404)
        encoding = assets.encoding(name, request.headers.get("accept-encoding", ""))
        body = await run_in_threadpool(assets.content, name, encoding)
        headers = {"Content-Encoding": encoding} if encoding else {}
        cache = FOREVER if fingerprint == assets.fingerprint else PAGE_CACHE
        return answer(request, body, assets.media_type(name), cache, headers)

    @router.api_route("/favicon.ico", methods=READ)
    async def favicon(request: Request) -> Response:
        return answer(request, assets.content("icon.svg"), "image/svg+xml", PAGE_CACHE)

    @router.api_route("/robots.txt", methods=READ)
    async def robots(request: Request) -> Response:
        return answer(request, ROBOTS, "text/plain", PAGE_CACHE)

    return router
