"""What a visitor sees of their thread: messages as data, who speaks, and what a turn made of what they asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from conversations.channels.web.channel import SHOWN
from conversations.models import Conversation, InboundMessage, OutboundMessage
from conversations.outbox.queue import NOTICE_POSITION
from conversations.owner import Owner
from knowledge.answer.passage import place_of
from tenants.models import Channel
from tenants.scope import tenant_scope

Status = OutboundMessage.Status
Shown = dict[str, Any]
ON_THE_WAY = (Status.QUEUED, Status.SENDING)
# What a page shows of a thread when it is opened again.
MOST = 60
OFFERED = ("list", "buttons")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of a message so far; `messages` are complete once `is_over`."""

    is_over: bool
    messages: list[Shown] = field(default_factory=list)
    trace: Mapping[str, Any] = field(default_factory=dict)
    owner: Shown = field(default_factory=dict)

    @property
    def route(self) -> str:
        return str(self.trace.get("route", {}).get("journey") or "fallback")

    @property
    def reply(self) -> str:
        return "\n\n".join(message["text"] for message in self.messages if message["text"])

    @property
    def tools(self) -> list[str]:
        """Each once, as they were called."""
        return list(dict.fromkeys(call["tool"] for call in self.trace.get("tools", ())))

    @property
    def excerpt(self) -> Shown:
        """Where the journeys stand: such as a refund that is in progress, and its case."""
        return dict(self.trace.get("excerpt", {}))

    @property
    def sources(self) -> list[Shown]:
        """The passages that the reply rests on, as they are cited."""
        cited = self.trace.get("notes", {}).get("cited", ())
        found = [
            snippet
            for call in self.trace.get("tools", ())
            if call["tool"] == "kb_retrieve"
            for snippet in call["answer"].get("snippets", ())
            if snippet["chunk_id"] in cited
        ]
        return [
            {
                "title": one["title"], "section": one["section"], "file": one["file_name"], "version": one["version"],
                "page": one["page"], "sheet": one["sheet"], "score": round(one["score"], 4),
            }
            for one in {one["chunk_id"]: one for one in found}.values()
        ]  # fmt: skip


def answer_to(channel: Channel, conversation_id: UUID, message_id: UUID) -> Answer:
    """What came of this message; nothing yet while its turn has not been committed and its replies sent."""
    with tenant_scope(channel.tenant_id):
        heard = InboundMessage.objects.select_related("turn").filter(pk=message_id).first()
        if heard is None:  # they were erased meanwhile
            return Answer(is_over=True)
        if heard.status == InboundMessage.Status.PENDING:
            return Answer(is_over=False)
        row = _conversation(conversation_id)
        made = OutboundMessage.objects.select_related("operator").filter(turn=heard.turn_id or None)
        rows = list(made.exclude(position=NOTICE_POSITION).order_by("position")) if heard.turn_id else []
        if any(one.status in ON_THE_WAY for one in rows):
            return Answer(is_over=False)
        return Answer(
            is_over=True,
            messages=[_outbound(one) for one in rows if one.status == SHOWN],
            trace=heard.turn.trace if heard.turn else {},
            owner=_owner(row),
        )


def length_of(channel: Channel, conversation_id: UUID) -> int:
    """How many messages a thread has, of both sides."""
    with tenant_scope(channel.tenant_id):
        heard = InboundMessage.objects.filter(conversation_id=conversation_id).exclude(kind="event")
        made = OutboundMessage.objects.filter(conversation_id=conversation_id, status=SHOWN)
        return heard.count() + made.count()


def thread_of(channel: Channel, conversation_id: UUID) -> Shown:
    """The last messages of both sides, who speaks, and whether an answer is being made."""
    with tenant_scope(channel.tenant_id):
        row = _conversation(conversation_id)
        heard = InboundMessage.objects.filter(conversation=row).exclude(kind="event").defer("payload")
        made = OutboundMessage.objects.select_related("operator").filter(conversation=row, status=SHOWN)
        messages = [
            *((one.received_at, 0, _inbound(one)) for one in heard.order_by("-received_at")[:MOST]),
            *((one.queued_at, one.position, _outbound(one)) for one in made.order_by("-queued_at", "-position")[:MOST]),
        ]
        return {
            "messages": [one for *_, one in sorted(messages, key=lambda it: it[:2])][-MOST:],
            **_owner(row),
            "is_answering": row.is_assistants and row.waiting_since is not None,
        }


def _conversation(conversation_id: UUID) -> Conversation:
    return Conversation.objects.select_related("operator").get(pk=conversation_id)


def _owner(row: Conversation) -> Shown:
    """Who has the word: the assistant, a person by name, or nobody yet."""
    return {"owner": row.owner, "person": _name(row.operator) if row.owner == Owner.OPERATOR else ""}


def _name(operator: Any) -> str:
    """The first name, if they have told one; a login's name is nobody's business."""
    return operator.first_name if operator else ""


def _inbound(message: InboundMessage) -> Shown:
    return {
        "id": str(message.pk), "author": "visitor", "person": "", "kind": "text", "text": message.body,
        "at": message.received_at.isoformat(), "options": [],
    }  # fmt: skip


def _outbound(message: OutboundMessage) -> Shown:
    reply = message.reply
    shown = {
        "id": str(message.pk), "author": message.author, "person": _name(message.operator), "kind": reply["kind"],
        "text": message.body, "at": message.queued_at.isoformat(), "options": [],
    }  # fmt: skip
    if reply["kind"] in OFFERED:
        shown["options"] = [dict(option) for option in reply["options"]]
    if reply["kind"] == "media":
        shown["url"] = reply["url"]
    return shown


def names(sources: Iterable[Shown]) -> list[str]:
    """Sources in one line each."""
    return [
        " — ".join(filter(None, (one["title"], place_of(one["section"], one["page"], one["sheet"])))) for one in sources
    ]
