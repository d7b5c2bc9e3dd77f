"""A section is found by what customers ask of it, in their words, and says no more than it did."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.embed import Embedder
from knowledge.library import intake, questions
from knowledge.library.questions import LONGEST, MOST, TableRefused, from_table, tidy
from knowledge.models import Chunk, Document
from knowledge.search.found import Found
from knowledge.search.question import prepare, with_questions
from knowledge.search.ranking import UNLIKE_ASKED
from knowledge.search.search import search
from knowledge.search.terms import words
from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.people import member, seated

NOW = timezone.now()
RULES = b"""# House rules
## Arrival
Rooms are ready from 14:00.
## Visitors
Visitors leave by 22:00 and show a passport at the gate.
## Boom
The boom goes down at dusk, for nobody watches it.
"""
ARRIVAL, BOOM = "House rules > Arrival", "House rules > Boom"
ASKED = {
    ARRIVAL: ["When can we get the keys?", "Ufunguo wa chumba tunapewa lini?"],
    BOOM: ["Are we locked out when we return late?"],
}


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def tenant(db: None, make_tenant: Callable[..., Tenant]) -> Tenant:
    return make_tenant()


@pytest.fixture
def rules(tenant: Tenant) -> Document:
    return intake.add(tenant.pk, RULES, "rules.md", now=NOW)


def keep(tenant: Tenant, document: Document, asked: questions.Questions) -> bool:
    with tenant_scope(tenant.pk):
        is_new = questions.put(document.pk, asked)
    intake.read_again(tenant.pk, document.pk, now=NOW)
    return is_new


def ask(tenant: Tenant, question: str, *, by_questions: bool = True) -> Found:
    asked = prepare(question, Embedder())
    with tenant_scope(tenant.pk):
        return search(with_questions(asked) if by_questions else asked)


def places(tenant: Tenant) -> dict[str, int]:
    with tenant_scope(tenant.pk):
        return dict(Chunk.objects.values_list("section", "place"))


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("when do we get our keys", ARRIVAL),
        ("tunapewa lini ufunguo", ARRIVAL),
        ("do you lock us out if we return late", BOOM),
    ],
)
def test_a_section_is_found_by_what_customers_ask(tenant: Tenant, rules: Document, question: str, section: str) -> None:
    assert not ask(tenant, question).is_enough
    assert keep(tenant, rules, ASKED)
    found = ask(tenant, question)
    assert found.is_enough
    assert found.hits[0].section == section
    assert not any(asked in f"{hit.text} {hit.section} {hit.title}" for hit in found.hits for asked in ASKED[section])


@pytest.mark.parametrize(
    "question", ["who won at night", "when is the next bus to town", "May I smoke at the airport?", "Tunalipa ngapi?"]
)
def test_one_word_in_common_with_what_is_asked_finds_nothing(tenant: Tenant, rules: Document, question: str) -> None:
    keep(tenant, rules, ASKED)
    assert not ask(tenant, question).is_enough


def test_what_nobody_has_written_is_found_by_the_text_as_before(tenant: Tenant, rules: Document) -> None:
    alone = ask(tenant, "until when may visitors stay", by_questions=False)
    keep(tenant, rules, ASKED)
    found = ask(tenant, "until when may visitors stay")
    assert found.is_enough
    assert [hit.section for hit in found.hits] == [hit.section for hit in alone.hits]
    assert not any(hit.asked for hit in found.hits)


@pytest.mark.parametrize(
    ("written", "question"),
    [
        (
            "How early may we come?",
            "how much may we come early for",
        ),  # what it costs is not told by who only speaks of it
        ("Can we bring a dog to the gate?", "can we bring a parrot to the gate"),
        ("What is the gate made of?", "what is on tonight"),
    ],
)
def test_a_question_about_something_else_is_not_like_it(
    tenant: Tenant, rules: Document, written: str, question: str
) -> None:
    keep(tenant, rules, {BOOM: [written]})
    assert not any(hit.asked > UNLIKE_ASKED for hit in ask(tenant, question).hits)


def test_the_questions_of_a_section_are_read_together(tenant: Tenant, rules: Document) -> None:
    """What one of them names another need not: a mattress, and the town that it goes to."""
    one = "how much for a wardrobe to the gate"
    keep(tenant, rules, {BOOM: ["How much for a suitcase to the gate?"]})
    assert not any(hit.asked for hit in ask(tenant, one).hits)
    keep(tenant, rules, {BOOM: ["How much for a suitcase to the gate?", "Does a wardrobe fit?"]})
    assert ask(tenant, one).hits[0].asked > UNLIKE_ASKED


@pytest.mark.parametrize("question", ["until when may visitors stay", "when do we get our keys", "is the boom down"])
def test_a_search_by_the_text_alone_finds_what_it_found(tenant: Tenant, rules: Document, question: str) -> None:
    before = ask(tenant, question, by_questions=False)
    keep(tenant, rules, ASKED)
    after = ask(tenant, question, by_questions=False)
    assert [hit.section for hit in after.hits] == [hit.section for hit in before.hits]
    assert [hit.strength for hit in after.hits] == pytest.approx([hit.strength for hit in before.hits], rel=0.1)


def test_only_passages_with_other_questions_are_read_anew(tenant: Tenant, rules: Document) -> None:
    before = places(tenant)
    assert keep(tenant, rules, {BOOM: ["Are we locked out when we return late?"]})
    after = places(tenant)
    assert after[ARRIVAL] == before[ARRIVAL]
    assert after[BOOM] != before[BOOM]
    assert not keep(tenant, rules, {BOOM: [" Are we locked  out when we return late? "], ARRIVAL: [" "]})
    assert places(tenant) == after


def test_a_new_version_of_the_file_keeps_them(tenant: Tenant, rules: Document) -> None:
    keep(tenant, rules, ASKED)
    intake.add(tenant.pk, RULES.replace(b"14:00", b"15:00"), "rules.md", now=NOW)
    hit = ask(tenant, "when do we get our keys").hits[0]
    assert "15:00" in hit.text
    with tenant_scope(tenant.pk):
        document = Document.objects.get()
        assert document.questions == ASKED
        assert questions.sections_of(document) == [ARRIVAL, "House rules > Visitors", BOOM]


def test_of_a_section_that_is_gone_they_wait_to_be_moved(tenant: Tenant, rules: Document) -> None:
    keep(tenant, rules, ASKED)
    intake.add(tenant.pk, RULES.partition(b"## Boom")[0], "rules.md", now=NOW)
    assert not ask(tenant, "do you lock us out if we return late").is_enough
    with tenant_scope(tenant.pk):
        assert questions.sections_of(Document.objects.get())[-1] == BOOM


def test_other_sections_keep_theirs_and_an_empty_list_takes_them_away(tenant: Tenant, rules: Document) -> None:
    keep(tenant, rules, ASKED)
    keep(tenant, rules, {BOOM: []})
    with tenant_scope(tenant.pk):
        assert Document.objects.get().questions == {ARRIVAL: ASKED[ARRIVAL]}


def test_of_another_tenants_document_nothing_is_kept(
    tenant: Tenant, rules: Document, make_tenant: Callable[..., Tenant]
) -> None:
    with tenant_scope(make_tenant().pk):
        assert not questions.put(rules.pk, ASKED)
    with tenant_scope(tenant.pk):
        assert Document.objects.get().questions == {}


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=LONGEST + 50), max_size=MOST + 5))
def test_questions_are_kept_short_few_and_once(lines: list[str]) -> None:
    kept = tidy(lines)
    assert len(kept) == len(set(kept)) <= MOST
    assert all(0 < len(line) <= LONGEST and line == line.strip() and "\x00" not in line for line in kept)
    assert tidy(kept) == kept


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("abcdefgh ?", max_size=40), max_size=5))
def test_no_word_of_the_text_weighs_more_or_less_for_what_is_asked(asked: list[str]) -> None:
    alone, both = (
        words.of_passage("Rooms are ready from 14:00."),
        words.of_passage("Rooms are ready from 14:00.", asked),
    )
    weights = dict(zip(both.indices(), both.values(), strict=True))
    assert {key: weights[key] for key in alone.indices()} == dict(zip(alone.indices(), alone.values(), strict=True))


def test_a_table_is_read_by_document_and_section() -> None:
    table = b'\xef\xbb\xbfsection,document,question\nFees,a.md,"How much, exactly?"\nFees,a.md,Ni ngapi?\n,b.md,Why?\n'
    assert from_table(table) == {"a.md": {"Fees": ["How much, exactly?", "Ni ngapi?"]}, "b.md": {"": ["Why?"]}}


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (b"document,section\na.md,Fees\n", "no column question"),
        (b"document,section,question\na.md,Fees,\n", "Line 2 has no"),
        (b"document,section,question\n,Fees,Why?\n", "Line 2 has no"),
        (b"document,section,question\na.md,Fees\n", "Line 2 has no"),
        (b"document,section,question\na.md,Fe\x00es,Why?\n", "Line 2 has a character"),
        (b"document,section,question\na.md,Fees,\xff\n", "UTF-8"),
        (b'document,section,question\na.md,Fees,"Why\n', "cannot be read"),
        (b"", "no column"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(table: bytes, why: str) -> None:
    with pytest.raises(TableRefused, match=why):
        from_table(table)


def test_the_command_takes_a_table_and_refuses_one_of_other_files(tenant: Tenant, tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_bytes(RULES)
    table, other = tmp_path / "asked.csv", tmp_path / "other.csv"
    table.write_text(f"document,section,question\nrules.md,{BOOM},Are we locked out when we return late?\n")
    other.write_text("document,section,question\nmenu.md,Menu,Any fish?\n")
    given = [str(tmp_path / "rules.md"), "--tenant", tenant.slug, "--questions"]
    with pytest.raises(CommandError, match=r"menu\.md, which is not among the files"):
        call_command("ingest", *given, str(other))
    call_command("ingest", *given, str(table))
    assert ask(tenant, "do you lock us out if we return late").hits[0].section == BOOM


def page_of(document: Document) -> str:
    return f"/admin/knowledge/document/{document.pk}/questions/"


def test_they_are_written_on_a_page(tenant: Tenant, rules: Document, django_capture_on_commit_callbacks: Any) -> None:
    client = seated(member(tenant))
    assert page_of(rules) in client.get(f"/admin/knowledge/document/{rules.pk}/change/").content.decode()
    told = {
        f"section:{BOOM}": "Are we locked out when we return late?\r\n\r\nTukirudi usiku mnatufungia nje?",
        "section:Another": "Why?",
    }
    with django_capture_on_commit_callbacks() as callbacks:
        answer = client.post(page_of(rules), told, follow=True)
    assert "The document is read again" in answer.content.decode()
    assert (
        "Are we locked out when we return late?\nTukirudi usiku mnatufungia nje?</textarea>" in answer.content.decode()
    )
    assert callbacks
    with tenant_scope(tenant.pk):
        assert Document.objects.get().questions == {
            BOOM: ["Are we locked out when we return late?", "Tukirudi usiku mnatufungia nje?"]
        }
    assert "Nothing has changed" in client.post(page_of(rules), {}, follow=True).content.decode()


def test_what_was_written_is_kept_of_a_section_that_has_moved_to_another_page(tenant: Tenant) -> None:
    parts = "".join(f"## Part {at}\nRule {at} is about the {at} keys of house {at}.\n" for at in range(20))
    document = intake.add(tenant.pk, f"# Rules\n{parts}".encode(), "long.md", now=NOW)
    last = "Rules > Part 19"
    client = seated(member(tenant))
    assert f"section:{last}".replace(">", "&gt;") not in client.get(page_of(document)).content.decode()
    client.post(page_of(document), {f"section:{last}": "Which keys do we get?"})
    assert "Which keys do we get?" in client.get(page_of(document), {"page": "2"}).content.decode()


def test_the_page_is_for_those_who_run_the_business(
    tenant: Tenant, rules: Document, make_tenant: Callable[..., Tenant]
) -> None:
    operator, stranger = seated(member(tenant, Role.OPERATOR)), seated(member(make_tenant()))
    assert operator.get(page_of(rules)).status_code in (302, 403)
    assert stranger.post(page_of(rules), {f"section:{BOOM}": "Why?"}).status_code == 302
    assert Client().get(page_of(rules)).status_code == 302
    with tenant_scope(tenant.pk):
        assert Document.objects.get().questions == {}
