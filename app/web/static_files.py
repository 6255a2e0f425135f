"""Static files over HTTP: a fingerprinted path never expires, an old one still answers with what there is now."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.answers import FOREVER, PAGE_CACHE, answer
from app.web.assets import Assets


def static_files(assets: Assets) -> APIRouter:
    """`/static/<fingerprint>/<name>`, compressed as the browser accepts it."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/static/{fingerprint}/{name:path}", methods=["GET", "HEAD"])
    async def static_file(request: Request, fingerprint: str, name: str) -> Response:
        if name not in assets:
            raise HTTPException(404)
        encoding = assets.encoding(name, request.headers.get("accept-encoding", ""))
        body = await run_in_threadpool(assets.content, name, encoding)
        headers = {"Vary": "Accept-Encoding", "Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Origin": "*"}
        if encoding:
            headers["Content-Encoding"] = encoding
        cache = FOREVER if fingerprint == assets.fingerprint else PAGE_CACHE
        return answer(request, body, assets.media_type(name), cache, headers)

    return router
