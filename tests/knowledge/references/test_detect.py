"""What is a reference, in English and German: each form with its neighbours, and texts that hold none."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.references import Reference, detect, merge
from knowledge.references.sections import division
from tests.depth import sampled


def targets(text: str) -> list[str]:
    return [one.target for one in detect(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("as § 42-1005 says", ["42-1005"]),
        ("under sections 42-3401.01 and 42-3505", ["42-3401.01", "42-3505"]),
        ("§§ 47-902(17), 47-1002(26), and 47-2005(32)", ["47-902", "47-1002", "47-2005"]),
        ("§§ 42-101, 42-121 to 42-123 [repealed], 42-306", ["42-101", "42-121", "42-123", "42-306"]),
        ("§§ 42-1901.01 to .05", ["42-1901.01", "42-1901.05"]),
        ("§§ 42-1721 to 1738", ["42-1721", "42-1738"]),
        ("sections 28-3301(d)(1)(A), (B), or (D) and 28-3310", ["28-3301", "28-3310"]),
        ("Chapter 18 of Title 2 [§ 2-1801.01 et seq.]", ["chapter 18", "title 2", "2-1801.01"]),
        ("subchapters III and V and § 42-3509.08", ["subchapter iii", "subchapter v", "42-3509.08"]),
        ("a petition pursuant to 42-3502.10.", ["42-3502.10"]),
        ("under § 5 and 30 days later", ["5"]),
        ("gemäß §§ 535, 536 und 543 BGB", ["535", "536", "543"]),
        ("nach § 573c Abs. 1 Satz 1 BGB ist die Kündigung", ["573c"]),
        ("Näheres in Abschnitt 4.2 und Kapitel 7", ["4.2", "chapter 7"]),
        ("Art. 6 Abs. 1 lit. b DSGVO", ["article 6"]),
        ("siehe Anhang B", ["annex b"]),
        ("kulingana na kifungu cha 7 na sura ya 2", ["7", "chapter 2"]),
        ("see the Warranty Policy for more", ["Warranty Policy"]),
        ("laut Hausordnung ist Ruhe", ["Hausordnung"]),
        ("[Returns](returns.md#refunds) and price-list.pdf", ["returns.md#refunds", "price-list.pdf"]),
        ("see “Moving out” below", ["Moving out"]),
        ("as shown [3, 5] by Smith et al. (2019)", ["3", "5", "Smith et al. (2019)"]),
        ("(Müller & Meier, 2020)", ["Müller & Meier, 2020"]),
        ("the Act (D.C. Law 18-180; 57 DCR 1)", ["D.C. Law 18-180"]),
        ("more at https://example.org/a?b=1.", ["https://example.org/a?b=1"]),
    ],
)
def test_a_reference_is_found(text: str, found: list[str]) -> None:
    assert targets(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "It costs 42-45 shillings and takes 3 to 5 days.", "Call 0712-345678 on 12-05-2026.",
        "In March (2019) we moved.", "Part of the section is closed.", "the rules are plain",
        "Size 42, article of clothing", "", "§", "§§ and so on",
    ],
)  # fmt: skip
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert targets(text) == []


@pytest.mark.parametrize(
    ("text", "context", "kind"),
    [
        ("26 U.S.C. § 179", "26 U.S.C.", "legal_section"),
        (
            "section 8(e)(2) of the United States Housing Act of 1937",
            "United States Housing Act of 1937",
            "legal_section",
        ),
        ("§ 573 BGB", "BGB", "legal_section"),
        ("15 DCMR 307", "15 DCMR", "legal_section"),
        ("Anlage 2 zum Mietvertrag", "Mietvertrag", "section"),
        ("section 4.2 of the Staff Handbook", "Staff Handbook", "legal_section"),
        ("section 2 of the “Schedule of fees”", "Schedule of fees", "legal_section"),
        ('section 2 of the "Schedule of fees"', "Schedule of fees", "legal_section"),
        ("subsection (b) of this section", "this section", "section"),
        ("this chapter", "this section", "section"),
        ("dieses Kapitels", "this section", "section"),
        ("sura hii", "this section", "section"),
        ("section 4.2", None, "section"),
    ],
)
def test_the_work_that_is_named_is_kept(text: str, context: str | None, kind: str) -> None:
    (found,) = detect(text)
    assert (found.document_context, found.kind) == (context, kind)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("this chapter", "Chapter 3. Deposits"),
        ("this part", "PART II"),
        ("this Part", "Part One: Homes"),
        ("this title", "Title 42"),
        ("dieses Kapitels", "1. Kapitel"),
        ("diesem Teil", "Zweiter Teil: Wohnraum"),
        ("dieses Abschnittes", "Abschnitt 4 Kündigung"),
        ("sura hii", "Sura ya 2"),
        ("Sehemu hii", "Sehemu ya Pili"),
    ],
)
def test_what_is_around_a_text_is_known_by_its_heading(text: str, heading: str) -> None:
    (found,) = detect(text)
    assert found.target == f"this {division(heading)}"


@pytest.mark.parametrize("heading", ["Part exchange", "Spare parts", "Titles and deeds", "§ 5 Notice", "Partners", ""])
def test_a_heading_that_only_begins_like_one_is_around_nothing(heading: str) -> None:
    assert division(heading) == ""


def test_a_range_keeps_its_last_section() -> None:
    first, last = detect("§§ 42-1901 through 42-1904")
    assert (first.through, last.through) == ("42-1904", "")


def test_a_document_does_not_refer_to_itself() -> None:
    assert detect("As the Warranty Policy says.", document_title="Warranty policy") == ()


def test_what_a_model_finds_besides_is_added_once() -> None:
    by_patterns = detect("See § 42-1005 and the Warranty Policy.")

    def by_model(target: str, text: str, start: int) -> Reference:
        return Reference(
            kind="document_mention",
            target=target,
            original_text=text,
            start=start,
            end=start + len(text),
            method="model",
        )

    again, over = by_model("warranty policy", "Warranty Policy", 100), by_model("the policy", "and the Warranty", 14)
    part, fresh = by_model("Policy", "Policy", 200), by_model("green leaflet", "the green leaflet", 300)
    assert merge(by_patterns, [again, over, part, fresh, fresh]) == (*by_patterns, fresh)


MARKS = ["§ ", "§§ ", "Section ", "[3]", "“", "”", "\n", "(a)", "5", ".", "42-1005", "ff.", "\u2013", ", "]
WORDS = [
    " and ",
    " through ",
    " of this section",
    " BGB",
    "Policy",
    " see the ",
    "Housing Act",
    "x.pdf",
    "https://a.b/",
]
PIECES = st.sampled_from([*MARKS, *WORDS, "Smith et al. (2019)"])


@given(st.lists(PIECES | st.text(max_size=6), max_size=40).map("".join))
def test_what_is_found_stands_in_the_text_and_nothing_over_another(text: str) -> None:
    found = detect(text)
    assert all(text[one.start : one.end] == one.original_text and one.target for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


@pytest.mark.parametrize(
    "unit", sampled(["§ 1, ", "§§ ", "section 1 of The Act ", "[1] ", "see “", "A ", "(a) of this "], quick=2)
)
def test_time_grows_with_the_text(unit: str) -> None:
    """Sixteen times the text takes no 64 times as long."""

    def took(size: int) -> float:
        text, began = unit * (size // len(unit)), time.thread_time()
        detect(text)
        return time.thread_time() - began

    small, large = (min(took(size) for _ in range(3)) for size in (4_000, 64_000))
    assert large < 64 * max(small, 0.0005)
