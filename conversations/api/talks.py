"""Conversations and their messages; how an answer came about; and a message of the tenant's own systems.

A message goes the way of every other: while a person has the conversation nothing is sent beside them, outside the
service window only a template is, and consent is asked for here and again in the moment before it leaves.
"""

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from conversations import ownership, tasks
from conversations.api import document
from conversations.api.idempotency import Written
from conversations.api.pages import PageQuery, page
from conversations.api.problems import conflict, not_found, wrong
from conversations.api.view import ApiView, Shown, reads, writes
from conversations.explain import explain
from conversations.models import Conversation, InboundMessage, OutboundMessage, Turn
from journeys.reply import Reply, Template, Text
from tenants.consent.purposes import Purpose
from tenants.tenancy import new_id
from tools.handoff.models import NAMED, CannedReply

# Within what WhatsApp takes in one message.
LONGEST = 4000


class ConversationSerializer(serializers.ModelSerializer[Conversation]):
    customer_id = serializers.UUIDField()
    channel = serializers.CharField(source="channel.kind", help_text="whatsapp, web ...")
    owner = serializers.CharField(help_text="Who speaks: assistant, operator or nobody.")

    class Meta:
        model = Conversation
        fields = (
            "id",
            "customer_id",
            "channel",
            "owner",
            "last_inbound_at",
            "waiting_since",
            "created_at",
            "updated_at",
        )


class ConversationQuery(serializers.Serializer[Any]):
    customer_id = serializers.UUIDField(required=False)


class MessageSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    direction = serializers.ChoiceField(choices=["in", "out"])
    author = serializers.CharField(help_text="customer, assistant, operator or event.")
    kind = serializers.CharField()
    body = serializers.CharField(allow_blank=True)
    status = serializers.CharField(help_text="Where it has got to.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it was not sent.")
    purpose = serializers.CharField(allow_blank=True, help_text="What it was sent for.")
    at = serializers.DateTimeField()
    turn_id = serializers.UUIDField(allow_null=True, help_text="How it came about is told under /turns/.")


class TurnSerializer(serializers.Serializer[Any]):
    """The trace of an answer."""

    turn_id = serializers.UUIDField()
    status = serializers.CharField()
    said = serializers.CharField(allow_blank=True, help_text="What the customer had written.")
    milliseconds = serializers.FloatField(allow_null=True)
    attempts = serializers.IntegerField()
    problem = serializers.CharField(allow_blank=True)
    messages = serializers.ListField(child=serializers.DictField())
    route = serializers.DictField(help_text="Intent, journey, language and why, with their confidence.")
    nodes = serializers.ListField(child=serializers.DictField())
    tools = serializers.ListField(child=serializers.DictField(), help_text="Each call with arguments and answer.")
    models = serializers.ListField(child=serializers.DictField(), help_text="Each call with tokens and cost.")
    notes = serializers.DictField(help_text="Sources, confidence, flags.")


