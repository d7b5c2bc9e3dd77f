"""Conversations: the list of them, each as a transcript, and a look at what customers would read under new rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.timesince import timesince
from django.views.decorators.http import require_POST

from conversations import transcript
from conversations.channels import registry
from conversations.models import Conversation, InboundMessage
from journeys.compose.node import introduction
from journeys.governance.fixed import said_instead
from journeys.state import ConversationState, begin
from journeys.support.ask_back import asked_details
from journeys.wording.contact import data_notice, how_to_reach_a_person
from tenants.admin.rules_field import LANGUAGE_NAMES, typed
from tenants.admin.rules_file import PARTS
from tenants.admin.scoped import LOOK, ReadOnlyAdmin, display
from tenants.admin.site import sees_tenant
from tenants.customers import search
from tenants.rules import Guardrails, Rules, read_rules, read_strictly
from tenants.rules.notices import PLACE, TITLES

# Values of a made-up order, for the places of a template.
EXAMPLE: Final = {
    "number": "K7QX2M9P", "amount": "KES 2,299", "receipt": "TFQ8R2M1XZ", "method": "M-Pesa", "paid": "KES 2,299",
    "due": "KES 598", "excess": "KES 101", "reason": "the PIN was wrong", "status": "shipped", "total": "KES 2,299",
}  # fmt: skip

WAITING_COLOURS = {"Waiting": "warning", "Answered": "success"}


class WaitingFilter(admin.SimpleListFilter):
    """Only those who wait for an answer."""

    title = "waiting"
    parameter_name = "waiting"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Waiting for an answer"), ("no", "Answered")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Conversation]) -> QuerySet[Conversation]:
        if self.value() not in ("yes", "no"):
            return queryset
        return queryset.filter(waiting_since__isnull=self.value() == "no")


@admin.register(Conversation)
class ConversationAdmin(ReadOnlyAdmin):
    """Everybody with a seat reads them; nobody writes here."""

    for_operators = LOOK
    change_form_template = "conversations/transcript.html"
    list_display = ("customer", "last_words", "shown_channel", "last_message", "waiting")
    list_filter = (WaitingFilter, "channel")
    list_select_related = ("customer", "channel")
    search_fields = ("customer__name",)  # shows the field; what it finds is `get_search_results`
    search_help_text = f"Search for the customer by {search.HELP}"
    ordering = ("-updated_at",)

    def get_urls(self) -> list[URLPattern]:
        # The settings' page is a lower room's, which does not know how customers are spoken to.
        page = self.admin_site.admin_view(show_preview)
        return [path("preview/", page, name="preview_rules"), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        # The tenant leads the index, and nothing else names it for who looks at all.
        said = InboundMessage.objects.filter(tenant=OuterRef("tenant_id"), conversation=OuterRef("pk"))
        newest = said.order_by("-received_at")
        rows: QuerySet[Conversation] = super().get_queryset(request)
        return rows.annotate(last_body=Subquery(newest.values("body")[:1]))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        return (search.with_customer(queryset, search_term) if search_term else queryset), False

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, obj: Conversation, **options: Any
    ) -> HttpResponse:
        before = transcript.parse_moment(request.GET.get("before", ""))
        can = registry.of(obj.channel.kind).can
        context |= {
            "title": str(obj.customer),
            "transcript": transcript.page_of(obj, before=before),
            "is_earlier": before is not None,
            "window_ends": can.words_end(heard_at=obj.last_inbound_at, now=timezone.now()),
            "has_window": can.window is not None,
        }
        page: HttpResponse = super().render_change_form(request, context, *args, obj=obj, **options)
        return page

    @display(description="Last words")
    def last_words(self, conversation: Any) -> str:
        return Truncator(conversation.last_body or "-").chars(60)

    @display(description="Channel", ordering="channel__name")
    def shown_channel(self, conversation: Conversation) -> str:
        return str(conversation.channel.name)

    @display(description="Last message", ordering="last_inbound_at", empty_value="-")
    def last_message(self, conversation: Conversation) -> Any:
        return conversation.last_inbound_at

    @display(description="Answer", ordering="waiting_since", label=WAITING_COLOURS)
    def waiting(self, conversation: Conversation) -> Any:
        since = conversation.waiting_since
        return ("Waiting", f"Waiting {timesince(since, depth=1)}") if since else "Answered"


@dataclass(frozen=True, slots=True)
class SampleTalk:
    """What a customer asks, and what they read then, by language."""

    asked: str
    replies: Mapping[str, str]


@require_POST
def show_preview(request: HttpRequest) -> HttpResponse:
    """Answer with a fragment of the settings page that shows sample talks under the form's rules; nothing is stored."""
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
