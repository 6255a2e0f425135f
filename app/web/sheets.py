"""A page’s words and figures as the parts that a projector shows one after another.

Which paragraphs share a sheet hangs on the page alone and not on the run, so that a part has one name whatever the sliders say.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape

from markupsafe import Markup

from app.web.blocks import blocks

ROOM = 540  # letters that one sheet holds, read from the last row, on a screen of 4:3
FORMULA, BESIDES = 190, 40  # letters whose room a formula, and any other block, takes besides its words
READOUT = re.compile(r'<span data-readout="([^"]+)">[^<]*</span>')
LINK = re.compile(r"</?a\b[^>]*>")  # a frame leads nowhere
LISTED = re.compile(r'<(div class="story"|ol class="stages")>(.*)</(?:div|ol)>', re.S)  # each paragraph or item of it is a block
QUESTION = re.compile(r'<summary>.*?</span> (?:Before you look: )?(.*?)</summary><div class="answer">(.*)</div></details>', re.S)
NAMED = {"What": ("what", "What"), "Picture": ("look", "What to look at"), "Why": ("why", "Why")}  # kind and title under these headings
BEFORE, AFTER = ("question", "opening", "what"), ("answer", "look", "why", "words")  # the picture


@dataclass(frozen=True)
class Part:
    """What is on the screen at a time: a sheet of words, or a figure with its sliders."""

    name: str  # in addresses: the kind, numbered within the page from the second one on
    kind: str
    title: str
    figure: str = ""
    content: str = ""  # HTML


@dataclass
class Sheets:
    """Collects the parts of one page in their order, as its template is rendered. `usual` are the readouts of the usual run."""

    usual: Mapping[str, str]
    parts: list[Part] = field(default_factory=list)

    def scene(self, prose: str, figures: Sequence[str], heading: str = "") -> list[Part]:
        """The parts of one scene: what stands before its picture, one for each figure, what stands after it."""
        written = list(sheets(prose, self.usual))
        before = [self.add(kind, title, heading=heading, content=text) for kind, title, text in written if kind in BEFORE]
        pictures = [self.add("picture", "Picture", figure=name, heading=heading) for name in figures]
        after = [self.add(kind, title, heading=heading, content=text) for kind, title, text in written if kind in AFTER]
        return [*before, *pictures, *after]

    def add(self, kind: str, title: str, figure: str = "", heading: str = "", content: str = "") -> Part:
        """One more part, named by its kind and its number among those."""
        kind = "words" if kind == "opening" else kind
        number = sum(part.kind == kind for part in self.parts) + 1
        where = f"{heading.partition('.')[0]}: {title}" if heading else title
        part = Part(kind if number == 1 else f"{kind}-{number}", kind, where, figure, Markup(content))
        self.parts.append(part)
        return part


def sheets(prose: str, usual: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Kind, title and HTML of each sheet that a scene’s prose fills, in the order of a lecture."""
    found: dict[tuple[str, str], list[str]] = {}
    kind, title = "opening", "In words"
    for block in joined(blocks(LINK.sub("", prose))):
        if (heading := re.fullmatch(r'<h[23] class="part"[^>]*>(.*?)</h[23]>', block)) is not None:
            named = unescape(heading[1])
            kind, title = NAMED.get(named, ("words", named))
        elif block.startswith("<header"):
            continue
        elif (question := QUESTION.search(block)) is not None:
            asked, answer = question[1][:1].upper() + question[1][1:], question[2]
            found[("question", "Question")] = [f"<p>{asked}</p>"]
            found[("answer", "Answer")] = [f"<p>{asked}</p>{answer}"]
        else:
            found.setdefault((kind, title), []).append(block)
    for wanted in (*BEFORE, *AFTER):
        for (kind, title), written in found.items():
            if kind == wanted:
                yield from ((kind, title, text) for text in shared_out(written, usual))


def joined(found: Sequence[str]) -> Iterator[str]:
    """The blocks with long lists taken apart, and small headings put on what follows them."""
    above = ""
    for block in found:
        if (listed := LISTED.fullmatch(block)) is not None:
            inside = blocks(listed[2])
            yield from (f'<ol start="{number}">{item}</ol>' if item.startswith("<li") else item for number, item in enumerate(inside, 1))
        elif block.startswith("<h3>"):
            above = block
        else:
            yield above + block
            above = ""


def shared_out(written: Sequence[str], usual: Mapping[str, str]) -> Iterator[str]:
    """The blocks on as few sheets as hold them in their order, about equally full; what has no room of its own gets a sheet."""
    weights = [weight(block, usual) for block in written]
    fewest = len(filled(weights, ROOM))
    room = next(room for room in range(10, ROOM + 10, 10) if len(filled(weights, room)) == fewest)
    taken = 0
    for many in filled(weights, room):
        yield "".join(written[taken : taken + many])
        taken += many


def filled(weights: Sequence[int], room: int) -> list[int]:
    """How many blocks stand on each sheet when each holds so much, or one block."""
    counts: list[int] = []
    full = room
    for heavy in weights:
        if not counts or full + heavy > room:
            counts.append(0)
            full = 0
        counts[-1] += 1
        full += heavy
    return counts


def weight(block: str, usual: Mapping[str, str]) -> int:
    """How many letters’ room a block takes with the numbers of the usual run."""
    words = READOUT.sub(lambda readout: usual.get(readout[1], ""), block)
    plain = Markup(re.sub(r"<math.*?</math>", "", words, flags=re.S)).striptags()
    return len(plain) + (FORMULA if 'class="formula"' in block else BESIDES)
