"""What is done to several tickets at once: each by itself, and what one refuses keeps no other from it."""

from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from conversations.desk import actions, talk
from conversations.desk.access import Desk, at_desk
from conversations.desk.talk import Talk
from tools.handoff import handling

# A page of the queue and some; each is a transaction of its own.
MOST: Final = 100


def assign_to_me(one: Talk, tags: str) -> None:
    me = UUID(str(one.desk.user.pk))
    handling.assign(handling.get(one.ticket.pk), assignee_id=me, name=one.desk.name, actor_id=me)


def resolve(one: Talk, tags: str) -> None:
    """Resolve one of them: the assistant serves the customer again, unless somebody else has the conversation."""
    actions.resolve_quietly(one)


def add_tags(one: Talk, tags: str) -> None:
    ticket = handling.get(one.ticket.pk)
    handling.set_tags(ticket, tags=f"{','.join(ticket.tags)},{tags}", actor_id=UUID(str(one.desk.user.pk)))


ALL: Final[Mapping[str, tuple[Callable[[Talk, str], None], str]]] = {
    "assign": (assign_to_me, "assigned to you"),
    "resolve": (resolve, "resolved"),
    "tag": (add_tags, "tagged"),
}


@require_POST
@at_desk
def act_on_all(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Do it to each ticket, and go back to the queue with how many were done and which were not."""
    do, done = ALL.get(request.POST.get("action", ""), (None, ""))
    if do is not None:
        tags = request.POST.get("tags", "").replace("\0", "")[:400]
        told, refused = 0, []
        for ticket_id in _picked(request):
            try:
                with transaction.atomic():
                    one = talk.get(desk, ticket_id, now=timezone.now(), is_locked=True)
                    do(one, tags)
                told += 1
            except handling.TicketUnknown:
                continue
            except handling.NotPossible as error:
                refused.append(f"{one.ticket.number}: {error}")
        messages.success(request, f"{told} {done}.")
        for problem in refused:
            messages.error(request, problem)
    query = request.META.get("QUERY_STRING", "")
    return HttpResponseRedirect(reverse("desk-queue") + (f"?{query}" if query else ""))


def _picked(request: HttpRequest) -> list[UUID]:
    found = []
    for text in request.POST.getlist("ticket")[:MOST]:
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return sorted(set(found))  # always in one order, so that two who do it at once do not wait for each other
