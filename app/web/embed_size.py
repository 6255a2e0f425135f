"""How large a frame should be where nobody listens for its height: high enough for what is in it, at any width a course page has."""

from app.steps.step import Step

WIDTH = 720  # pixels: a usual column of text
SPARE = 390  # pixels that a frame is higher than what is in it at most; a browser test holds every frame to it

# Widths from which on a height holds, with that of figures, of the self-check, and of a row of controls. All in pixels.
SIZES = ((560, 880, 1440, 18), (400, 910, 1820, 45), (0, 980, 2100, 54))


def frame_height(step: Step, width: int = WIDTH, hidden: int = 0) -> int:
    """Pixels for a frame of that width with so many controls hidden."""
    _, figures, check, row = next(size for size in SIZES if width >= size[0])
    return (figures if step.figures else check) - row * hidden
