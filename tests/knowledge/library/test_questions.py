"""What customers ask of a section is written beside it, kept, and leads to it; the section says no more than it did."""

from collections.abc import Callable
from dataclasses import replace
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
from knowledge.search.question import prepare
from knowledge.search.search import search
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
        return questions.put(document.pk, asked, now=NOW)


def ask(tenant: Tenant, question: str, **likely: float) -> Found:
    """With the sections of the rules that it likely is of, by the last word of their headings."""
    sections = {("rules.md", f"House rules > {name}"): one for name, one in likely.items()}
    asked = replace(prepare(question, Embedder()), sections=sections)
    with tenant_scope(tenant.pk):
        return search(asked)


def test_a_section_that_is_likely_asked_for_is_found_by_none_of_its_words(tenant: Tenant, rules: Document) -> None:
    assert not ask(tenant, "do you lock us out").is_enough
    found = ask(tenant, "do you lock us out", Boom=0.9)
    assert found.is_enough
    assert (found.hits[0].section, found.hits[0].asked) == (BOOM, 0.9)


def test_one_that_is_hardly_likely_is_no_answer(tenant: Tenant, rules: Document) -> None:
    assert not ask(tenant, "do you lock us out", Boom=0.1).is_enough


def test_what_is_likely_moves_before_what_has_the_words(tenant: Tenant, rules: Document) -> None:
    assert ask(tenant, "until when may visitors stay").hits[0].section == "House rules > Visitors"
    assert ask(tenant, "until when may visitors stay", Boom=0.95).hits[0].section == BOOM


def test_of_another_tenant_or_one_that_is_gone_nothing_is_found(
    tenant: Tenant, rules: Document, make_tenant: Callable[..., Tenant]
) -> None:
    assert not ask(make_tenant(), "do you lock us out", Boom=0.95).hits
    intake.add(tenant.pk, RULES.partition(b"## Boom")[0], "rules.md", now=NOW)
    assert not ask(tenant, "do you lock us out", Boom=0.95).is_enough


def test_they_change_no_passage(tenant: Tenant, rules: Document) -> None:
    with tenant_scope(tenant.pk):
        before = list(Chunk.objects.order_by("place").values_list("place", "sha1"))
    assert keep(tenant, rules, ASKED)
    assert not keep(tenant, rules, {BOOM: [" Are we locked out  when we return late? "]})
    intake.read_again(tenant.pk, rules.pk, now=NOW)
    with tenant_scope(tenant.pk):
        assert list(Chunk.objects.order_by("place").values_list("place", "sha1")) == before


def test_a_new_version_of_the_file_keeps_them(tenant: Tenant, rules: Document) -> None:
    keep(tenant, rules, ASKED)
    intake.add(tenant.pk, RULES.replace(b"14:00", b"15:00"), "rules.md", now=NOW)
    with tenant_scope(tenant.pk):
        document = Document.objects.get()
        assert document.questions == ASKED
        assert questions.sections_of(document) == [ARRIVAL, "House rules > Visitors", BOOM]


def test_of_a_section_that_is_gone_they_wait_to_be_moved(tenant: Tenant, rules: Document) -> None:
    keep(tenant, rules, ASKED)
    intake.add(tenant.pk, RULES.partition(b"## Boom")[0], "rules.md", now=NOW)
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
        assert not questions.put(rules.pk, ASKED, now=NOW)
    with tenant_scope(tenant.pk):
        assert Document.objects.get().questions == {}


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=LONGEST + 50), max_size=MOST + 5))
def test_questions_are_kept_short_few_and_once(lines: list[str]) -> None:
    kept = tidy(lines)
    assert len(kept) == len(set(kept)) <= MOST
    assert all(0 < len(line) <= LONGEST and line == line.strip() and "\x00" not in line for line in kept)
    assert tidy(kept) == kept


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
    with tenant_scope(tenant.pk):
        assert Document.objects.get().questions == {BOOM: ["Are we locked out when we return late?"]}


def page_of(document: Document) -> str:
    return f"/admin/knowledge/document/{document.pk}/questions/"


def test_they_are_written_on_a_page(tenant: Tenant, rules: Document) -> None:
    client = seated(member(tenant))
    assert page_of(rules) in client.get(f"/admin/knowledge/document/{rules.pk}/change/").content.decode()
    told = {
        f"section:{BOOM}": "Are we locked out when we return late?\r\n\r\nTukirudi usiku mnatufungia nje?",
        "section:Another": "Why?",
    }
    answer = client.post(page_of(rules), told, follow=True)
    assert "learns them in the background" in answer.content.decode()
    assert (
        "Are we locked out when we return late?\nTukirudi usiku mnatufungia nje?</textarea>" in answer.content.decode()
    )
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
