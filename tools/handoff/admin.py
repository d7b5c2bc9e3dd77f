"""Tickets in the admin: read, filtered, closed; nobody writes one by hand."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from tenants.admin.scoped import LOOK, ReadOnlyAdmin, action, display
from tools.handoff import services
from tools.handoff.models import HandoffTicket


@admin.register(HandoffTicket)
class HandoffTicketAdmin(ReadOnlyAdmin):
    """What waits for a person, the oldest promise first to be kept."""

    for_operators = LOOK
    list_display = ("number", "shown_status", "shown_reason", "shown_journey", "customer", "expected_at", "created_at")
    list_filter = ("status", "reason", "journey")
    list_select_related = ("customer",)
    list_disable_select_all = False
    search_fields = ("number", "summary")
    search_help_text = "Search by number or by what it is about"
    ordering = ("-status", "-created_at")
    actions = ("close_selected",)
    actions_detail = ("close",)
    readonly_fields = (
        "number", "shown_status", "shown_reason", "shown_journey", "step", "shown_summary", "shown_sources", "customer",
        "shown_conversation", "expected_at", "created_at", "closed_at",
    )  # fmt: skip
    fields = readonly_fields

    @display(description="Status", ordering="status", label={"Open": "warning", "Closed": "success"})
    def shown_status(self, ticket: HandoffTicket) -> str:
        return str(ticket.get_status_display())

    @display(description="Reason", ordering="reason")
    def shown_reason(self, ticket: HandoffTicket) -> str:
        return _words(ticket.reason)

    @display(description="About", ordering="journey")
    def shown_journey(self, ticket: HandoffTicket) -> str:
        return _words(ticket.journey)

    @display(description="Summary")
    def shown_summary(self, ticket: HandoffTicket) -> str:
        return _lines(ticket.summary.splitlines())

    @display(description="Sources")
    def shown_sources(self, ticket: HandoffTicket) -> str:
        return _lines(ticket.sources)

    @display(description="Conversation")
    def shown_conversation(self, ticket: HandoffTicket) -> str:
        address = reverse("admin:conversations_conversation_change", args=[ticket.conversation_id])
        return format_html('<a class="text-primary-600 dark:text-primary-500" href="{}">Read it</a>', address)

    @action(description="Close these tickets")
    def close_selected(self, request: HttpRequest, queryset: QuerySet[HandoffTicket]) -> None:
        for ticket in queryset:
            services.close_ticket(ticket, now=timezone.now())
        messages.success(request, "The tickets are closed.")

    @action(description="Close the ticket", icon="task_alt", url_path="close", permissions=["view"])
    def close(self, request: HttpRequest, object_id: Any) -> HttpResponseRedirect:
        ticket = self.get_object(request, str(object_id))
        if ticket is not None:
            services.close_ticket(ticket, now=timezone.now())
            messages.success(request, f"{ticket} is closed.")
        return HttpResponseRedirect(reverse("admin:handoff_handoffticket_changelist"))


def _words(code: str) -> str:
    """human_request as Human request."""
    return code.replace("_", " ").capitalize()


def _lines(lines: Iterable[object]) -> str:
    """A paragraph for each."""
    return format_html_join("", "<p>{}</p>", ((str(line),) for line in lines)) or "None"
