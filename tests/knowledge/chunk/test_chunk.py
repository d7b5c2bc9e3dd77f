"""Passages: none above the limit, nothing lost, and each says where it stood."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.chunk import chunk, embedded_text, tokens
from knowledge.chunk.packing import pack
from knowledge.load import Block, Details, Loaded, Section, load
from tests.depth import rounds

LETTERS = st.text(alphabet="abcdefgh \n.,:-1\u00e9\u0436\u4e2d\U0001f600|#", max_size=900)
WORDS = st.lists(st.sampled_from(["router", "light", "blinks.", "check\n", "- item", "2) step", "\n\n"]), max_size=120)
TEXTS = st.one_of(LETTERS, WORDS.map(" ".join), st.integers(1, 900).map(lambda many: "x" * many))
BLOCKS = st.builds(Block, TEXTS, st.sampled_from(["text", "table", "code"]))
HEADINGS = st.sampled_from(["", "Head", "A longer heading: with signs", "word " * 60])
SECTIONS = st.builds(
    lambda heading, above, blocks, page: Section(
        path=tuple(filter(None, (above, heading))), heading=heading, page=page,
        blocks=tuple(block for block in blocks if block.text.strip()),
    ),
    HEADINGS, st.sampled_from(["", "Top"]), st.lists(BLOCKS, max_size=4), st.one_of(st.none(), st.integers(1, 9)),
)  # fmt: skip
DOCUMENTS = st.lists(SECTIONS, max_size=6).map(tuple)
LIMITS = st.sampled_from([(600, 120), (60, 12), (20, 8), (10, 0)])


def solid(text: str) -> str:
    return re.sub(r"\s", "", text)


@settings(max_examples=rounds(100, deep=300))
@given(DOCUMENTS, LIMITS)
def test_passages_cover_the_document_without_loss(sections: tuple[Section, ...], limits: tuple[int, int]) -> None:
    """Property 3: what passages say for the first time is the text of the document, all of it and in order.

    Headings stand in the text of a passage or in the way to its section.
    """
    passages = list(pack(sections, most=limits[0], overlap=limits[1]))
    said, rest = solid("".join(passage.fresh for passage in passages)), 0
    for block in (block for section in sections for block in section.blocks):
        found = said.find(solid(block.text), rest)
        assert found >= 0
        rest = found + len(solid(block.text))
    if passages:
        ways = said + "".join(solid(passage.section) for passage in passages)
        assert all(solid(section.heading) in ways for section in sections)


@settings(max_examples=rounds(100, deep=300))
@given(DOCUMENTS, LIMITS)
def test_no_passage_is_above_the_limit(sections: tuple[Section, ...], limits: tuple[int, int]) -> None:
    """Property 4: a passage has at most so many tokens, its overlap included, and says what it counts."""
    for passage in pack(sections, most=limits[0], overlap=limits[1]):
        assert len(passage.text) > 0
        assert passage.tokens == tokens.count(passage.text) <= limits[0]
        assert tokens.count(passage.text[: passage.overlap]) <= limits[1]
        assert solid(passage.fresh)


@settings(max_examples=rounds(100, deep=200))
@given(DOCUMENTS)
def test_what_is_left_out_says_too_little(sections: tuple[Section, ...]) -> None:
    """Property 5: every passage is kept or left out, and what is left out is short and nearly wordless."""
    done = chunk(Loaded(sections=sections), "Router")
    every = list(pack(sections, most=600, overlap=120))
    assert sorted(p.text for p in (*done.passages, *done.left_out)) == sorted(p.text for p in every)
    assert all(passage.tokens < 200 for passage in done.left_out)
    assert done.passages or not every
    assert all(len(passage.keywords) <= 12 for passage in done.passages)


@settings(max_examples=rounds(100, deep=200))
@given(LETTERS, LETTERS)
def test_tokens_add_up(one: str, other: str) -> None:
    """Property 6: two texts with white space between them have as many tokens as both."""
    assert tokens.count(f"{one}\n{other}") == tokens.count(one) + tokens.count(other)


@settings(max_examples=rounds(100, deep=200))
@given(st.text(st.characters(max_codepoint=127)))
def test_a_plain_text_has_as_many_as_beside_another_letter(text: str) -> None:
    """Texts without any letter but English ones are counted in a quicker way."""
    assert tokens.count(f"é {text}") == 1 + tokens.count(text)


@settings(max_examples=rounds(100, deep=200))
@given(st.text(), st.integers(0, 90))
def test_a_text_is_cut_only_when_it_has_too_many(text: str, most: int) -> None:
    kept = tokens.beginning(text, most)
    assert text.startswith(kept)
    assert tokens.count(kept) <= most
    assert (kept == text) is (tokens.count(text) <= most)


def test_tokens_are_estimated_rather_too_high() -> None:
    english = "The router is restarted by switching it off for thirty seconds and on again."
    assert 15 <= tokens.count(english) <= 19  # a GPT tokenizer counts 15
    assert tokens.count("") == tokens.count(" \n ") == 0
    assert tokens.count("254700000001") == 4


def test_a_long_section_overlaps_and_is_cut_between_steps() -> None:
    steps = "\n".join(
        f"{number}) Check the cable between port {number} and the wall, then wait." for number in range(80)
    )
    loaded = load(f"# Wiring\n{steps}".encode(), "a.md")
    first, second, *_ = chunk(loaded).passages
    assert first.tokens <= 600
    assert first.text.startswith("Wiring\n0) Check")
    assert first.text.endswith("then wait.")
    opening = second.text[: second.overlap]
    assert first.text.endswith(opening.strip())
    assert 80 < tokens.count(opening) <= 120
    assert re.match(r"\d+\) Check", second.text)


def test_a_table_is_kept_whole_where_it_fits() -> None:
    rows = "\n".join(f"| light {number} | meaning {number} |" for number in range(30))
    text = "Words before it. " * 100 + f"\n\n| light | meaning |\n|---|---|\n{rows}\n"
    passages = chunk(load(text.encode(), "a.md")).passages
    assert sum("light: light 0; meaning: meaning 0" in p.text and "light: light 29" in p.text for p in passages) == 1


def test_a_passage_knows_its_place() -> None:
    sections = (
        Section(path=("Guide",), heading="Guide"),
        Section(path=("Guide", "Pool"), heading="Pool", blocks=(Block("Open from eight to seven."),), page=3),
        Section(path=("Guide", "Pool"), blocks=(Block("Children swim with a grown-up."),), page=4),
    )
    first, second = chunk(Loaded(sections=sections), "Guest guide").passages
    assert (first.section, first.page, first.text) == ("Guide > Pool", 3, "Pool\nOpen from eight to seven.")
    assert (second.section, second.page, second.overlap) == (
        "Guide > Pool",
        4,
        len("Pool\nOpen from eight to seven.") - 5,
    )
    assert embedded_text("Guest guide", first.section, first.text).startswith("Guest guide\nGuide > Pool\nPool\n")
    assert first.sha1 != second.sha1
    assert chunk(Loaded(sections=sections), "Another title").passages[0].sha1 != first.sha1


def test_keywords_come_from_headings_and_summary() -> None:
    details = Details(summary="Lights of the fibre box and what they mean", tags=("outage",))
    sections = (Section(path=("PON light",), heading="PON light", blocks=(Block("It blinks green."),)),)
    (passage,) = chunk(Loaded(sections=sections, declared=details), "Fibre lights").passages
    assert passage.keywords[:2] == ("pon", "light")
    assert {"fibre", "lights", "outage", "box"} <= set(passage.keywords)
    assert "the" not in passage.keywords


def test_page_numbers_are_left_out_and_a_short_answer_is_not() -> None:
    sections = (
        Section(path=("Pets?",), heading="Pets?", blocks=(Block("No."),)),
        Section(path=(), blocks=(Block("- 12 -"),), page=12),
    )
    done = chunk(Loaded(sections=sections), "Questions")
    assert [passage.text for passage in done.passages] == ["Pets?\nNo."]
    assert [passage.text for passage in done.left_out] == ["- 12 -"]