class SendSerializer(serializers.Serializer[Any]):
    """Words; or `template`, the shortcut of a canned reply with a content SID, which is taken at any time."""

    text = serializers.CharField(max_length=LONGEST, required=False)
    template = serializers.CharField(max_length=30, required=False)
    values = serializers.DictField(
        child=serializers.CharField(max_length=300), required=False, default=dict,
        help_text="What stands in the template's braces; name, business and me are known.",
    )  # fmt: skip
    purpose = serializers.ChoiceField(
        choices=Purpose.choices, required=False, help_text="What it is for: the customer's consent decides on it."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("text" in attrs) is ("template" in attrs):
            raise serializers.ValidationError("Send either text or template.")
        return attrs


class Conversations(ApiView):
    resource = "conversations"

    @document.read("List conversations", document.page_of(ConversationSerializer), ConversationQuery, PageQuery)
    @reads
    def get(self, request: Request) -> Shown:
        asked = ConversationQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        rows = _conversations().filter(**asked.validated_data)
        return page(request, lambda row: ConversationSerializer(row).data, rows)


class OneConversation(ApiView):
    resource = "conversations"

    @document.read("One conversation", ConversationSerializer)
    @reads
    def get(self, request: Request, conversation_id: Any) -> Shown:
        return ConversationSerializer(_conversation(conversation_id)).data


class Messages(ApiView):
    resource = "conversations"

    @document.read("List a conversation's messages, both ways", document.page_of(MessageSerializer), PageQuery)
    @reads
    def get(self, request: Request, conversation_id: Any) -> Shown:
        of_it = {"conversation": _conversation(conversation_id)}
        came = InboundMessage.objects.filter(**of_it).defer("payload")
        return page(request, _shown, came, OutboundMessage.objects.filter(**of_it).defer("reply"))

    @document.write("Send a message to the customer", SendSerializer, MessageSerializer, status=202)
    @writes
    def post(self, request: Request, conversation_id: Any) -> Written:
        told = SendSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        talk, message_id = _conversation(conversation_id), new_id()
        reply = self._reply(talk, told.validated_data)
        try:
            ownership.send(talk.pk, reply, key=message_id, now=timezone.now())
        except ownership.NotTheirs as error:
            raise conflict("person_has_it", "A person has this conversation, or is awaited in it.") from error
        except ownership.WindowClosed as error:
            words = "The customer has not written for a day: send a template."
            raise conflict("window_closed", words) from error
        except ownership.OptedOut as error:
            raise conflict("not_consented", str(error) or "The customer does not want this.") from error
        transaction.on_commit(partial(tasks.wake_for_desk, talk.tenant_id, talk.pk), robust=True)
        sent = OutboundMessage.objects.get(pk=message_id)
        return Written(_shown(sent), 202, talk.customer_id)

    def _reply(self, talk: Conversation, told: dict[str, Any]) -> Reply:
        if "text" in told:
            return Text(text=told["text"], purpose=told.get("purpose", "service"))
        canned = CannedReply.objects.exclude(content_sid="").filter(shortcut=told["template"]).first()
        if canned is None:
            raise wrong("template", "There is no canned reply of this shortcut with a content SID.")
        known = {"name": talk.customer.name or "there", "business": talk.tenant.name, "me": self.token.name}
        values = known | told["values"]
        if missing := sorted(set(NAMED.findall(canned.text)) - set(values)):
            raise wrong("values", f"Say also: {', '.join(missing)}.")
        usual = Purpose.MARKETING if canned.is_marketing else Purpose.SERVICE
        if canned.is_marketing and told.get("purpose", usual) != usual:
            raise wrong("purpose", "This template advertises.")
        return Template(
            text=canned.filled(values), name=canned.shortcut, content_sid=canned.content_sid,
            variables=canned.variables(values), purpose=told.get("purpose", usual),
        )  # fmt: skip


class OneTurn(ApiView):
    resource = "conversations"

    @document.read("How an answer came about", TurnSerializer)
    @reads
    def get(self, request: Request, turn_id: Any) -> Shown:
        turn = Turn.objects.filter(pk=turn_id).first()
        if turn is None:
            raise not_found()
        return TurnSerializer(explain(turn)).data


def _conversations() -> Any:
    return Conversation.objects.select_related("channel", "customer", "tenant").defer("state")


def _conversation(conversation_id: Any) -> Conversation:
    conversation: Conversation | None = _conversations().filter(pk=conversation_id).first()
    if conversation is None:
        raise not_found()
    return conversation


def _shown(row: Any) -> Any:
    if isinstance(row, InboundMessage):
        is_event = row.kind == InboundMessage.Kind.EVENT
        own = {
            "direction": "in",
            "author": "event" if is_event else "customer",
            "kind": row.kind,
            "at": row.received_at,
        }
        told = own | {"reason": "", "purpose": ""}
    else:
        own = {"direction": "out", "author": row.author, "kind": "text", "at": row.queued_at}
        told = own | {"reason": row.reason, "purpose": row.purpose}
    shared = {"id": row.pk, "body": row.body, "status": row.status, "turn_id": row.turn_id}
    return MessageSerializer(told | shared).data
