"""Is the server alive, and can it serve the walkthrough?"""

from fastapi import APIRouter
from starlette.responses import JSONResponse

from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.presentation import present
from app.web.answers import READ
from app.web.assets import Assets
from app.web.plotly import version


def health(assets: Assets) -> APIRouter:
    """`/healthz`: the process answers. `/readyz`: every page can be computed and the script of the figures is there."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/healthz", methods=READ)
    async def healthz() -> JSONResponse:
        return JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})

    @router.api_route("/readyz", methods=READ)
    async def readyz() -> JSONResponse:
        pages = [present(step, Scenario()).step.slug for step in PAGES]
        ready = assets.plotly.is_file()
        plotly = {"bundle": assets.plotly.name, "version": version(assets.plotly) if ready else None}
        content = {"status": "ready" if ready else "not ready", "pages": pages, "plotly": plotly}
        return JSONResponse(content, status_code=200 if ready else 503, headers={"Cache-Control": "no-store"})

    return router
