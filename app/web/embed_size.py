"""How large a frame should be where nobody listens for its height: high enough for what is in it, at any width a course page has."""

from app.steps.step import Step

WIDTH = 720  # pixels: a usual column of text
SPARE = 390  # pixels that a frame is higher than what is in it at most; a browser test holds every frame to it

# Widths from which on a height holds, with that of a page, of a figure alone, of the self-check, and of a row of controls. All in pixels.
SIZES = ((560, 830, 830, 1400, 18), (400, 900, 900, 1800, 45), (0, 998, 998, 2100, 54))


def frame_height(step: Step, figure: str = "", width: int = WIDTH, hidden: int = 0) -> int:
    """Pixels for a frame of that width with so many controls hidden."""
    _, page, alone, check, row = next(size for size in SIZES if width >= size[0])
    return (alone if figure else page if step.figures else check) - row * hidden
