"""A learning platform that takes SCORM 1.2 at its word hears that the lesson was completed, for how long, and with which score."""

import json
import zipfile

import pytest

from app.export.scorm import LAUNCH, SCRIPT, STYLE, manifest
from app.export.site import add_scorm
from app.steps.questions import QUESTIONS
from tests.conftest import until
from tests.exported import HELD, plain_server

pytestmark = pytest.mark.xdist_group("copies")  # one process makes them

# What SCORM 1.2, Run-Time Environment, section 3.4 lets a lesson set, and what it may look like.
PLATFORM = """<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Platform</title><script>
const kept = JSON.parse(localStorage.getItem("kept") ?? "{}"), faults = [];
let state = "new";
const allowed = {
  "cmi.core.lesson_status": /^(passed|completed|failed|incomplete|browsed|not attempted)$/,
  "cmi.core.exit": /^(time-out|suspend|logout|)$/,
  "cmi.core.session_time": /^\\d{2,4}:\\d\\d:\\d\\d(\\.\\d{1,2})?$/,
  "cmi.core.score.raw": /^(100|\\d{1,2})$/, "cmi.core.score.min": /^0$/, "cmi.core.score.max": /^100$/,
  "cmi.suspend_data": /^.{0,4096}$/,
};
const during = (work) => { if (state !== "running") faults.push("called while " + state); return work(); };
window.API = {
  LMSInitialize: (text) => { if (state !== "new" || text !== "") faults.push("initialize"); state = "running"; return "true"; },
  LMSGetValue: (name) => during(() => kept[name] ?? (name === "cmi.core.lesson_status" ? "not attempted" : "")),
  LMSSetValue: (name, text) => during(() => {
    if (typeof text !== "string" || !allowed[name]?.test(text)) faults.push(name + ": " + text);
    kept[name] = text;
    return "true";
  }),
  LMSCommit: () => during(() => { localStorage.setItem("kept", JSON.stringify(kept)); return "true"; }),
  LMSFinish: (text) => during(() => { state = "finished"; return "true"; }),
  LMSGetLastError: () => "0", LMSGetErrorString: () => "", LMSGetDiagnostic: () => "",
};
</script><iframe src="lesson/scorm.html" style="width: 1000px; height: 700px"></iframe>"""


@pytest.fixture(scope="module")
def platform(copy, tmp_path_factory):
    """The folder of a platform that has unpacked the package into a folder of its own."""
    folder = tmp_path_factory.mktemp("platform")
    files = sorted(path for path in copy.rglob("*") if path.is_file())
    with zipfile.ZipFile(add_scorm(copy, files, HELD)) as package:
        assert package.read("imsmanifest.xml") == manifest([path.relative_to(copy).as_posix() for path in files] + [LAUNCH, SCRIPT, STYLE])
        package.extractall(folder / "lesson")
    (folder / "index.html").write_text(PLATFORM)
    return folder


def test_completed_time_and_score_are_reported(chromium, platform, faults):
    context = chromium.new_context()
    page = context.new_page()
    faults.watch(page)
    with plain_server(platform) as address:
        kept = learn(page, address, ["steps/sharding.html"])
        assert (kept["cmi.core.lesson_status"], kept["cmi.core.exit"]) == ("incomplete", "suspend")
        assert "cmi.core.score.raw" not in kept
        kept = learn(page, address, ["steps/limits.html", "self-check.html"], {"data-parallel": "112 GB", "bubble": "1 GB"})
        assert kept["cmi.core.lesson_status"] == "completed"
        assert kept["cmi.core.score.raw"] == str(int(100 / len(QUESTIONS) + 0.5))
        assert kept["cmi.core.session_time"].startswith("0000:00:")
        assert kept["cmi.core.session_time"] != "0000:00:00.00"
        kept = learn(page, address, ["self-check.html"], {"persistent": "28 GB"})  # another day
        assert kept["cmi.core.lesson_status"] == "completed"
        assert kept["cmi.core.score.raw"] == str(int(200 / len(QUESTIONS) + 0.5))
    context.close()


def learn(page, address, files, answers=None):
    """Open the lesson, look at some of its pages, answer, close it; what the platform knows then."""
    page.goto(f"{address}/index.html")
    until(page, "frames[0]?.frames[0]?.Walkthrough?.store?.shown?.() != null")
    for file in files:
        page.evaluate("(file) => { frames[0].frames[0].location = new URL(file, frames[0].location) }", file)
        slug = file.split("/")[-1].removesuffix(".html")
        until(page, f"kept['cmi.suspend_data']?.split(';')[0].split(' ').includes('{slug}')")
        until(page, f"frames[0].frames[0].document.body?.dataset.page === '{slug}'")
    for question, text in (answers or {}).items():
        form = page.frames[2].locator(f"form#{question}")
        form.locator("[name=answer]").fill(text)
        form.get_by_role("button", name="Check").click()
        until(page, f"frames[0].frames[0].document.querySelector('#{question} [data-result]').textContent !== ''")
    page.evaluate("document.querySelector('iframe').remove()")
    assert page.evaluate("state") == "finished"
    assert page.evaluate("faults") == []
    return json.loads(page.evaluate("localStorage.getItem('kept')"))
