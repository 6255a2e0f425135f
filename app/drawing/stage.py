"""A figure for a screen that many look at from far away: type of a given size, and nothing thin."""

from collections.abc import Mapping
from typing import Any

Mapped = Mapping[str, Any]

LEAST = 3  # pixels: thinner lines vanish on a projector
PALEST = 0.6  # and what is paler


def bolder(figure: Mapped, grown: float) -> Mapped:
    """The same figure with lines, marks, patterns and arrows so many times as large, and no line thinner than LEAST."""
    layout = figure["layout"]
    return {
        "data": [_trace(trace, grown) for trace in figure["data"]],
        "layout": {
            **layout,
            "xaxis": {**layout["xaxis"], "gridwidth": LEAST},
            "yaxis": {**layout["yaxis"], "gridwidth": LEAST},
            "shapes": [{**shape, "line": _line(shape["line"], grown)} for shape in layout.get("shapes", ())],
            "annotations": [_times(look, grown, ("ax", "ay", "arrowwidth", "borderpad")) for look in layout.get("annotations", ())],
        },
    }


def _trace(trace: Mapped, grown: float) -> Mapped:
    larger = {**trace, "line": _line(trace["line"], grown)} if "line" in trace else dict(trace)
    if "marker" in trace:
        larger["marker"] = _marker(trace["marker"], grown)
    return larger


def _marker(marker: Mapped, grown: float) -> Mapped:
    larger = _times(marker, grown, ("size",))
    if "opacity" in marker:
        larger["opacity"] = _seen(marker["opacity"])
    if "line" in marker:
        larger["line"] = _line(marker["line"], grown)
    if "pattern" in marker:
        larger["pattern"] = _times(marker["pattern"], grown, ("size",))
    return larger


def _seen(opacity: Any) -> Any:
    return [max(PALEST, each) for each in opacity] if isinstance(opacity, list | tuple) else max(PALEST, opacity)


def _line(line: Mapped, grown: float) -> Mapped:
    return {**line, "width": max(LEAST, line["width"] * grown)} if line.get("width") else line


def _times(look: Mapped, grown: float, names: tuple[str, ...]) -> dict[str, Any]:
    return {**look, **{name: look[name] * grown for name in names if name in look}}
