"""The vocabulary of every figure: colours and patterns by role, fonts, axes, notes. Bytes go in, Plotly's schema comes out.

Every colour is a light-theme hex value that is unique to its role, so that a page in dark can exchange it by DARK. The colours of
roles stand out from the page by 3:1 in both themes: a slice too thin for an outline is seen by its colour alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.memory.breakdown import Breakdown
from app.memory.units import bytes_text

Mapped = dict[str, Any]


@dataclass(frozen=True)
class Role:
    """One thing that is drawn, with its look in every figure, legend and sentence."""

    key: str  # the component of a Breakdown, or the name of a line
    symbol: str
    name: str
    short: str  # in legends
    light: str
    dark: str
    pattern: str  # Plotly's marker.pattern.shape


THETA = Role("parameters", "θ", "parameters", "parameters", "#0072b2", "#4ba6e0", "")
GRADIENT = Role("gradients", "∇L", "gradients", "gradients", "#d55e00", "#f58742", "/")
MEAN = Role("means", "m", "Adam’s running mean", "running mean", "#009e73", "#33c79b", ".")
SQUARE = Role("squares", "v", "Adam’s running mean of squares", "mean of squares", "#cc79a7", "#e79ac5", "\\")
GATHERED = Role("gathered", "L_max", "gathered layer", "gathered layer", "#bd8700", "#ffd04a", "x")
MASTER = Role("master", "θ₃₂", "fp32 master copy", "fp32 master copy", "#359bd9", "#8fd0f5", "+")  # in no figure of the lesson
ACTIVATIONS = Role("activations", "A", "activations", "activations", "#7a6a58", "#b9a68f", "-")

STACKS = (THETA, GRADIENT, MEAN, SQUARE)
ROLES = (*STACKS, GATHERED, ACTIVATIONS)
WITH_MASTER = (THETA, GRADIENT, MASTER, MEAN, SQUARE, GATHERED, ACTIVATIONS)  # of notes on mixed precision

INK, MUTED, GRID, PAPER, GHOST = "#1c1d22", "#565a66", "#dcdee5", "#ffffff", "#c3c7d1"
CAPACITY = "#b3001b"
HATCH = "#1b1c21"  # of patterns, which are dark on the bright colours of a dark page too
DARK: Mapping[str, str] = {role.light: role.dark for role in WITH_MASTER} | {
    INK: "#eef0f4", MUTED: "#b4b9c6", GRID: "#363a45", PAPER: "#16181d", GHOST: "#4a4f5c", CAPACITY: "#ff7b86", HATCH: "#16181d",
}  # fmt: skip

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
FONT_SIZE = 14
LINE = 3  # pixels; thin lines vanish on a projector
HEADROOM = 1.18  # the axis ends this far above the highest thing drawn, so that its label fits
SLIVER = 0.012  # of the tallest thing: about the width of two outlines
FARTHEST_CAPACITY = 4  # a capacity line more than so many times the bars stands beyond a break in the axis


def figure(traces: Sequence[Mapped], *, x: Mapped, y: Mapped, shapes: Sequence[Mapped] = (), notes: Sequence[Mapped] = (),
           bare: bool = False) -> Mapped:  # fmt: skip
    """A whole figure from its traces, axes, shapes and notes, without a default template and without anything that catches a swipe.

    A bare figure shows no axis, so that the drawing may have the room of its labels.
    """
    return {
        "data": list(traces),
        "layout": {
            "template": "none",
            "font": {"family": FONT, "size": FONT_SIZE, "color": INK},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "barmode": "overlay",
            "showlegend": False,
            "dragmode": False,
            "hovermode": "closest",
            "hoverlabel": {"bgcolor": PAPER, "bordercolor": INK, "font": {"color": INK}},
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8} if bare else {"l": 90, "r": 16, "t": 16, "b": 44},
            "xaxis": x,
            "yaxis": y,
            "shapes": list(shapes),
            "annotations": list(notes),
        },
    }


def bars(role: Role, x: Sequence[float], height: Sequence[float], base: Sequence[float], *, width: float = 0.7,
         hover: Sequence[str] = (), ghost: bool = False, opacity: float | Sequence[float] = 1) -> Mapped:  # fmt: skip
    """Upright bars of one role; each stands on its base. A ghost is an outline without its colour."""
    marker: Mapped = {"color": GHOST if ghost else role.light, "line": {"color": MUTED if ghost else INK, "width": 1.5}}
    if opacity != 1:
        marker["opacity"] = opacity
    if role.pattern:
        marker["pattern"] = {"shape": role.pattern, "fgcolor": MUTED if ghost else HATCH, "bgcolor": marker["color"],
                             "size": 8, "solidity": 0.18, "fillmode": "replace"}  # fmt: skip
    return {"type": "bar", "name": role.name, "x": list(x), "y": list(height), "base": list(base), "width": width, "marker": marker,
            "hoverinfo": "text", "hovertext": list(hover) or [role.name] * len(x)}  # fmt: skip


def columns(places: Sequence[tuple[float, Breakdown]], *, units: str, width: float = 0.7, ghost: bool = False,
            names: Sequence[str] = (), roles: Sequence[Role] = ROLES, tallest: float = 0) -> list[Mapped]:  # fmt: skip
    """One stacked column for each place, in the fixed order of roles from the bottom up; what has no height is not drawn.

    A slice that is a sliver of the tallest thing in the figure is outlined in its own colour: a black outline would hide it.
    """
    traces = []
    bases = [0] * len(places)
    for role in roles:
        heights = [getattr(memory, role.key) for _, memory in places]
        standing = zip(places, heights, bases, names or [""] * len(places), strict=True)
        drawn = [(x, height, base, name) for (x, _), height, base, name in standing if height]  # even an empty bar has an outline
        if drawn:
            hover = [f"{name}{', ' if name else ''}{role.name}: {bytes_text(height, units)}" for _, height, _, name in drawn]
            at, tall, low, _ = zip(*drawn, strict=True)
            trace = bars(role, at, tall, low, width=width, hover=hover, ghost=ghost)
            if max(heights) < SLIVER * tallest and not ghost:
                trace["marker"]["line"]["color"] = role.light
            traces.append(trace)
        bases = [base + height for base, height in zip(bases, heights, strict=True)]
    return traces


def line(x: Sequence[float], y: Sequence[float], name: str, color: str, *, dash: str = "solid", hover: Sequence[str] = (),
         markers: bool = False) -> Mapped:  # fmt: skip
    """A line through points."""
    return {"type": "scatter", "mode": "lines+markers" if markers else "lines", "name": name, "x": list(x), "y": list(y),
            "line": {"color": color, "width": LINE, "dash": dash}, "marker": {"color": color, "size": 9},
            "hoverinfo": "text", "hovertext": list(hover) or [name] * len(x)}  # fmt: skip


def point(x: float, y: float, name: str, color: str, *, symbol: str = "circle") -> Mapped:
    """One marked point."""
    return {"type": "scatter", "mode": "markers", "name": name, "x": [x], "y": [y],
            "marker": {"color": color, "size": 14, "symbol": symbol, "line": {"color": INK, "width": 2}},
            "hoverinfo": "text", "hovertext": [name]}  # fmt: skip


def note(x: float, y: float, text: str, *, color: str = INK, anchor: str = "center", above: bool | None = None, bold: bool = False,
         arrow: tuple[float, float] | None = None, xref: str = "x", yref: str = "y", boxed: bool = False) -> Mapped:  # fmt: skip
    """Words at a place. `above` puts them over (True) or under (False) the point; `arrow` (pixels) moves them away and points back."""
    mapped: Mapped = {"x": x, "y": y, "xref": xref, "yref": yref, "text": text, "xanchor": anchor,
                      "yanchor": "middle" if above is None else "bottom" if above else "top",
                      "font": {"color": color, "weight": 700 if bold else 400}, "showarrow": arrow is not None}  # fmt: skip
    if arrow:
        mapped |= {"ax": arrow[0], "ay": arrow[1], "arrowhead": 2, "arrowwidth": 2, "arrowcolor": color}
    if boxed:
        mapped |= {"bgcolor": PAPER, "borderpad": 2}
    return mapped


def rule(x0: float, y0: float, x1: float, y1: float, color: str, *, dash: str = "solid", xref: str = "x", yref: str = "y",
         width: float = LINE) -> Mapped:  # fmt: skip
    """A straight line between two places."""
    return {"type": "line", "xref": xref, "yref": yref, "x0": x0, "y0": y0, "x1": x1, "y1": y1,
            "line": {"color": color, "width": width, "dash": dash}}  # fmt: skip


def zigzag(y: float, swing: float, teeth: int = 12) -> list[Mapped]:
    """The mark of an axis that changes its scale: so many teeth across the whole plot, as far up and down as `swing`."""
    places = [(tooth / (2 * teeth), y + (swing if tooth % 2 else -swing)) for tooth in range(2 * teeth + 1)]
    return [rule(*start, *end, MUTED, xref="paper", width=2) for start, end in pairwise(places)]


def box(x0: float, y0: float, x1: float, y1: float, color: str, *, dash: str = "solid", fill: str = "rgba(0,0,0,0)") -> Mapped:
    """An outlined rectangle, behind nothing and in front of nothing that matters: a bracket or a break, never a quantity."""
    return {"type": "rect", "xref": "x", "yref": "y", "x0": x0, "y0": y0, "x1": x1, "y1": y1, "fillcolor": fill,
            "line": {"color": color, "width": 2, "dash": dash}}  # fmt: skip
