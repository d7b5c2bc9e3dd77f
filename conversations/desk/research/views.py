"""The pages of research at the desk: the list with its form, one run as a tree that follows its steps, its report."""

from dataclasses import replace
from typing import Any, Final
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from conversations.desk.access import Desk, at_desk
from conversations.desk.documents import url_of
from conversations.research.report.content import ReportContent, content_of, trail_of
from tenants.choices import Role
from tools.handoff.models import HandoffTicket
from tools.research import links, selectors
from tools.research.models import ResearchRun

NAME: Final = "research"
# The latest; older ones are found by their customer.
SHOWN: Final = 50
OFF: Final = "Research is switched off for this business. An admin can switch it on under Settings."


def is_on(desk: Desk) -> bool:
    return NAME not in desk.tenant.journeys_off


@require_GET
@at_desk
def show_list(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The latest runs, and the form to start one; from a ticket with what it is about."""
    return list_page(request, desk, ticket=ticket_of(request.GET.get("ticket", "")))


def list_page(
    request: HttpRequest, desk: Desk, *, ticket: HandoffTicket | None = None, problem: str = "", question: str = "",
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    runs = ResearchRun.objects.select_related("customer").order_by("-created_at")[:SHOWN]
    found = {
        "desk": desk, "runs": runs, "ticket": ticket, "problem": problem or ("" if is_on(desk) else OFF),
        "is_on": is_on(desk), "question": question or (ticket.summary[:500] if ticket else ""),
    }  # fmt: skip
    return render(request, "desk/research/list.html", found, status=status)


@require_GET
@at_desk
def show_run(request: HttpRequest, desk: Desk, run_id: UUID) -> HttpResponse:
    return run_page(request, desk, find(run_id))


def run_page(
    request: HttpRequest, desk: Desk, run: ResearchRun, *, problem: str = "", done: str = "", status: int = 200
) -> HttpResponse:
    found = {"problem": problem, "done": done, **_whole(desk, run)}
    return render(request, "desk/research/run.html", found, status=status)


@require_GET
@at_desk
def show_tree(request: HttpRequest, desk: Desk, run_id: UUID) -> HttpResponse:
    """The part that changes while it works; a page that shows another stage is told to ask for all of itself."""
    run = find(run_id)
    response = render(request, "desk/research/tree.html", _whole(desk, run))
    if request.GET.get("stage", "") != stage_of(run):
        response.headers["HX-Refresh"] = "true"
    return response


def find(run_id: UUID) -> ResearchRun:
    run = ResearchRun.objects.select_related("customer").filter(pk=run_id).first()
    if run is None:
        raise Http404
    return run


def stage_of(run: ResearchRun) -> str:
    """Changes with whatever the forms of the page depend on."""
    return f"{run.phase}-{run.iteration if run.is_waiting else 'at-work'}"


def _whole(desk: Desk, run: ResearchRun) -> dict[str, Any]:
    report = selectors.find_report(run)
    tasks = list(run.tasks.all())
    address = links.address_of(run, hours=selectors.rules().link_hours) if report else ""
    return {
        "desk": desk, "run": run, "tasks": tasks, "stage": stage_of(run), "trail": list(trail_of(run)),
        "asked": [each for each in run.dialogue if each["who"] == "us"][-1:] if run.is_waiting else [],
        "report": _linked(content_of(run, report, business=desk.tenant.name)) if report else None, "kept": report,
        "sentences": _sendable(report) if report else [], "address": address, "key": uuid4(),
        "may_keep": desk.role == Role.ADMIN, "ticket": ticket_of(str(run.ticket_id or "")), "now": timezone.now(),
    }  # fmt: skip


def _linked(report: ReportContent) -> ReportContent:
    """Each source leads to its passage in the library's document."""
    places = ((each, each.passage) for each in report.sources)
    return replace(
        report,
        sources=tuple(replace(each, url=url_of(at.document_id, at.chunk_id, at.page)) for each, at in places),
    )


def _sendable(report: Any) -> list[tuple[int, str]]:
    return [(number, each["text"]) for number, each in enumerate(report.sentences)]


def ticket_of(text: str) -> HandoffTicket | None:
    try:
        return HandoffTicket.objects.select_related("customer").filter(pk=UUID(text)).first()
    except ValueError:
        return None
