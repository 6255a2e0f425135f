# docker build -t fsdp-walkthrough . && docker run --read-only -p 8000:8000 fsdp-walkthrough
# Every RUN line works in any folder that has what the COPY lines before it bring; tests/test_dockerfile.py runs them so.
FROM python:3.12-slim-bookworm AS build
COPY --from=node:22-bookworm-slim /usr/local /opt/node
ENV PATH=$PATH:/opt/node/bin
WORKDIR /srv/walkthrough
COPY requirements.lock ./
RUN python -m venv site
RUN site/bin/pip install --quiet --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock
COPY app ./app
COPY templates ./templates
COPY static ./static
# basic: Plotly’s small script, fetched with npm; full: the one in the plotly package
ARG BUNDLE=basic
RUN if [ "$BUNDLE" = basic ]; then site/bin/python -m app fetch-plotly; fi
RUN site/bin/python -m app assets --out compressed
RUN site/bin/python -m compileall -q app

FROM python:3.12-slim-bookworm
WORKDIR /srv/walkthrough
COPY --from=build /srv/walkthrough ./
ENV PYTHONDONTWRITEBYTECODE=1 FSDP_HOST=0.0.0.0 FSDP_PORT=8000 FSDP_CACHE_FOLDER=/srv/walkthrough/compressed
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["/srv/walkthrough/site/bin/python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['FSDP_PORT'] + '/healthz')"]
CMD ["/srv/walkthrough/site/bin/python", "-m", "app", "serve", "--no-browser", "--proxy-headers"]
