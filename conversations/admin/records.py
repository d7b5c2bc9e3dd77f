"""What the system wrote down: turns, messages in and out, and calls of tools; looked at, never changed."""

from typing import Any, get_args

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator

from conversations.explain import explain
from conversations.models import InboundMessage, OutboundMessage, Turn
from tenants.admin.scoped import ReadOnlyAdmin, display
from tools.contract import Effect
from tools.models import ToolCall
from tools.registry import TOOLS

TURN_COLOURS = {"running": "info", "committed": "success", "parked": "danger"}
INBOUND_COLOURS = {"pending": "info", "answered": "success", "ignored": "warning", "parked": "danger"}
OUTBOUND_COLOURS = {"unknown": "warning", "failed": "danger", "delivered": "success", "read": "success"}
NONE = "-"
OUTCOME_COLOURS = {"ok": "success", "refused": "warning"}


class EffectFilter(admin.SimpleListFilter):
    """Django's own would look through all calls for the effects that there are."""

    title = parameter_name = "effect"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(effect, effect.capitalize()) for effect in get_args(Effect)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ToolCall]) -> QuerySet[ToolCall]:
        return queryset.filter(effect=self.value()) if self.value() else queryset


class ToolFilter(admin.SimpleListFilter):
    """As above, from the list of tools."""

    title = parameter_name = "tool"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(tool.name, tool.name) for tool in TOOLS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ToolCall]) -> QuerySet[ToolCall]:
        return queryset.filter(tool=self.value()) if self.value() else queryset


class OutcomeFilter(admin.SimpleListFilter):
    """As it is shown: well, or refused with whatever code."""

    title = parameter_name = "outcome"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("ok", "Ok"), ("refused", "Refused")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ToolCall]) -> QuerySet[ToolCall]:
        match self.value():
            case "ok":
                return queryset.filter(outcome="ok")
            case "refused":
                return queryset.exclude(outcome="ok")
        return queryset


class RecordAdmin(ReadOnlyAdmin):
    """Long tables, newest first by their time-ordered key."""

    ordering = ("-id",)
    list_select_related: tuple[str, ...] = ("conversation__customer",)

    @display(description="Conversation")
    def customer(self, record: Any) -> str:
        return str(record.conversation.customer)


@admin.register(Turn)
class TurnAdmin(RecordAdmin):
    change_form_template = "conversations/turn.html"
    list_display = ("started_at", "customer", "shown_status", "seconds", "attempts", "tokens", "cost")
    list_filter = ("status",)
    fields = readonly_fields = ("conversation", "started_at", "finished_at", "cost")

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, obj: Turn, **options: Any
    ) -> HttpResponse:
        context |= {"explanation": explain(obj)}
        page: HttpResponse = super().render_change_form(request, context, *args, obj=obj, **options)
        return page

    @display(description="Status", ordering="status", label=TURN_COLOURS)
    def shown_status(self, turn: Turn) -> tuple[str, str]:
        return turn.status, turn.get_status_display()

    @display(description="Seconds")
    def seconds(self, turn: Turn) -> str:
        return f"{(turn.finished_at - turn.started_at).total_seconds():.2f}" if turn.finished_at else NONE

    @display(description="Cost", ordering="cost_usd")
    def cost(self, turn: Turn) -> str:
        return f"${turn.cost_usd:.4f}"

    @display(description="Tokens in / out")
    def tokens(self, turn: Turn) -> str:
        return f"{turn.tokens_in} / {turn.tokens_out}" if turn.tokens_in or turn.tokens_out else NONE


class MessageAdmin(RecordAdmin):
    """What both directions have in common."""

    search_fields = ("body", "provider_id")

    @display(description="Words")
    def words(self, message: InboundMessage | OutboundMessage) -> str:
        return Truncator(message.body or NONE).chars(60)


@admin.register(InboundMessage)
class InboundMessageAdmin(MessageAdmin):
    fields = (
        "conversation",
        "received_at",
        "kind",
        "status",
        "body",
        "tapped_id",
        "turn",
        "provider_id",
        "payload",
    )
    list_display = ("received_at", "customer", "words", "kind", "shown_status")
    list_filter = ("status", "kind", "channel")

    @display(description="Status", ordering="status", label=INBOUND_COLOURS)
    def shown_status(self, message: InboundMessage) -> tuple[str, str]:
        return message.status, message.get_status_display()


@admin.register(OutboundMessage)
class OutboundMessageAdmin(MessageAdmin):
    fields = (
        "conversation",
        "queued_at",
        "sent_at",
        "status",
        "reason",
        "error_code",
        "body",
        "turn",
        "attempts",
        "provider_id",
        "reply",
    )
    list_display = ("queued_at", "customer", "words", "shown_status", "reason")
    list_filter = ("status", "channel")

    @display(description="Status", ordering="status", label=OUTBOUND_COLOURS)
    def shown_status(self, message: OutboundMessage) -> tuple[str, str]:
        return message.status, message.get_status_display()


@admin.register(ToolCall)
class ToolCallAdmin(RecordAdmin):
    list_select_related = ()
    list_display = ("created_at", "tool", "effect", "shown_outcome", "shown_milliseconds")
    list_filter = (ToolFilter, EffectFilter, OutcomeFilter)
    search_fields = ("tool",)
    fields = readonly_fields = (
        "created_at",
        "tool",
        "effect",
        "outcome",
        "milliseconds",
        "arguments",
        "answer",
        "turn",
        "conversation",
    )

    @display(description="Outcome", ordering="outcome", label=OUTCOME_COLOURS)
    def shown_outcome(self, call: ToolCall) -> tuple[str, str]:
        return ("ok", "Ok") if call.outcome == "ok" else ("refused", call.outcome)

    @display(description="Milliseconds", ordering="milliseconds")
    def shown_milliseconds(self, call: ToolCall) -> str:
        return f"{call.milliseconds:.1f}"

    @display(description="Turn")
    def turn(self, call: ToolCall) -> str:
        return _link("conversations_turn", call.request_id)

    @display(description="Conversation")
    def conversation(self, call: ToolCall) -> str:
        return _link("conversations_conversation", call.conversation_id)


def _link(model: str, pk: Any) -> str:
    address = reverse(f"admin:{model}_change", args=[pk])
    return format_html('<a class="text-link" href="{}">{}</a>', address, pk)
