"""`/metrics` for Prometheus: how many answers, with which status, and how long they took. Needs the extra `metrics`."""

import os
from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.web.watch import Answered

SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)  # the bounds of the histogram


class Metrics:
    """Counters of one worker, or of all where PROMETHEUS_MULTIPROC_DIR names a folder. `paths` are told apart, all others are one."""

    def __init__(self, paths: Iterable[str]) -> None:
        import prometheus_client as prometheus  # an extra, asked for by a setting

        self.paths = frozenset(paths)
        self.prometheus = prometheus
        self.registry = prometheus.CollectorRegistry()
        self.answers = prometheus.Counter("walkthrough_answers", "Answers given", ("path", "status"), registry=self.registry)
        self.seconds = prometheus.Histogram(
            "walkthrough_answer_seconds", "Seconds to an answer", ("path",), registry=self.registry, buckets=SECONDS
        )

    def tell(self, answered: Answered) -> None:
        """Count one answer."""
        path = answered.path if answered.path in self.paths else "/static" if answered.path.startswith("/static/") else "other"
        self.answers.labels(path, str(answered.status)).inc()
        self.seconds.labels(path).observe(answered.seconds)

    def routes(self) -> list[Route]:
        """`/metrics`."""

        async def metrics(_: Request) -> Response:
            registry = self.registry
            if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
                from prometheus_client.multiprocess import MultiProcessCollector

                registry = self.prometheus.CollectorRegistry()
                MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
            body, media_type = self.prometheus.generate_latest(registry), self.prometheus.CONTENT_TYPE_LATEST
            return Response(body, headers={"Content-Type": media_type, "Cache-Control": "no-store"})

        return [Route("/metrics", metrics)]
