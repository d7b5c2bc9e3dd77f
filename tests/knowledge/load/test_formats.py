"""Each format becomes sections that say what stood where."""

import datetime
import json

from knowledge.load import load
from tests.knowledge.load import made

MARKDOWN = b"""---
title: "PON lights"
version: 2.1
last_updated: 2026-10-15
audience: customer
language: en
tags: [pon, ont]
summary: What the lights mean
---
# PON lights
<!-- not for readers -->
Look at the [box](https://box.example) **first**.

| Light | Meaning |
| --- | --- |
| green | connected \\| fine |
| red | no signal |

Setext
------
1) Unplug it.
2) Wait.

```
# no heading
```
"""


def texts(content: bytes, name: str) -> list[tuple[tuple[str, ...], str]]:
    return [(section.path, section.text) for section in load(content, name).sections]


def test_markdown_with_front_matter() -> None:
    loaded = load(MARKDOWN, "02_pon.md")
    declared = loaded.declared
    assert (declared.title, declared.version, declared.audience) == ("PON lights", "2.1", "customer")
    assert declared.last_updated == datetime.date(2026, 10, 15)
    assert declared.tags == ("pon", "ont")
    first, second = loaded.sections
    assert first.blocks[0].text == "Look at the box (https://box.example) first."
    assert first.blocks[1].kind == "table"
    assert first.blocks[1].text == "Light: green; Meaning: connected | fine\nLight: red; Meaning: no signal"
    assert second.path == ("PON lights", "Setext")
    assert second.blocks[0].text == "1) Unplug it.\n2) Wait."
    assert (second.blocks[1].kind, second.blocks[1].text) == ("code", "# no heading")


def test_a_section_knows_the_last_three_headings() -> None:
    deep = b"# One\n## Two\n### Three\n#### Four\ntext\n## Other\nmore"
    assert [path for path, _ in texts(deep, "a.md")][-2:] == [("Two", "Three", "Four"), ("One", "Other")]


def test_malformed_front_matter_is_text_with_a_note() -> None:
    for front in (b"title: [unclosed", b"just words", b"a: &x 1\nb: *x", b"date: 2026-13-45"):
        loaded = load(b"---\n" + front + b"\n---\n# Head\nbody", "a.md")
        assert loaded.notes == ("The front matter between the two --- lines cannot be read, and was taken as text.",)
        assert front.decode().split()[0] in loaded.text
        assert "body" in loaded.text


def test_odd_values_in_front_matter_are_harmless() -> None:
    front = b"---\ntitle: 12\nversion: [1]\ntags: 7\nlast_updated: soon\nkind: spell\n---\nSome text."
    declared = load(front, "a.md").declared
    assert (declared.title, declared.version, declared.tags, declared.last_updated) == ("12", "", (), None)
    assert declared.kind == ""


def test_pdf_by_pages_with_headings_and_without_feet() -> None:
    pages = [
        [("Title", "Guest guide"), ("BodyText", "Welcome to the house. " * 12)],
        [("Heading1", "Pool"), ("BodyText", "The pool is open from eight to seven.")],
        [("BodyText", "Children swim with a grown-up.")],
        [("Heading1", "Spa"), ("BodyText", "Book four hours ahead.")],
    ]
    loaded = load(made.pdf(*pages, title="The guest guide"), "guide.pdf")
    assert loaded.pages == 4
    assert loaded.declared.title == "The guest guide"
    assert [(section.page, section.path) for section in loaded.sections] == [
        (1, ("Guest guide",)), (2, ("Pool",)), (3, ("Pool",)), (4, ("Spa",)),
    ]  # fmt: skip
    assert "Printed by" not in loaded.text


def test_a_page_without_text_is_noted() -> None:
    words = [("BodyText", "Words on this page, rather more than a few.")]
    blank = made.joined(made.pdf(words), made.scan(), made.pdf(words))
    assert load(blank, "a.pdf").notes == ("3 of 5 pages hold no text: 2, 3, 4.",)


def test_word_headings_lists_and_tables() -> None:
    loaded = load(made.word(), "handbook.docx")
    assert (loaded.declared.title, loaded.declared.version) == ("Staff handbook", "1.5")
    assert [(section.path, section.text) for section in loaded.sections] == [
        (
            ("Opening the shop",),
            "Opening the shop\n\nCome at half past seven.\n\n- Switch the alarm off\n- Count the till",
        ),
        (("Opening the shop", "Keys"), "Keys\n\nKey: Back door; Who has it: The manager"),
    ]


