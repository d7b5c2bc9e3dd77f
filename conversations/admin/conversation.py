"""Conversations: the list of them, and each as a transcript."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.text import Truncator
from django.utils.timesince import timesince

from conversations import transcript
from conversations.admin import preview
from conversations.channels import registry
from conversations.models import Conversation, InboundMessage
from tenants.admin.scoped import LOOK, ReadOnlyAdmin, display

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
    search_fields = ("customer__name", "customer__address")
    search_help_text = "Search by the customer's name or number"
    ordering = ("-updated_at",)

    def get_urls(self) -> list[URLPattern]:
        # The settings' page is a lower room's, which does not know how customers are spoken to.
        page = self.admin_site.admin_view(preview.show)
        return [path("preview/", page, name="preview_rules"), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        newest = InboundMessage.objects.filter(conversation=OuterRef("pk")).order_by("-received_at")
        rows: QuerySet[Conversation] = super().get_queryset(request)
        return rows.annotate(last_body=Subquery(newest.values("body")[:1]))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, obj: Conversation, **options: Any
    ) -> HttpResponse:
        before = parse_datetime_or_none(request.GET.get("before", ""))
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


def parse_datetime_or_none(text: str) -> Any:
    try:
        moment = parse_datetime(text.replace(" ", "+"))  # a plus sign that lost its escaping in the address
    except ValueError:
        return None
    return moment if moment is not None and timezone.is_aware(moment) else None
