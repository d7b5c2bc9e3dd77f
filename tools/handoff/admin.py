"""Tickets in the admin: read, filtered, resolved, never written by hand; and teams and canned replies, to be set up."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from tenants.admin.scoped import ALL, LOOK, ReadOnlyAdmin, ScopedAdmin, action, display
from tools.handoff import handling
from tools.handoff.models import CannedReply, HandoffTicket, Team


@admin.register(HandoffTicket)
class HandoffTicketAdmin(ReadOnlyAdmin):
    """What waits for a person, the oldest promise first to be kept."""

    for_operators = LOOK
    list_display = ("number", "shown_status", "shown_reason", "customer", "assignee", "due_at", "created_at")
    list_filter = ("status", "priority", "team", "reason", "journey")
    list_select_related = ("customer", "assignee")
    list_disable_select_all = False
    search_fields = ("number", "summary")
    search_help_text = "Search by number or by what it is about"
    ordering = ("status", "-created_at")
    actions = ("resolve_selected",)
    actions_detail = ("resolve",)
    readonly_fields = (
        "number", "shown_status", "shown_reason", "shown_journey", "step", "shown_summary", "shown_sources", "customer",
        "shown_conversation", "priority", "team", "assignee", "expected_at", "due_at", "created_at", "resolved_at",
    )  # fmt: skip
    fields = readonly_fields

    @display(
        description="Status", ordering="status", label={"Open": "warning", "Pending": "info", "Resolved": "success"}
    )
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

    @action(description="Resolve these tickets")
    def resolve_selected(self, request: HttpRequest, queryset: QuerySet[HandoffTicket]) -> None:
        for ticket in queryset:
            handling.resolve(ticket, now=timezone.now(), actor_id=_who(request))
        messages.success(request, "The tickets are resolved.")

    @action(description="Resolve the ticket", icon="task_alt", url_path="resolve", permissions=["view"])
    def resolve(self, request: HttpRequest, object_id: Any) -> HttpResponseRedirect:
        ticket = self.get_object(request, str(object_id))
        if ticket is not None:
            handling.resolve(ticket, now=timezone.now(), actor_id=_who(request))
            messages.success(request, f"{ticket} is resolved.")
        return HttpResponseRedirect(reverse("admin:handoff_handoffticket_changelist"))


@admin.register(Team)
class TeamAdmin(ScopedAdmin):
    """To whom tickets are given together."""

    for_admins = ALL
    list_display = ("name",)
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("name",)


@admin.register(CannedReply)
class CannedReplyAdmin(ScopedAdmin):
    """What operators write often; at the desk "/" and the shortcut put it into the reply."""

    for_admins = ALL
    list_display = ("shortcut", "text", "shown_template")
    search_fields = ("shortcut", "text")
    ordering = ("shortcut",)
    fields = ("shortcut", "text", "content_sid", "is_marketing")

    @display(description="After 24 hours", boolean=True)
    def shown_template(self, canned: CannedReply) -> bool:
        return bool(canned.content_sid)


def _who(request: HttpRequest) -> Any:
    return request.user.pk


def _words(code: str) -> str:
    """human_request as Human request."""
    return code.replace("_", " ").capitalize()


def _lines(lines: Iterable[object]) -> str:
    """A paragraph for each."""
    return format_html_join("", "<p>{}</p>", ((str(line),) for line in lines)) or "None"
