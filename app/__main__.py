"""The command line: `python -m app` starts the server."""

import argparse

import uvicorn

from app.settings import Settings


def main() -> None:
    """Read the arguments and run."""
    settings = Settings()
    parser = argparse.ArgumentParser(prog="python -m app", description="An interactive walkthrough of FSDP training memory.")
    parser.add_argument("--host", default=settings.host)
    parser.add_argument("--port", type=int, default=settings.port)
    arguments = parser.parse_args()
    uvicorn.run("app.main:create_app", factory=True, host=arguments.host, port=arguments.port, proxy_headers=True)


if __name__ == "__main__":
    main()
