"""Is the server alive, and can it serve the walkthrough?"""

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.presentation import present
from app.web.assets import Assets
from app.web.plotly import version


def health(assets: Assets) -> list[Route]:
    """`/healthz`: the process answers. `/readyz`: every page can be computed and the script of the figures is there."""

    async def healthz(_: Request) -> JSONResponse:
        return JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})

    async def readyz(_: Request) -> JSONResponse:
        pages = [present(step, Scenario()).step.slug for step in PAGES]
        ready = assets.plotly.is_file()
        plotly = {"bundle": assets.plotly.name, "version": version(assets.plotly) if ready else None}
        content = {"status": "ready" if ready else "not ready", "pages": pages, "plotly": plotly}
        return JSONResponse(content, status_code=200 if ready else 503, headers={"Cache-Control": "no-store"})

    return [Route("/healthz", healthz), Route("/readyz", readyz)]