def test_excel_by_sheets() -> None:
    hours = [["Day", "Open"], ["Monday", datetime.time(9)], ["Holiday", None], ["Fee", 200.0]]
    loaded = load(made.excel(("Hours", hours), ("Maswali", [["Swali", "Jibu"], ["Wapi?", "Moi Avenue"]])), "a.xlsx")
    first, second = loaded.sections
    assert (first.sheet, first.path) == ("Hours", ("Hours",))
    assert first.blocks[0].text == "Day: Monday; Open: 09:00:00\nDay: Holiday\nDay: Fee; Open: 200"
    assert (second.sheet, second.path, second.blocks[0].text) == ("Maswali", ("Maswali", "Wapi?"), "Moi Avenue")


def test_csv_with_any_delimiter() -> None:
    assert texts(b"name;price\nPot;900\nPan;700\n", "a.csv") == [((), "name: Pot; price: 900\nname: Pan; price: 700")]
    assert texts(b"question,answer\nOpen?,From 8\n", "a.csv") == [(("Open?",), "Open?\n\nFrom 8")]


def test_html_as_a_reader_sees_it() -> None:
    page = b"""<!doctype html><html lang="sw-KE"><head><title>Sera</title><script>bad()</script></head><body>
    <nav>Menu</nav><h1>Kurudisha</h1><p>Rudisha bidhaa\n ndani ya <b>siku</b> 14.<br>Na risiti.</p>
    <ol><li>Andika</li><li>Leta <ul><li>na sanduku</li></ul></li></ol>
    <table><tr><th>Njia</th><th>Muda</th></tr><tr><td>M-Pesa</td><td>saa 24</td></tr></table>
    <div hidden>siri</div><style>p{}</style></body></html>"""
    loaded = load(page, "sera.html")
    assert (loaded.declared.title, loaded.declared.language) == ("Sera", "sw")
    (section,) = loaded.sections
    assert [block.text for block in section.blocks] == [
        "Rudisha bidhaa ndani ya siku 14.\nNa risiti.",
        "1. Andika\n2. Leta\n- na sanduku",
        "Njia: M-Pesa; Muda: saa 24",
    ]


def test_text_in_any_encoding() -> None:
    said = "Mkahawa wa Ol\u00e9: karibu kahawa\n\nBei ni nafuu"
    for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"):
        loaded = load(said.encode(name), "a.txt")
        assert [block.text for block in loaded.sections[0].blocks] == said.split("\n\n"), name
    assert "Windows-1252" in load(said.encode("cp1252"), "a.txt").notes[0]


def test_a_property_file_by_category() -> None:
    document = {
        "property": {"name": "Oasis", "version": "4", "last_updated": "2026-11-01", "location": "Diani"},
        "restaurants": [{"name": "Grill", "price_range": "$$", "cuisine": "Fish", "hours": {"mon": "closed"}}],
        "hotel": {"check_in": "14:00", "towers": [{"name": "Ocean", "rooms": [{"room_type": "Suite", "sleeps": 2}]}]},
        "gaming": {"minimum_age": 18, "areas": [{"name": "Darts", "games": ["501", "cricket"]}]},
        "faq": [{"question": "Pets?", "answer": "No.", "since": 2020}],
        "helicopters": [{"name": "Pad", "open": True}],
    }
    loaded = load(json.dumps(document).encode(), "property.json")
    assert (loaded.declared.title, loaded.declared.version) == ("Oasis", "4")
    said = {section.path: (section.category, section.text) for section in loaded.sections}
    assert said == {
        ("Property",): ("property", "Property\n\nLocation: Diani"),
        ("Restaurants", "Grill"): (
            "restaurants",
            "Restaurants: Grill\n\nServes: Fish\nOpening hours: Mon: closed\nPrices: $$",
        ),
        ("Hotel",): ("hotel", "Hotel\n\nCheck-in: 14:00"),
        ("Ocean", "Rooms", "Suite"): ("hotel", "Rooms: Suite\n\nGuests: 2"),
        ("Gaming",): ("gaming", "Gaming\n\nMinimum age: 18"),
        ("Gaming", "Areas", "Darts"): ("gaming", "Areas: Darts\n\nGames offered: 501, cricket"),
        ("FAQ", "Pets?"): ("faq", "Pets?\n\nNo.\nSince: 2020"),
        ("Helicopters", "Pad"): ("helicopters", "Helicopters: Pad\n\nOpen: yes"),
    }


def test_what_is_not_said_is_guessed() -> None:
    assert load(b"# Returns policy\nBring it back with the receipt.", "x.md").guessed.kind == "policy"
    assert load(b"Once upon a time.", "03_closing-procedure.txt").guessed.kind == "sop"
    assert load(b"Hello there", "03_closing_the_shop.txt").guessed.title == "Closing the shop"
    assert load(b"Lipa kwa M-Pesa na upate risiti ya malipo kama kawaida", "a.txt").guessed.language == "sw"
    assert load(b"Pay with the phone and you get a receipt for it", "a.txt").guessed.language == "en"
    assert load(b"Nokia 3310", "a.txt").guessed.language == ""
