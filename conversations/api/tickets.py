"""Hand-overs: read, noted, assigned and resolved as at the desk; the history says which system did it."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from conversations import ownership, tasks
from conversations.api import document
from conversations.api.idempotency import Written
from conversations.api.pages import PageQuery, page
from conversations.api.problems import conflict, not_found, wrong
from conversations.api.view import ApiView, Shown, reads, writes
from conversations.desk import rating
from conversations.models import Conversation
from tenants.models import Membership
from tools.handoff import handling, services
from tools.handoff.models import HandoffTicket, TicketNote


class TicketNoteSerializer(serializers.ModelSerializer[TicketNote]):
    author = serializers.CharField(source="author.username", default=None, allow_null=True)

    class Meta:
        model = TicketNote
        fields = ("id", "text", "author", "created_at")


class TicketSerializer(serializers.ModelSerializer[HandoffTicket]):
    customer_id = serializers.UUIDField()
    assignee = serializers.CharField(source="assignee.username", default=None, allow_null=True)
    team = serializers.CharField(source="team.name", default=None, allow_null=True)
    tags = serializers.ListField(child=serializers.CharField())
    sources = serializers.ListField(child=serializers.CharField())
    notes = TicketNoteSerializer(many=True)

    class Meta:
        model = HandoffTicket
        fields = (
            "id", "number", "status", "priority", "reason", "matter", "journey", "step", "summary", "sources", "tags",
            "customer_id", "conversation_id", "order_id", "payment_id", "team", "assignee", "waiting_since", "due_at",
            "snoozed_until", "rating", "resolved_at", "created_at", "notes",
        )  # fmt: skip


class TicketQuery(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=HandoffTicket.Status.choices, required=False)
    customer_id = serializers.UUIDField(required=False)


class NoteSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=4000, help_text="For colleagues; @username tells them of it.")


class AssignSerializer(serializers.Serializer[Any]):
    assignee = serializers.CharField(max_length=150, allow_null=True, help_text="A member's username; null: nobody.")


class ResolveSerializer(serializers.Serializer[Any]):
    words = serializers.CharField(
        max_length=4000, required=False, allow_blank=True, default="",
        help_text="What was agreed, for the assistant to go on with.",
    )  # fmt: skip


class Tickets(ApiView):
    resource = "tickets"

    @document.read("List hand-overs", document.page_of(TicketSerializer), TicketQuery, PageQuery)
    @reads
    def get(self, request: Request) -> Shown:
        asked = TicketQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        return page(request, lambda row: TicketSerializer(row).data, _tickets().filter(**asked.validated_data))


class OneTicket(ApiView):
    resource = "tickets"

    @document.read("One hand-over", TicketSerializer)
    @reads
    def get(self, request: Request, ticket_id: Any) -> Shown:
        return TicketSerializer(_ticket(ticket_id)).data


class TicketChange(ApiView):
    """One change of a ticket: its conversation is locked before it, as a turn does it, so that none waits in a ring."""

    resource = "tickets"

    def changed(self, ticket_id: Any, change: Any) -> Written:
        known = _ticket(ticket_id)
        # The conversation before its ticket, as a turn locks them, so that neither waits for the other.
        conversations = Conversation.objects.select_for_update(of=("self",))
        conversation = conversations.filter(pk=known.conversation_id).first()
        if conversation is None:
            raise not_found()
        try:
            change(handling.get(known.pk), conversation)
        except handling.TicketUnknown as error:
            raise not_found() from error
        except handling.NotPossible as error:
            raise conflict("not_possible", str(error)) from error
        services.note(known, "by a system", self.token.name)
        return Written(TicketSerializer(_ticket(ticket_id)).data, customer_id=known.customer_id)


class TicketNotes(TicketChange):
    @document.write("Note something for colleagues", NoteSerializer, TicketSerializer)
    @writes
    def post(self, request: Request, ticket_id: Any) -> Written:
        told = NoteSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        words = told.validated_data["text"]
        return self.changed(ticket_id, lambda ticket, talk: handling.add_note(ticket, text=words, actor_id=None))


class TicketAssignee(TicketChange):
    @document.write("Give it to a member, or to nobody", AssignSerializer, TicketSerializer)
    @writes
    def post(self, request: Request, ticket_id: Any) -> Written:
        told = AssignSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        name = told.validated_data["assignee"]
        member = Membership.objects.filter(user__username=name).select_related("user").first() if name else None
        if name and member is None:
            raise wrong("assignee", "No such person works for this business.")
        who, shown = (member.user.pk, str(member.user.get_short_name() or name)) if member else (None, "")
        return self.changed(
            ticket_id, lambda ticket, talk: handling.assign(ticket, assignee_id=who, name=shown, actor_id=None)
        )


class TicketResolution(TicketChange):
    @document.write("Resolve it: the assistant serves the customer again", ResolveSerializer, TicketSerializer)
    @writes
    def post(self, request: Request, ticket_id: Any) -> Written:
        told = ResolveSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        words = told.validated_data["words"]
        return self.changed(ticket_id, lambda ticket, talk: self._resolve(ticket, talk, words))

    def _resolve(self, ticket: HandoffTicket, talk: Conversation, words: str) -> None:
        now = timezone.now()
        if talk.operator_id is not None:
            raise handling.NotPossible("A person has this conversation: they resolve it, or put it back first.")
        handling.resolve(ticket, now=now, actor_id=None)
        ownership.hand_back(talk.pk, words=words, ticket=None, now=now)
        rating.ask(ticket, self.token.tenant, now=now)
        transaction.on_commit(partial(tasks.wake_for_desk, talk.tenant_id, talk.pk), robust=True)


def _tickets() -> Any:
    notes = Prefetch("notes", queryset=TicketNote.objects.select_related("author").order_by("created_at"))
    return HandoffTicket.objects.select_related("assignee", "team").prefetch_related(notes)


def _ticket(ticket_id: Any) -> HandoffTicket:
    ticket: HandoffTicket | None = _tickets().filter(pk=ticket_id).first()
    if ticket is None:
        raise not_found()
    return ticket
