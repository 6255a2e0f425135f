"""Exam variants in the address, and the teacher’s list of seeds and answers."""

import html
import re

import html5lib
import pytest

from app.steps.variants import variant


def table(page):
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.DOTALL)[1]
    return [re.findall(r"<t[hd][^>]*>(?:<a [^>]*>)?([^<]*)", line) for line in body.split("</tr>") if line.strip()]


def test_a_seed_fills_what_is_not_given(client):
    answered = client.get("/api/v1/memory?seed=s12345&gpus=8").json()
    settings = variant("s12345")
    assert answered["dp_bytes"] == 16 * settings["params"]
    assert answered["persistent_bytes"] == 16 * -(-settings["params"] // 8)
    assert answered["gathered_bytes"] == 4 * settings["layer"]


def test_a_model_counts_more_than_a_seed(client):
    assert client.get("/api/v1/memory?seed=1&model=llama-2-7b").json()["dp_bytes"] == 16 * 6_738_415_616


@pytest.mark.parametrize("seed", ["a b", "<b>", "x" * 50, "-"])
def test_what_is_no_seed_is_told(client, seed):
    page = client.get("/steps/sharding", params={"seed": seed}).text
    assert "it is no seed" in page
    assert "<b>" not in page
    assert client.get("/api/v1/memory", params={"seed": seed}).status_code == 422


def test_a_frame_of_a_seed_asks_about_its_numbers_and_fixes_them(client):
    page = client.get("/embed/self-check?seed=ada&answers=0&lock=params,gpus,layer").text
    assert "6.04 billion parameters" in page or "6.04B parameters" in page
    assert "GPUs of 8" in page or "8 GPUs" in page
    assert all("disabled" in each for each in re.findall(r'<input type="range"[^>]*>', page))
    assert 'name="reveal"' not in page


def test_the_key_lists_seeds_numbers_and_answers(client):
    page = client.get("/key?seeds=ada").text
    html5lib.HTMLParser(strict=True).parse(page)
    # 16·6.04e9 = 96.64 GB, over 8 GPUs 12.08 GB; 4·185e6 = 740 MB; together 12.82 GB. Three digits, as on the pages.
    assert table(page) == [["ada", "6.04B", "8", "185M", "141GB", "96.6\u00a0GB", "12.1\u00a0GB", "740\u00a0MB", "12.8\u00a0GB"]]
    assert 'href="/embed/self-check?answers=0&amp;lock=params,gpus,layer&amp;seed=ada"' in page.replace("&seed", "&amp;seed").replace(
        "&lock", "&amp;lock"
    )
    assert '<meta name="robots" content="noindex">' in page


def test_the_key_agrees_with_the_marking(client):
    for seed, *_, each, kept, bubble, total in table(client.get("/key?seeds=1-5").text):
        for question, answer in zip(("data-parallel", "persistent", "bubble", "total"), (each, kept, bubble, total), strict=True):
            marked = client.get("/self-check/answer", params={"seed": seed, "question": question, "answer": answer}).json()
            assert marked["right"], (seed, question, answer)


def test_what_is_the_same_for_all_seeds_is_so_in_the_key_and_in_its_exams(client):
    page = client.get("/key?seeds=ada&gpus=64&units=GiB").text
    html5lib.HTMLParser(strict=True).parse(page)
    # 6.04e9 parameters of 16 bytes are 90.0 GiB; over 64 GPUs 1.41 GiB; 740 MB are 706 MiB; together 2.10 GiB.
    assert table(page)[0][2:] == ["64", "185M", "≈131GiB", "90\u00a0GiB", "1.41\u00a0GiB", "706\u00a0MiB", "2.1\u00a0GiB"]
    exam = html.unescape(re.search(r'<th scope="row"><a href="([^"]+)"', page)[1])
    assert "64 GPUs" in client.get(exam).text
    assert 'name="gpus" value="64"' in page
    assert 'value="ada"' in page


@pytest.mark.parametrize(
    ("given", "seeds"),
    [
        ("1-3", ["1", "2", "3"]),
        ("1 - 3", ["1", "2", "3"]),
        ("1–3", ["1", "2", "3"]),
        ("1 – 2;7—8 x", ["1", "2", "7", "8", "x"]),
        ("-", []),
        ("a - b", ["a", "b"]),
        ("s1, s2;s3", ["s1", "s2", "s3"]),
        ("7 7 7", ["7"]),
        ("5-3", []),
        ("2026-A", ["2026-A"]),
        ("", []),
    ],
)
def test_seeds_are_named_one_by_one_or_as_a_range(client, given, seeds):
    assert [cells[0] for cells in table(client.get("/key", params={"seeds": given}).text)] == seeds


def test_the_list_is_bounded_and_says_so(client):
    page = client.get("/key?seeds=1-999999999").text
    assert len(table(page)) == 200
    assert "Only the first 200 seeds are listed." in page


def test_what_is_no_seed_is_told_on_the_key(client):
    assert "“-” is no seed" in client.get("/key?seeds=a+-+b").text
    assert "5-3 names no seed" in client.get("/key?seeds=5-3").text
    page = client.get("/key", params={"seeds": "ada <b>x</b>"}).text
    assert [cells[0] for cells in table(page)] == ["ada"]
    assert "is no seed" in page
    assert "<b>" not in page
