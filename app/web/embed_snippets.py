"""What to paste where, for each sort of course site."""

from dataclasses import dataclass
from html import escape
from string import Template

MARKDOWN_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "[]\\"})


@dataclass(frozen=True)
class Framed:
    """One view to put into a page: addresses of its frame, page and picture, its title, its height in pixels, and where the site lies."""

    source: str
    page: str
    picture: str
    title: str
    height: int
    home: str


@dataclass(frozen=True)
class Snippet:
    """For one sort of site: its name, what to do there, and the text to paste."""

    id: str
    site: str
    steps: str
    code: str


def snippets(framed: Framed, listener: str) -> tuple[Snippet, ...]:
    """All of them; `listener` is the script that gives frames their height, with the site’s origin in it."""
    values = {
        "source": framed.source, "html_source": escape(framed.source), "title": framed.title, "html_title": escape(framed.title),
        "height": str(framed.height), "home": framed.home, "listener": listener.strip(), "page": framed.page, "picture": framed.picture,
        "alternative": framed.title.translate(MARKDOWN_SIGNS), "tail": framed.source.removeprefix(f"{framed.home}/embed/"),
    }  # fmt: skip
    return tuple(Snippet(name, site, steps, Template(code).substitute(values)) for name, site, steps, code in SITES)


FRAME = (
    '<iframe src="$html_source" title="$html_title" width="100%" height="$height" style="border: 0" loading="lazy" '
    'allow="fullscreen; clipboard-write"></iframe>'
)
SITES = (
    (
        "html", "A page that you write as HTML",
        "Paste both where the figure shall stand. The script, once on a page, gives all frames their right height; "
        "without it they keep the one written in them.",
        f"{FRAME}\n<script>\n$listener\n</script>",
    ),
    (
        "moodle", "Moodle",
        "In the text editor choose Tools, Source code (in the older editor the button </>), paste, and save. Moodle keeps frames and takes "
        "scripts out, so the height is fixed.",
        FRAME,
    ),
    (
        "canvas", "Canvas",
        "In the Rich Content Editor choose the HTML editor, </> below the text, and paste. "
        "The frame tells Canvas its height; where Canvas does not listen, it keeps the one written in it.",
        FRAME,
    ),
    (
        "wordpress", "WordPress",
        "Paste the address alone on a line of its own, or into an Embed block. WordPress asks the walkthrough what to show, puts it into a "
        "sandbox, and gives it its height, at most 1000 pixels.",
        "$source",
    ),
    (
        "open-edx", "Open edX",
        "Add a Text component to the unit, choose the Raw HTML editor, paste, save, and publish. The height is fixed.",
        FRAME,
    ),
    (
        "notion", "Notion",
        "Type /embed, press Enter, paste the address, and draw the frame to its height. Notion shows only addresses with https that "
        "anybody can reach.",
        "$source",
    ),
    (
        "myst", "Jupyter Book and MyST",
        "Paste into a Markdown file or a Markdown cell. MyST gives a frame a shape of its own, so part of it may scroll; a book that is "
        "printed shows the picture. In Jupyter Book 1, which is made with Sphinx, paste the frame as under HTML.",
        "```{iframe} $source\n:width: 100%\n:title: $title\n:placeholder: $picture\n```",
    ),
    (
        "jupyter", "A Jupyter notebook",
        "Paste into a code cell and run it.",
        'from IPython.display import IFrame\n\nIFrame("$source", width="100%", height=$height)',
    ),
    (
        "quarto", "Quarto",
        "Paste into a .qmd file, for pages and revealjs slides alike. In PDF it is left out: put the picture below there.",
        f"```{{=html}}\n{FRAME}\n```",
    ),
    (
        "hugo", "Hugo",
        "Save the first line as layouts/_shortcodes/fsdp.html, once (layouts/shortcodes/fsdp.html before Hugo 0.146). The second line goes "
        "into your Markdown, one for each figure.",
        '<iframe src="$home/embed/{{ .Get 0 }}" title="FSDP walkthrough" width="100%" height="{{ .Get 1 }}" style="border: 0" '
        'loading="lazy"></iframe>\n\n{{< fsdp "$tail" "$height" >}}',
    ),
    (
        "docusaurus", "Docusaurus",
        "Paste into an .mdx file, or into an .md file unless your site reads those as CommonMark: there the frame for Moodle is right.",
        '<iframe src="$html_source" title="$html_title" width="100%" height="$height" style={{border: 0}} loading="lazy" />',
    ),
    (
        "reveal", "reveal.js",
        "Paste as a slide. It loads when the slide is near, and takes the height that the slide has.",
        '<section>\n  <iframe class="r-stretch" data-src="$html_source" data-preload title="$html_title" width="100%" height="$height" '
        'style="border: 0"></iframe>\n</section>',
    ),
    (
        "markdown", "Markdown, as a picture with a link",
        "For places that take no frames, such as a README or a forum: a picture for these settings, which leads to the live page.",
        "[![$alternative]($picture)]($page)",
    ),
)  # fmt: skip
