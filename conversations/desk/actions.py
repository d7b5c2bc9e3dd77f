"""What an operator does at the desk: each one POST, one transaction, one line of history; then the page again."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from conversations import ownership, tasks
from conversations.desk import choices, rating, talk, views
from conversations.desk.access import Desk, at_desk
from conversations.desk.talk import Talk
from conversations.models import OutboundFile
from conversations.outbox import files
from journeys.reply import Media, Reply, Template, Text
from tenants.blocklist import lookup as blocklist
from tenants.models import Membership
from tools.handoff import handling, services
from tools.handoff.models import CannedReply

WORDS: Final = {
    ownership.NotTheirs: "You do not have this conversation. Take it over first, then send.",
    ownership.WindowClosed: "They have not written for 24 hours: WhatsApp takes an approved template only.",
    ownership.OptedOut: "They do not want to be sent this. Answer when they write again.",
}
PROBLEMS: Final = (*WORDS, handling.NotPossible)
# Within what WhatsApp takes in one message.
LONGEST: Final = 4000
# WhatsApp's 1,024 under a file, rounded.
LONGEST_CAPTION: Final = 1000


def take_over(one: Talk, form: QueryDict) -> str:
    ticket = handling.get(one.ticket.pk)
    if ticket.is_resolved:
        handling.reopen(ticket, now=one.now, actor_id=_me(one))
    handling.assign(ticket, assignee_id=_me(one), name=one.desk.name, actor_id=_me(one))
    due_at = ticket.expected_at if ticket.expected_at and ticket.expected_at > one.now else None
    if ownership.take_over(one.conversation.pk, operator_id=_me(one), now=one.now, answer_by=due_at):
        services.note(ticket, "taken over", actor_id=_me(one))
        _wake(one)
    return ""


def put_back(one: Talk, form: QueryDict) -> str:
    ticket = handling.get(one.ticket.pk)
    handling.assign(ticket, assignee_id=None, name="", actor_id=_me(one))
    _only_owner(one)
    if ownership.put_back(one.conversation.pk, now=one.now):
        services.note(ticket, "put back", actor_id=_me(one))
    return "It is back in the queue. The assistant stays silent until somebody takes it over."


def hand_back(one: Talk, form: QueryDict) -> str:
    """Hand the conversation back to the assistant, with what was agreed; the ticket stays as it is."""
    ticket = handling.get(one.ticket.pk)
    _give_to_assistant(one, _words(form), ticket=None if ticket.is_resolved else (str(ticket.pk), ticket.number))
    services.note(ticket, "handed back", actor_id=_me(one))
    return "The assistant has the conversation again."


def resolve(one: Talk, form: QueryDict) -> str:
    """Resolve the ticket: the matter is settled, and the assistant serves the customer again."""
    resolve_quietly(one, _words(form))
    return f"{one.ticket.number} is resolved, and the assistant has the conversation again."


def resolve_quietly(one: Talk, words: str = "") -> None:
    handling.resolve(handling.get(one.ticket.pk), now=one.now, actor_id=_me(one))
    _give_to_assistant(one, words, ticket=None)
    if rating.ask(one.ticket, one.desk.tenant, now=one.now):
        _wake(one)


def merge(one: Talk, form: QueryDict) -> str:
    """Merge another ticket of this customer into this one."""
    other = _id(form.get("other", ""))
    if other is None:
        raise handling.NotPossible("Choose a ticket.")
    into, ticket = handling.get(one.ticket.pk), handling.get(other)
    handling.merge(ticket, into=into, now=one.now, actor_id=_me(one))
    return f"{ticket.number} is merged into this one."


def reopen(one: Talk, form: QueryDict) -> str:
    handling.reopen(handling.get(one.ticket.pk), now=one.now, actor_id=_me(one))
    return f"{one.ticket.number} is open again."


def snooze(one: Talk, form: QueryDict) -> str:
    try:
        until = talk.snoozed_until(form.get("minutes", ""), now=one.now)
    except ValueError as error:
        raise handling.NotPossible("Choose how long to snooze it.") from error
    handling.snooze(handling.get(one.ticket.pk), until=until, now=one.now, actor_id=_me(one))
    return "Snoozed. It comes back by itself, or when the customer writes."


def assign(one: Talk, form: QueryDict) -> str:
    wanted = _id(form.get("assignee", ""))
    member = Membership.objects.filter(user=wanted).select_related("user").first() if wanted else None
    if wanted and member is None:
        raise handling.NotPossible("They do not work for this business.")
    name = str(member.user.get_short_name() or member.user) if member else ""
    handling.assign(handling.get(one.ticket.pk), assignee_id=wanted, name=name, actor_id=_me(one))
    return f"Assigned to {name}." if name else "Assigned to nobody."


def set_priority(one: Talk, form: QueryDict) -> str:
    chosen = form.get("priority", "")
    number = int(chosen) if chosen.isascii() and chosen.isdigit() else -1
    handling.set_priority(handling.get(one.ticket.pk), priority=number, actor_id=_me(one))
    return ""


def set_team(one: Talk, form: QueryDict) -> str:
    handling.set_team(handling.get(one.ticket.pk), team_id=_id(form.get("team", "")), actor_id=_me(one))
    return ""


def add_note(one: Talk, form: QueryDict) -> str:
    handling.add_note(handling.get(one.ticket.pk), text=_words(form), actor_id=_me(one))
    return ""


def see(one: Talk, form: QueryDict) -> str:
    handling.see_mentions(handling.get(one.ticket.pk), now=one.now, actor_id=_me(one))
    return ""


def tag(one: Talk, form: QueryDict) -> str:
    handling.set_tags(handling.get(one.ticket.pk), tags=form.get("tags", "").replace("\0", "")[:400], actor_id=_me(one))
    return ""


def block(one: Talk, form: QueryDict) -> str:
    """Block the customer: their messages come in as ever, and nothing but a person answers them."""
    customer = one.conversation.customer
    blocklist.add_sender(customer.address, note=_words(form).strip(), user_id=_me(one))
    services.note(handling.get(one.ticket.pk), "blocked the customer", _words(form).strip(), actor_id=_me(one))
    return f"{customer} is blocked: the assistant answers them no more."


def unblock(one: Talk, form: QueryDict) -> str:
    if not blocklist.take_off(one.conversation.customer_id):
        raise handling.NotPossible("They are blocked together with others. An admin changes that in the blocklist.")
    services.note(handling.get(one.ticket.pk), "unblocked the customer", actor_id=_me(one))
    return f"{one.conversation.customer} is answered again."


def write(one: Talk, form: QueryDict) -> str:
    """Write to the customer through the outbox; a second click on the same words sends nothing."""
    handling.get(one.ticket.pk)
    key = _id(form.get("key", ""))
    if key is None:
        raise handling.NotPossible("This page is out of date. Open the ticket once more.")
    attached = _attached(one, key)
    reply = _reply(one, form) if attached is None else _with_file(attached, form)
    if ownership.write(one.conversation.pk, reply, operator_id=_me(one), key=key, now=one.now):
        if attached is not None:
            attached.save(force_insert=True)
        handling.answered(one.conversation.pk, now=one.now, actor_id=_me(one))
        _wake(one)
    return ""


ACTIONS: Final[Mapping[str, Callable[[Talk, QueryDict], str]]] = {
    "take-over": take_over, "put-back": put_back, "hand-back": hand_back, "resolve": resolve, "reopen": reopen,
    "snooze": snooze, "assign": assign, "priority": set_priority, "team": set_team, "note": add_note, "see": see,
    "tag": tag, "write": write, "merge": merge, "block": block, "unblock": unblock,
}  # fmt: skip


@require_POST
@at_desk
def act(request: HttpRequest, desk: Desk, ticket_id: UUID, action: str) -> HttpResponse:
    """Do it and show the page again; what is refused is said in words, and what was written stays in its place."""
    one = talk.get(desk, ticket_id, now=timezone.now(), is_locked=True)
    one = replace(one, file=request.FILES.get("file"))
    try:
        with transaction.atomic():
            told = ACTIONS[action](one, request.POST)
    except PROBLEMS as error:
        problem = WORDS.get(type(error), str(error))
        fresh = talk.get(desk, ticket_id, now=timezone.now())
        typed = {"typed": request.POST} if "kind" in request.POST else {"draft": _words(request.POST)}
        return views.page_of(request, fresh, **typed, problem=problem, status=409)
    if told:
        messages.success(request, told)
    query = request.META.get("QUERY_STRING", "")
    return HttpResponseRedirect(reverse("desk-ticket", args=[ticket_id]) + (f"?{query}" if query else ""))


def _give_to_assistant(one: Talk, words: str, *, ticket: tuple[str, str] | None) -> None:
    """Only from who has it, or when nobody has."""
    if one.conversation.is_assistants:
        return
    _only_owner(one)
    if ownership.hand_back(one.conversation.pk, words=words, ticket=ticket, now=one.now):
        _wake(one)


def _only_owner(one: Talk) -> None:
    if one.conversation.operator_id not in (None, _me(one)):
        raise handling.NotPossible("Somebody else has this conversation. Take it over first.")


def _reply(one: Talk, form: QueryDict) -> Reply:
    """The words as typed, with choices under them; or an approved template, filled in here and never by the browser."""
    chosen = _id(form.get("template", ""))
    if "kind" in form:
        offered = choices.form_of(one, form)
        if not offered.is_valid():
            raise handling.NotPossible("These choices cannot be sent yet: the form says why.")
        return offered.reply()
    if chosen is None:
        if not _words(form).strip():
            raise handling.NotPossible("Write something first.")
        words = _words(form).strip()
        advertising = CannedReply.objects.filter(is_marketing=True)
        is_marketing = any(each.filled(one.values).strip() == words for each in advertising)
        return Text(text=words, purpose="marketing" if is_marketing else "answer")
    canned = CannedReply.objects.exclude(content_sid="").filter(pk=chosen).first()
    if canned is None:
        raise handling.NotPossible("There is no such template.")
    return Template(
        text=canned.filled(one.values), name=canned.shortcut, content_sid=canned.content_sid,
        variables=canned.variables(one.values), purpose="marketing" if canned.is_marketing else "service",
    )  # fmt: skip


def _attached(one: Talk, key: UUID) -> OutboundFile | None:
    """The file of the form, kept; one whose message is not sent after all goes with the nightly removal."""
    if one.file is None:
        return None
    if (one.file.size or 0) > files.MOST:
        raise handling.NotPossible(f"WhatsApp takes {files.MOST // 2**20} MB at most.")
    try:
        return files.keep(one.file.read(), name=one.file.name or "file", message_id=key, now=one.now)
    except files.UnsendableFile as error:
        raise handling.NotPossible(str(error)) from error


def _with_file(attached: OutboundFile, form: QueryDict) -> Media:
    words = _words(form).strip()
    if len(words) > LONGEST_CAPTION:
        raise handling.NotPossible(f"Under a file stand at most {LONGEST_CAPTION} characters.")
    return Media(text=words, url=files.address_of(attached))


def _wake(one: Talk) -> None:
    """After the commit: what waits is heard or answered, and what was written goes out."""
    ids = one.desk.tenant.id, one.conversation.pk
    transaction.on_commit(partial(tasks.wake_for_desk, *ids), robust=True)


def _me(one: Talk) -> UUID:
    return UUID(str(one.desk.user.pk))


def _words(form: QueryDict) -> str:
    return form.get("text", "").replace("\0", "")[:LONGEST]


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
