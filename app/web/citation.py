"""How the work is cited, as in CITATION.cff, with the address of the site that is being read."""

TITLE = "FSDP walkthrough: why sharded training fits where data parallelism does not"
AUTHORS = "The fsdp-walkthrough maintainers"
VERSION = "0.1.0"
YEAR = 2026

WORK = f"{TITLE}. Version {VERSION}. {AUTHORS}, {YEAR}."
BRIEF = f"{TITLE.partition(':')[0]} {VERSION}. {AUTHORS}, {YEAR}."  # where room is short and the address stands beside it


def plain(address: str) -> str:
    """The citation in words."""
    return f"{WORK} {address}"


def bibtex(address: str) -> str:
    """The citation as a BibTeX entry; braces keep capitals as they are."""
    entry = {
        "title": TITLE.replace("FSDP", "{FSDP}"),
        "author": f"{{{AUTHORS}}}",
        "year": str(YEAR),
        "version": VERSION,
        "howpublished": rf"\url{{{address}}}",
    }
    lines = (f"  {name:<12} = {{{value}}}," for name, value in entry.items())
    return "\n".join(("@misc{fsdp-walkthrough,", *lines, "}"))
