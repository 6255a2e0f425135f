"""Is the server alive, and can it serve the walkthrough?"""

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.presentation import present
from app.web.assets import PLOTLY, Assets
from app.web.plotly import version


def health(assets: Assets) -> list[Route]:
    """`/healthz`: the process answers. `/readyz`: every page can be computed and every static file is there."""

    async def healthz(_: Request) -> JSONResponse:
        return JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})

    async def readyz(_: Request) -> JSONResponse:
        pages = [present(step, Scenario()).step.slug for step in PAGES]
        missing = assets.missing
        plotly = {"bundle": assets.plotly.name, "version": None if PLOTLY in missing else version(assets.plotly)}
        content = {"status": "not ready" if missing else "ready", "pages": pages, "plotly": plotly, "missing": missing}
        return JSONResponse(content, status_code=503 if missing else 200, headers={"Cache-Control": "no-store"})

    return [Route("/healthz", healthz), Route("/readyz", readyz)]
