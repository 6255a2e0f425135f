"""The elements that a piece of HTML consists of."""

from html.parser import HTMLParser


def blocks(prose: str) -> list[str]:
    """The elements that the prose consists of, each as it is written."""
    reader = _Blocks(prose)
    reader.feed(prose)
    reader.close()
    return reader.found


class _Blocks(HTMLParser):
    """Notes where each outermost element begins and ends."""

    VOID = ("br", "img", "input", "hr", "wbr")

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source, self.found, self.depth, self.begin = source, list[str](), 0, 0
        self.lines = [0]
        for line in source.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Begin of an element."""
        if self.depth == 0:
            self.begin = self._here
        if tag not in self.VOID:
            self.depth += 1

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """An element without content is part of the one around it."""

    def handle_endtag(self, tag: str) -> None:
        """End of an element."""
        self.depth -= 1
        if self.depth == 0:
            self.found.append(self.source[self.begin : self.source.index(">", self._here) + 1])

    @property
    def _here(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column
