"""The desk's pages, and the parts of them that are asked for again when something is new."""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_GET

from conversations.desk import choices, presence, queue, stamps, talk
from conversations.desk.access import Desk, at_desk
from conversations.desk.talk import Talk
from conversations.explain import explain
from conversations.models import Turn

SECONDS = 60


@require_GET
@at_desk
def show_queue(request: HttpRequest, desk: Desk) -> HttpResponse:
    return render(request, "desk/page.html", {"desk": desk, **_queue(request, desk)})


@require_GET
@at_desk
def list_queue(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The queue alone; 304 while nothing has changed."""
    asked, open_id = _filter(request), request.GET.get("open", "")
    stamp = stamps.of_queue(desk, *asked.values(), open_id, int(timezone.now().timestamp()) // SECONDS)
    if request.headers.get("If-None-Match") == stamp:
        return HttpResponseNotModified()
    found = _queue(request, desk) | {"stamp": stamp, "open_id": open_id}
    response = render(request, "desk/queue.html", {"desk": desk, **found})
    response.headers["ETag"] = stamp
    return response


@require_GET
@at_desk
def show_ticket(request: HttpRequest, desk: Desk, ticket_id: UUID) -> HttpResponse:
    return page_of(request, talk.get(desk, ticket_id, now=timezone.now()))


def page_of(
    request: HttpRequest, one: Talk, *, draft: str = "", typed: Any = None, problem: str = "", status: int = 200
) -> HttpResponse:
    """The ticket's whole page; with the words or the choices that were to be sent, when they were refused."""
    before = _moment(request.GET.get("before", ""))
    found = {
        "desk": one.desk, "talk": one, "draft": draft, "problem": problem, "is_earlier": before is not None,
        "open_id": str(one.ticket.pk), **_live(one, before), **_composer(one, typed), **_filter(request),
    }  # fmt: skip
    return render(request, "desk/page.html", found, status=status)


@require_GET
@partial(at_desk, prepare=presence.look)
def follow_ticket(request: HttpRequest, desk: Desk, seen: presence.Seen, ticket_id: UUID) -> HttpResponse:
    """The talk alone; 304 while nothing has changed. Tells the page when somebody else has the conversation now."""
    stamp = stamps.of_ticket(desk, ticket_id, seen.others)
    if request.headers.get("If-None-Match") == stamp:
        return HttpResponseNotModified()
    one = talk.get(desk, ticket_id, now=timezone.now())
    found = {"desk": desk, "talk": one, "stamp": stamp, "others": seen.others, **_live(one, None)}
    response = render(request, "desk/talk.html", found)
    response.headers["ETag"] = stamp
    if request.GET.get("epoch", "") != _state_of(one):
        response.headers["HX-Trigger"] = "desk:changed"
    return response


@require_GET
@at_desk
def show_composer(request: HttpRequest, desk: Desk, ticket_id: UUID) -> HttpResponse:
    one = talk.get(desk, ticket_id, now=timezone.now())
    return render(request, "desk/composer.html", {"desk": desk, "talk": one, **_composer(one)})


@require_GET
@at_desk
def show_customer(request: HttpRequest, desk: Desk, ticket_id: UUID) -> HttpResponse:
    one = talk.get(desk, ticket_id, now=timezone.now())
    return render(request, "desk/customer.html", {"desk": desk, "talk": one, **talk.customer(one)})


@require_GET
@at_desk
def explain_turn(request: HttpRequest, desk: Desk, turn_id: UUID) -> HttpResponse:
    """Why the assistant said it: route, tools, models, sources."""
    turn = Turn.objects.filter(pk=turn_id).first()
    if turn is None:
        raise Http404
    return render(request, "conversations/explanation.html", {"why": explain(turn)})


def _composer(one: Talk, typed: Any = None) -> dict[str, Any]:
    return {**talk.choices(one), "choices": choices.form_of(one, typed)}


def _live(one: Talk, before: datetime | None) -> dict[str, Any]:
    return {"epoch": _state_of(one), **talk.page_of(one, before=before)}


def _state_of(one: Talk) -> str:
    """Changes with whatever the composer and the buttons depend on."""
    window = "open" if one.window_ends else "closed"
    return f"{one.conversation.owner_epoch}-{one.ticket.status}-{window}-{one.ticket.assignee_id or 'nobody'}"


def _queue(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    asked = _filter(request)
    return asked | {"queue": queue.look(desk, now=timezone.now(), **asked)}


def _filter(request: HttpRequest) -> dict[str, str]:
    return {
        "chosen": request.GET.get("filter", "all").replace("\0", "")[:20],
        "words": request.GET.get("q", "").replace("\0", "").strip()[:80],
        "team": request.GET.get("team", "")[:36],
        "language": request.GET.get("language", "")[:8],
    }


def _moment(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text.replace(" ", "+"))
    except ValueError:
        return None
    return moment if moment is not None and timezone.is_aware(moment) else None
