"""What customers would read under a business's rules: the product's own wording over the form as it stands, unsaved."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from journeys.compose.node import introduction
from journeys.governance.fixed import said_instead
from journeys.state import ConversationState, begin
from journeys.support.ask_back import asked_details
from journeys.wording.contact import data_notice, how_to_reach_a_person
from tenants.admin.rules_field import LANGUAGE_NAMES, typed
from tenants.admin.rules_file import PARTS
from tenants.admin.site import sees_tenant
from tenants.rules import Guardrails, Rules, read_rules, read_strictly
from tenants.rules.notices import PLACE, TITLES

# Values of a made-up order, for the places of a template.
EXAMPLE: Final = {
    "number": "K7QX2M9P", "amount": "KES 2,299", "receipt": "TFQ8R2M1XZ", "method": "M-Pesa", "paid": "KES 2,299",
    "due": "KES 598", "excess": "KES 101", "reason": "the PIN was wrong", "status": "shipped", "total": "KES 2,299",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SampleTalk:
    """What a customer asks, and what they read then, by language."""

    asked: str
    replies: Mapping[str, str]


@require_POST
def show(request: HttpRequest) -> HttpResponse:
    """A fragment of the settings page; nothing is stored."""
    if not sees_tenant(request):
        raise PermissionDenied
    written = {name: typed(rules, request.POST, name) for name, rules in PARTS.items()}
    wrong = sum(len(_problems(rules, written[name])) for name, rules in PARTS.items())
    spoken = [code for code in LANGUAGE_NAMES if code in request.POST.getlist("allowed_languages")] or ["en"]
    context = {
        "talks": [] if wrong else list(_talks(request.POST, written, spoken)),
        "wrong": wrong,
        "languages": [LANGUAGE_NAMES[code] for code in spoken],
    }
    return render(request, "conversations/preview.html", context)


def _problems(rules: type[Rules], written: Mapping[str, Any]) -> list[Any]:
    found = read_strictly(rules, dict(written))
    return found if isinstance(found, list) else []


def _talks(form: Mapping[str, Any], written: Mapping[str, Any], spoken: list[str]) -> Iterator[SampleTalk]:
    states = {LANGUAGE_NAMES[code]: _state(form, written, code) for code in spoken}
    guardrails = read_rules(Guardrails, written["compliance"])
    yield SampleTalk("Hello!", {name: introduction(state) for name, state in states.items()})
    for topic in guardrails.topics:
        yield SampleTalk(f"({topic.topic})", {name: said_instead(topic, state) for name, state in states.items()})
    if details := guardrails.answers.details:
        yield SampleTalk("It does not work.", {name: asked_details(details, state) for name, state in states.items()})
    yield SampleTalk("I want a person.", {name: how_to_reach_a_person(state) for name, state in states.items()})
    if guardrails.data_notice:
        yield SampleTalk("What do you know about me?", {name: data_notice(state) for name, state in states.items()})
    for event, title in TITLES.items():
        if (template := written["templates"].get(event)) and template.get("body"):
            yield SampleTalk(f"[{title}]", {"As approved": _filled(template["body"], template.get("variables", []))})


def _state(form: Mapping[str, Any], written: Mapping[str, Any], language: str) -> ConversationState:
    default = str(form.get("default_language", "en"))
    tone = str(form.get("tone_style", "friendly_concise"))
    return begin(tenant_id="", conversation_id="", request_id="").having(
        tenant_name=str(form.get("name", "")) or "Your business", bot_name=str(form.get("bot_name", "")) or "Assistant",
        bot_intro=str(form.get("bot_intro", "")), tone_style=tone, response_language=language,
        default_language=default if default in LANGUAGE_NAMES else "en",
        compliance=dict(written["compliance"]), handoff=dict(written["escalation_rules"]),
    )  # fmt: skip


def _filled(body: str, variables: list[str]) -> str:
    values = {str(place): EXAMPLE.get(name, "-") for place, name in enumerate(variables, 1)}
    return PLACE.sub(lambda found: values.get(found[1], found[0]), body)
