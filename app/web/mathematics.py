"""LaTeX to MathML, once for each formula."""

from functools import cache

from markupsafe import Markup
from math_core import LatexToMathML

_converter = LatexToMathML()


@cache
def mathematics(latex: str, block: bool = False) -> Markup:
    """MathML of a formula. Raises math_core.LatexError for one that cannot be read."""
    return Markup(_converter.convert_with_local_state(latex, displaystyle=block))
