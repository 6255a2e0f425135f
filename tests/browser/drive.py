"""What a test asks of an open page."""

import json
from urllib.parse import urlsplit
from urllib.request import urlopen

from tests.conftest import until, wait_for_figures

TABLES = "for (const each of document.querySelectorAll('details.numbers')) each.open = true"


def readouts(page):
    """Every number in the prose, by name, as it stands on the page."""
    return page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[data-readout]')].map((e) => [e.dataset.readout, e.textContent]))"
    )


def state(page):
    """All that the page shows of the settings: readouts, sentences, tables, controls."""
    return page.evaluate(
        """() => ({
          readouts: Object.fromEntries([...document.querySelectorAll('[data-readout]')].map((e) => [e.dataset.readout, e.textContent])),
          sentences: Object.fromEntries([...document.querySelectorAll('[data-figure]')].map(
            (e) => [e.dataset.figure, e.querySelector('[data-sentence]').textContent])),
          tables: Object.fromEntries([...document.querySelectorAll('[data-figure]')].map(
            (e) => [e.dataset.figure, [...e.querySelectorAll('[data-rows] tr')].map((row) => [...row.cells].map((c) => c.textContent))])),
        })"""
    )


def drawn(page):
    """What Plotly holds for every figure: data without Plotly's own additions."""
    return page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-figure]')].map((e) => {
          const plot = e.querySelector('[data-plot]');
          return [e.dataset.figure, plot.data.map((t) => ({type: t.type, name: t.name, x: [...t.x], y: [...t.y]}))];
        }))"""
    )


def live(page, server):
    """The server's own answer for the address that the page stands at."""
    address = urlsplit(page.url)
    with urlopen(f"{server}{address.path.rstrip('/')}/live?{address.query}") as answer:
        return json.load(answer)


def assert_shows(page, answer):
    """The page shows exactly this presentation: prose, sentences, tables and figures."""
    shown = state(page)
    assert shown["readouts"].items() <= answer["readouts"].items()
    for name, figure in answer["figures"].items():
        assert shown["sentences"][name] == figure["sentence"]
        assert shown["tables"][name] == [list(row) for row in figure["table"]["rows"]]
    for name, traces in drawn(page).items():
        expected = [{"type": t["type"], "name": t["name"], "x": t["x"], "y": t["y"]} for t in answer["figures"][name]["figure"]["data"]]
        assert traces == expected


def settle(page):
    """Wait until what was asked for is on screen: no request under way, the reader at rest, Plotly in place, the address written."""
    until(page, "'scripted' in document.documentElement.dataset && Walkthrough.store.settled()")
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 450))")
    wait_for_figures(page)
