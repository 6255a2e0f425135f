"""The part of Plotly's schema that is drawn here, key by key. Whatever else a figure holds is refused, never left out unseen."""

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

TRANSPARENT = "rgba(0,0,0,0)"
COLOUR = re.compile(r"#[0-9a-f]{6}")


class NotDrawable(ValueError):
    """A figure holds something that cannot be drawn; `key` says where it stands, as in `layout.xaxis.tickangle`."""

    def __init__(self, reason: str, key: str = "") -> None:
        super().__init__(f"{key or 'this'} {reason}")
        self.reason, self.key = reason, key

    def under(self, outer: str) -> "NotDrawable":
        """The same, seen from the mapping or list that it stands in."""
        joint = "" if not self.key or self.key.startswith("[") else "."
        return NotDrawable(self.reason, f"{outer}{joint}{self.key}")


Rule = Callable[[Any], None]


def check(figure: Mapping[str, Any]) -> None:
    """Pass a figure of which every part can be drawn. Raises NotDrawable for the first part that cannot."""
    FIGURE(figure)


def number(value: Any) -> None:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise NotDrawable(f"is no finite number: {value!r}")


def text(value: Any) -> None:
    """Any words."""
    if not isinstance(value, str):
        raise NotDrawable(f"is no text: {value!r}")


def colour(value: Any) -> None:
    """A colour of six hexadecimal digits, or no colour at all."""
    if value != TRANSPARENT and not (isinstance(value, str) and COLOUR.fullmatch(value)):
        raise NotDrawable(f"is no colour that can be drawn: {value!r}")


def unseen(value: Any) -> None:
    """What a still picture does not show: hover texts and the like."""


def one_of(*accepted: Any) -> Rule:
    """One of a few values."""

    def rule(value: Any) -> None:
        if value not in accepted:
            raise NotDrawable(f"is {value!r}, not one of {accepted}")

    return rule


def each(member: Rule) -> Rule:
    """A list of such values."""

    def rule(value: Any) -> None:
        if not isinstance(value, list | tuple):
            raise NotDrawable(f"is no list: {value!r}")
        for index, entry in enumerate(value):
            try:
                member(entry)
            except NotDrawable as problem:
                raise problem.under(f"[{index}]") from None

    return rule


def one_or_each(member: Rule) -> Rule:
    """One such value for all, or one for each point."""
    many = each(member)
    return lambda value: many(value) if isinstance(value, list | tuple) else member(value)


@dataclass(frozen=True)
class Keys:
    """A mapping with these keys and no others; those in `needed` must stand in it."""

    rules: Mapping[str, Rule]
    needed: Collection[str] = ()

    def __call__(self, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise NotDrawable(f"is no mapping: {value!r}")
        for name, entry in value.items():
            rule = self.rules.get(name)
            if rule is None:
                raise NotDrawable("cannot be drawn", name)
            try:
                rule(entry)
            except NotDrawable as problem:
                raise problem.under(name) from None
        for name in self.needed:
            if name not in value:
                raise NotDrawable("is missing", name)


def trace(value: Any) -> None:
    """A trace of one of the two kinds that are drawn."""
    kind = value.get("type") if isinstance(value, Mapping) else None
    if kind not in TRACES:
        raise NotDrawable(f"is {kind!r}, not one of {tuple(TRACES)}", "type")
    TRACES[kind](value)


HOVER: dict[str, Rule] = {"name": text, "hoverinfo": unseen, "hovertext": unseen, "customdata": unseen, "meta": unseen}
STROKE = Keys({"color": colour, "width": number})
DASHED = Keys({"color": colour, "width": number, "dash": one_of("solid", "dot", "dash", "longdash", "dashdot")}, ("color", "width"))
PATTERN = Keys(
    {"shape": one_of("", "/", "\\", "x", "-", "|", "+", "."), "fgcolor": colour, "bgcolor": colour, "size": number,
     "solidity": number, "fillmode": one_of("replace")},
    ("shape", "fgcolor", "bgcolor", "size", "solidity"),
)  # fmt: skip
MARK = Keys({"color": colour, "size": number, "symbol": one_of("circle", "diamond", "square"), "line": STROKE}, ("color", "size"))
BAR = Keys(
    HOVER
    | {"type": one_of("bar"), "x": each(number), "y": each(number), "base": one_or_each(number), "width": one_or_each(number),
       "marker": Keys({"color": colour, "line": STROKE, "opacity": one_or_each(number), "pattern": PATTERN}, ("color",))},
    ("x", "y", "base", "width", "marker"),
)  # fmt: skip
SCATTER = Keys(
    HOVER
    | {"type": one_of("scatter"), "mode": one_of("lines", "markers", "lines+markers"), "x": each(number), "y": each(number),
       "line": DASHED, "marker": MARK},
    ("mode", "x", "y"),
)  # fmt: skip
TRACES = {"bar": BAR, "scatter": SCATTER}

AXIS = Keys(
    {"type": one_of("linear", "log"), "range": each(number), "visible": one_of(True, False), "fixedrange": unseen,
     "tickmode": one_of("array"), "tickvals": each(number), "ticktext": each(text), "tickfont": Keys({"color": colour}, ("color",)),
     "title": Keys({"text": text}, ("text",)), "showgrid": one_of(True, False), "gridcolor": colour, "gridwidth": number,
     "zeroline": one_of(False), "showline": one_of(False), "ticks": one_of(""), "tickangle": one_of(0, 90)},
    ("range",),
)  # fmt: skip
Y_AXIS = Keys({name: rule for name, rule in AXIS.rules.items() if name != "title"}, AXIS.needed)
SHAPE = Keys(
    {"type": one_of("line", "rect"), "xref": one_of("x", "paper"), "yref": one_of("y", "paper"), "x0": number, "x1": number, "y0": number,
     "y1": number, "line": DASHED, "fillcolor": colour, "layer": one_of("above", "below")},
    ("type", "xref", "yref", "x0", "x1", "y0", "y1", "line"),
)  # fmt: skip
NOTE = Keys(
    {"x": number, "y": number, "xref": one_of("x", "paper"), "yref": one_of("y", "paper"), "text": text,
     "xanchor": one_of("left", "center", "right"), "yanchor": one_of("top", "middle", "bottom"), "xshift": number, "yshift": number,
     "align": one_of("left", "center", "right"),
     "font": Keys({"color": colour, "weight": one_of(400, 700)}, ("color",)), "showarrow": one_of(True, False), "ax": number, "ay": number,
     "arrowhead": one_of(2), "arrowwidth": number, "arrowcolor": colour, "bgcolor": colour, "borderpad": number},
    ("x", "y", "xref", "yref", "text", "xanchor", "yanchor", "font", "showarrow"),
)  # fmt: skip
LAYOUT = Keys(
    {"template": one_of("none"), "font": Keys({"family": text, "size": number, "color": colour}, ("family", "size", "color")),
     "paper_bgcolor": one_of(TRANSPARENT), "plot_bgcolor": one_of(TRANSPARENT), "barmode": one_of("overlay"), "showlegend": one_of(False),
     "dragmode": unseen, "hovermode": unseen, "hoverlabel": unseen, "margin": Keys(dict.fromkeys("lrtb", number), "lrtb"),
     "xaxis": AXIS, "yaxis": Y_AXIS, "shapes": each(SHAPE), "annotations": each(NOTE)},
    ("font", "margin", "xaxis", "yaxis"),
)  # fmt: skip
FIGURE = Keys({"data": each(trace), "layout": LAYOUT}, ("data", "layout"))
