"""The copy as a SCORM 1.2 package: one lesson whose launch page reports to the learning platform; see static/js/scorm.js."""

from html import escape
from pathlib import Path
from xml.sax.saxutils import quoteattr

from app.steps.catalog import STEPS
from app.steps.questions import QUESTIONS
from app.steps.step import Step
from app.web.citation import VERSION
from app.web.zipped import write_zip

TITLE = "FSDP walkthrough"
LAUNCH, MANIFEST, SCRIPT, STYLE = "scorm.html", "imsmanifest.xml", "static/js/scorm.js", "static/css/scorm.css"


def launch_page(pages: tuple[Step, ...]) -> bytes:
    """The page that the platform opens: it shows the copy and tells the platform which steps were seen and how the self-check went."""
    steps = " ".join(step.slug for step in pages if step in STEPS)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(TITLE)}</title>
<link rel="icon" href="static/icon.svg">
<link rel="stylesheet" href="{STYLE}">
<script defer src="{SCRIPT}"></script>
</head>
<body data-steps="{escape(steps)}" data-questions="{len(QUESTIONS)}">
<iframe data-src="index.html" title="{escape(TITLE)}" allow="fullscreen; clipboard-write"></iframe>
</body>
</html>
""".encode()


def manifest(names: list[str]) -> bytes:
    """imsmanifest.xml for the files of those names: SCORM 1.2, Content Aggregation Model, section 2.3."""
    files = "\n".join(f"      <file href={quoteattr(name)}/>" for name in sorted(names))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="fsdp-walkthrough" version="{VERSION}"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="walkthrough">
    <organization identifier="walkthrough">
      <title>{escape(TITLE)}</title>
      <item identifier="lesson" identifierref="copy">
        <title>{escape(TITLE)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="copy" type="webcontent" adlcp:scormtype="sco" href="{LAUNCH}">
{files}
    </resource>
  </resources>
</manifest>
""".encode()


def package(folder: Path, names: list[str], to: Path) -> Path:
    """Zip those files of a folder, in a fixed order. Raises OSError."""
    write_zip(to, ((name, (folder / name).read_bytes()) for name in sorted(names)))
    return to
