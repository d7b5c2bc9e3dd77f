"""A document at the desk: opened at the page that was cited, with the passage marked and its references as links."""

from collections.abc import Callable
from io import BytesIO

import openpyxl
import pytest
from django.utils import timezone
from reportlab.pdfgen.canvas import Canvas

from knowledge.embed import Embedder
from knowledge.library import intake
from knowledge.load import load
from knowledge.models import Chunk
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.talk import Talk

PAGES = {
    "House Rules": ["Quiet hours last from ten at night until six in the morning.", "Bicycles stand in the yard."],
    "Moving out": [
        "Notice is given 30 days ahead, as § 42-1003 of the Housing Code asks.",
        "Then see price-list.xlsx.",
    ],
    "Keys": ["A lost key costs what the price list says.", "More at https://example.org/keys on the web."],
}
CODE = "# Housing Code\n\n## § 42-1003. Notice\n\nA tenant gives notice 30 days ahead of the day they leave.\n"


def rules() -> bytes:
    out = BytesIO()
    canvas = Canvas(out, invariant=1)
    for heading, lines in PAGES.items():
        canvas.setFont("Helvetica-Bold", 20)
        canvas.drawString(60, 780, heading)
        canvas.setFont("Helvetica", 11)
        for at, line in enumerate(lines):
            canvas.drawString(60, 740 - 20 * at, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def prices() -> bytes:
    book, out = openpyxl.Workbook(), BytesIO()
    for title, rows in (("Keys", [("Thing", "KES"), ("Lost key", 900)]), ("Rooms", [("Room", "KES"), ("Small", 9000)])):
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    del book["Sheet"]
    book.save(out)
    return out.getvalue()


def furnish(tenant: Tenant) -> None:
    files = {"house-rules.pdf": rules(), "price-list.xlsx": prices(), "housing-code.md": CODE.encode()}
    for name, content in files.items():
        is_last = name == "housing-code.md"
        intake.add(
            tenant.id, content, name, now=timezone.now(), embedder=Embedder(), read=load, is_last=is_last, kind="doc"
        )


@pytest.fixture
def house(operator: Operator) -> Operator:
    furnish(operator.customer.tenant)
    return operator


def chunk(operator: Operator, words: str) -> Chunk:
    with tenant_scope(operator.customer.tenant.id):
        return Chunk.objects.select_related("document").get(text__contains=words)


def read(operator: Operator, one: Chunk, **query: str) -> str:
    response = operator.client.get(f"/desk/documents/{one.document_id}/", query)
    assert response.status_code == 200
    return str(response.content.decode())


def test_the_cited_passage_is_marked_on_its_page(house: Operator) -> None:
    notice, code = chunk(house, "Notice is given"), chunk(house, "A tenant gives notice")
    page = read(house, notice, chunk=str(notice.pk))
    assert "<b>Page 2</b>" in page
    assert page.count('class="passage cited"') == 1
    assert f'href="/desk/documents/{code.document_id}/?chunk={code.pk}#cited"' in page
    assert "Quiet hours" not in page
    assert "part=1&amp;chunk=" in page
    assert "part=3&amp;chunk=" in page
    there = read(house, code, chunk=str(code.pk))
    assert f"?chunk={notice.pk}&amp;page=2#cited" in there, "what refers to it"


def test_a_workbook_is_read_sheet_by_sheet(house: Operator) -> None:
    key = chunk(house, "Lost key")
    assert "<b>Sheet Keys</b>" in read(house, key, chunk=str(key.pk))
    assert "<b>Sheet Rooms</b>" in read(house, key, part="2")


def test_a_passage_that_is_gone_is_said_so_and_its_page_opened(house: Operator) -> None:
    notice = chunk(house, "Notice is given")
    page = read(house, notice, chunk="01a204a6-40d2-7756-a7fc-71b35cd6e868", page="3")
    assert "not in the document any more" in page
    assert "<b>Page 3</b>" in page
    assert 'href="https://example.org/keys"' in page
    for odd in ({"chunk": "x"}, {"part": "99"}, {"part": "-1"}, {"page": "\0"}):
        assert "<b>Page 1</b>" in read(house, notice, **odd)


def test_what_a_reply_rests_on_is_linked_under_it(
    talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]
) -> None:
    customer = talk(make_tenant())
    furnish(customer.tenant)
    answer = "\n".join(customer.say("How many days ahead must notice be given when moving out?"))
    assert "Moving out, p. 2" in answer
    customer.say("nataka kuongea na mtu")
    operator = Operator(customer)
    notice = chunk(operator, "Notice is given")
    link = f'<a href="/desk/documents/{notice.document_id}/?chunk={notice.pk}&amp;page=2#cited" target="_blank">'
    assert link in operator.page()
