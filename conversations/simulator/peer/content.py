"""Twilio's Content API: store, list, fetch and delete templates."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from conversations.simulator import sids
from conversations.simulator.models import SimulatedContent
from conversations.simulator.money import plain
from conversations.simulator.peer import content_types
from conversations.simulator.peer.account import Account, endpoint
from conversations.simulator.peer.errors import Refused
from tenants.scope import tenant_scope

HOST = "https://content.twilio.com/v1"
# Twilio's largest page: one request lists all of them.
MAX_TEMPLATES = 1000
KNOWN = {"friendly_name", "language", "variables", "types"}


@endpoint("GET", "POST")
def collection(http: HttpRequest, account: Account) -> HttpResponse:
    """POST stores a template, GET lists them, newest first."""
    if http.method == "POST":
        return _create(http, account)
    with tenant_scope(account.tenant_id):
        found = list(SimulatedContent.objects.order_by("-created_at")[:MAX_TEMPLATES])
    address = f"{HOST}/Content?PageSize={MAX_TEMPLATES}&Page=0"
    meta = {
        "page": 0, "page_size": MAX_TEMPLATES, "key": "contents", "url": address, "first_page_url": address,
        "next_page_url": None, "previous_page_url": None,
    }  # fmt: skip
    return JsonResponse({"contents": [as_json(one, account) for one in found], "meta": meta})


@endpoint("GET", "DELETE")
def one(http: HttpRequest, account: Account, sid: str) -> HttpResponse:
    """GET fetches, DELETE removes."""
    with tenant_scope(account.tenant_id):
        content = SimulatedContent.objects.filter(sid=sid).first()
        if content is None:
            raise Refused(20404)
        if http.method == "DELETE":
            content.delete()
            return HttpResponse(status=204)
    return JsonResponse(as_json(content, account))


@endpoint("GET")
def approval(http: HttpRequest, account: Account, sid: str) -> JsonResponse:
    """What WhatsApp thinks of a template: here it approves of all."""
    with tenant_scope(account.tenant_id):
        content = SimulatedContent.objects.filter(sid=sid).first()
    if content is None:
        raise Refused(20404)
    whatsapp = {
        "type": "whatsapp", "name": content.friendly_name, "category": "UTILITY", "content_type": "twilio/text",
        "status": "approved", "rejection_reason": "", "allow_category_change": True,
    }  # fmt: skip
    url = f"{HOST}/Content/{sid}/ApprovalRequests"
    return JsonResponse({"sid": sid, "account_sid": account.sid, "url": url, "whatsapp": whatsapp})


def _create(http: HttpRequest, account: Account) -> JsonResponse:
    asked = _read(http)
    with tenant_scope(account.tenant_id):
        content = SimulatedContent.objects.create(
            sid=sids.new("HX"),
            friendly_name=str(asked.get("friendly_name") or "")[:450],
            language=asked["language"],
            variables=asked.get("variables") or {},
            types=asked["types"],
        )
    return JsonResponse(as_json(content, account), status=201)


def _read(http: HttpRequest) -> dict[str, Any]:
    """The JSON body, held to the API's rules; raises Refused."""
    try:
        asked = plain.json_object(http.body)
    except ValueError as error:
        raise Refused(20001, "the body is not JSON") from error
    if not set(asked) <= KNOWN:
        raise Refused(20001, "the body has unknown fields")
    if not isinstance(asked.get("language"), str) or not 2 <= len(asked["language"]) <= 16:
        raise Refused(20001, "language is required")
    variables = asked.get("variables") or {}
    if not isinstance(variables, dict) or any(not isinstance(value, str) for value in variables.values()):
        raise Refused(20001, "variables must be strings")
    problem = content_types.problem_of(asked.get("types"))
    if problem:
        raise Refused(20001, problem)
    return asked


def as_json(content: SimulatedContent, account: Account) -> dict[str, Any]:
    """The template as Twilio tells it."""
    url = f"{HOST}/Content/{content.sid}"
    approval = f"{url}/ApprovalRequests"
    return {
        "sid": content.sid,
        "account_sid": account.sid,
        "friendly_name": content.friendly_name or None,
        "language": content.language,
        "variables": content.variables,
        "types": content.types,
        "url": url,
        "date_created": _stamp(content.created_at),
        "date_updated": _stamp(content.created_at),
        "links": {"approval_create": f"{approval}/whatsapp", "approval_fetch": approval},
    }


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
