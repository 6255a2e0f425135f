"""The numbers for programs."""

from fastapi import APIRouter


def api() -> APIRouter:
    """`/api/v1/memory`."""
    return APIRouter(prefix="/api/v1")
