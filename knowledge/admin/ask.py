"""Ask the library as a customer would: the passages with their scores, the decision, and the answer in their words."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from knowledge import embed
from knowledge.answer import FoundPassage, extract
from knowledge.models import Calibration, UnansweredQuestion
from knowledge.search import question
from knowledge.search.found import Found, Hit
from knowledge.search.search import search
from tenants.admin.frame import frame
from tenants.admin.seat import get_seat, pick_first
from tenants.models import Tenant
from tenants.rules import Guardrails, read_rules
from tenants.scope import tenant_scope

LONGEST = 500
DECISIONS = {
    "enough": "It is enough to answer.",
    "empty_library": "There are no documents yet.",
    "too_few_hits": "Too little was found. A customer is told so, or gets a person.",
    "low_scores": "What was found is not near enough. A customer is told so, or gets a person.",
}


def respond(request: HttpRequest) -> HttpResponse:
    """The box, and below it what the library makes of the question."""
    seat = get_seat(request)
    tenant = seat.tenant
    if tenant is None:
        return pick_first(request)
    if not seat.runs_tenant:
        raise PermissionDenied
    asked = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST]
    context = frame(request, UnansweredQuestion, "Ask the library") | {"asked": asked}
    if asked:
        context |= _told(tenant, asked)
    return TemplateResponse(request, "knowledge/ask.html", context)


def _told(tenant: Tenant, asked: str) -> dict[str, Any]:
    """The question's vector may come over the network: no scope is open then."""
    meant = question.prepare(asked, embed.from_settings())
    with tenant_scope(tenant.id):
        found = search(meant)
        hits = [(hit, _passage(hit)) for hit in found.hits]
        calibration = Calibration.objects.filter(model=meant.model).first()
    told = {"calibration": calibration, "is_by_words": not meant.vector}
    return told | {"found": found, "decision": DECISIONS[found.decision], "hits": hits} | _answer(tenant, asked, found)


def _answer(tenant: Tenant, asked: str, found: Found) -> dict[str, Any]:
    usable = sorted((hit for hit in found.hits if hit.quotable), key=lambda hit: -hit.score)
    if not found.is_enough or not usable:
        return {}
    passages = [_passage(hit) for hit in usable]
    quoted = extract(asked, passages, style=read_rules(Guardrails, tenant.compliance).answers.style)
    return {"answer": quoted.text, "sources": dict.fromkeys(passages[place].citation for place in quoted.cited)}


def _passage(hit: Hit) -> FoundPassage:
    return FoundPassage(
        text=hit.quotable, title=hit.plain(hit.title), section=hit.plain(hit.section), file_name=hit.file_name,
        version=hit.version, page=hit.page, sheet=hit.sheet or None, language=hit.language, score=hit.score,
    )  # fmt: skip
