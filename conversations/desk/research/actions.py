"""What staff do with a run at the desk: each one POST and one transaction; then the page again."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.views.decorators.http import require_POST

from conversations import ownership, tasks
from conversations.desk.access import Desk, at_desk
from conversations.desk.actions import WORDS
from conversations.desk.research.views import OFF, find, is_on, list_page, run_page, ticket_of
from journeys.reply import Text
from journeys.research.reading import edit_in
from knowledge.library import intake
from knowledge.load import FileRefused
from knowledge.models import Document
from knowledge.tasks import queue_reading
from tenants.choices import Role
from tenants.scope import current_tenant_id
from tools.handoff import services as tickets
from tools.research import selectors, services
from tools.research.facts import KEPT, ReadPassage
from tools.research.models import ResearchRun, ResearchSource

# A question or an answer, not a document.
LONGEST: Final = 1000
# As long as fits a line under an answer.
LONGEST_TITLE: Final = 90
NO_WORDS: Final = "Write strike or first with the numbers, “add: …” with a task, or ok."
REFUSALS: Final[Mapping[str, str]] = {
    "budget_spent": "This month's tokens for research are used up. An admin can raise them under Research rules.",
    "too_many_today": "This customer has had as many runs as one may have in a day.",
}


class NotDone(Exception):
    """It could not be done; the words are for whoever tried."""


@require_POST
@at_desk
def start(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Begin a run, of staff's own, or about a ticket and its customer."""
    question = _words(request.POST, "question")
    ticket = ticket_of(request.POST.get("ticket", ""))
    if not is_on(desk) or len(question.split()) < 3:
        problem = "Write the whole question." if is_on(desk) else OFF
        return list_page(request, desk, ticket=ticket, problem=problem, question=question, status=409)
    try:
        run = services.start(
            question, now=timezone.now(), asked_by_id=desk.user.pk, ticket_id=ticket.pk if ticket else None,
            customer_id=ticket.customer_id if ticket else None,
            conversation_id=ticket.conversation_id if ticket else None,
        )  # fmt: skip
    except services.ResearchRefused as refused:
        return list_page(request, desk, ticket=ticket, problem=REFUSALS[refused.code], question=question, status=409)
    if ticket:
        tickets.note(ticket, "research started", question[:200], actor_id=desk.user.pk)
    return HttpResponseRedirect(reverse("desk-research-run", args=[run.pk]))


@require_POST
@at_desk
def act(request: HttpRequest, desk: Desk, run_id: UUID, action: str) -> HttpResponse:
    run = find(run_id)
    try:
        done = ACTIONS[action](desk, run, request.POST)
    except NotDone as problem:
        return run_page(request, desk, run, problem=str(problem), status=409)
    except services.NoResearch:
        return run_page(request, desk, find(run_id), problem="It has moved on meanwhile.", status=409)
    if done:
        return run_page(request, desk, find(run_id), done=done)
    return HttpResponseRedirect(reverse("desk-research-run", args=[run.pk]))


def answer(desk: Desk, run: ResearchRun, form: QueryDict) -> str:
    words = _words(form, "text")
    is_over = "over" in form
    if not words and not is_over:
        raise NotDone("Write an answer, or begin without one.")
    services.answer(run.pk, words or "just go", is_over=is_over, now=timezone.now())
    return ""


def plan(desk: Desk, run: ResearchRun, form: QueryDict) -> str:
    """Change or approve the to-do list, by its boxes or by the same plain words that a customer writes."""
    words = _words(form, "text")
    edited = edit_in(words) if words else None
    if words and edited is None:
        raise NotDone(NO_WORDS)
    struck = [int(number) for number in form.getlist("strike") if number.isdecimal()]
    try:
        services.edit_plan(
            run.pk, strike=[*struck, *(edited.strike if edited else ())], add=edited.add if edited else (),
            order=edited.first if edited else (), is_approved="approve" in form or bool(edited and edited.approve),
            now=timezone.now(),
        )  # fmt: skip
    except services.TooManyTasks as error:
        raise NotDone("A list holds fifteen tasks.") from error
    except services.EmptyPlan as error:
        raise NotDone("Then nothing would be left to do. Cancel it instead.") from error
    return ""


def cancel(desk: Desk, run: ResearchRun, form: QueryDict) -> str:
    services.cancel(run.pk, now=timezone.now())
    return ""


def send(desk: Desk, run: ResearchRun, form: QueryDict) -> str:
    """The chosen sentences with the names of their documents, as the operator who has the conversation."""
    report = selectors.find_report(run)
    if report is None or run.conversation_id is None:
        raise NotDone("There is nobody to send it to: it was not started from a ticket.")
    chosen = [int(number) for number in form.getlist("sentence") if number.isdecimal()]
    picked = [report.sentences[number] for number in chosen if number < len(report.sentences)]
    if not picked:
        raise NotDone("Choose what to send.")
    named = {str(source.pk): source.title for source in ResearchSource.objects.filter(run=run)}
    titles = dict.fromkeys(named[pk] for each in picked for pk in each["sources"])
    text = "\n".join([*(f"• {each['text']}" for each in picked), "", f"({'; '.join(titles)})"])
    key = _id(form.get("key", ""))
    if key is None:
        raise NotDone("Load the page anew.")
    try:
        ownership.write(run.conversation_id, Text(text=text), operator_id=desk.user.pk, key=key, now=timezone.now())
    except tuple(WORDS) as refused:
        raise NotDone(WORDS[type(refused)]) from refused
    ticket = ticket_of(str(run.ticket_id or ""))
    if ticket:
        tickets.note(ticket, "research sent", f"{len(picked)} sentences", actor_id=desk.user.pk)
    tenant_id = current_tenant_id()
    if tenant_id:
        tasks.wake_for_desk(tenant_id, run.conversation_id)
    return "It is on its way."


def keep(desk: Desk, run: ResearchRun, form: QueryDict) -> str:
    """Make the report a document of the library, which answers from then on; an admin's decision."""
    report = selectors.find_report(run)
    if desk.role != Role.ADMIN or report is None or not report.sentences:
        raise NotDone("Only an admin approves a report, and only one that found something.")
    try:
        document = intake.receive(
            _as_document(run, report).encode(), "research.md", now=timezone.now(), key=f"{KEPT}{run.pk}", kind="doc"
        )
    except FileRefused as refusal:
        raise NotDone(str(refusal)) from refusal
    report.document_id = document.pk
    report.save(update_fields=["document_id"])
    queue_reading(document)
    return "It is in the library, and is being read."


ACTIONS: Final[Mapping[str, Callable[[Desk, ResearchRun, QueryDict], str]]] = {
    "answer": answer, "plan": plan, "cancel": cancel, "send": send, "keep": keep,
}  # fmt: skip


def _as_document(run: ResearchRun, report: object) -> str:
    """Markdown: a heading a task, the sentences under it, and where they stand; for nobody who may not read those.

    Its title is what was asked: people are told it where an answer rests on it.
    """
    sources = {str(source.pk): selectors.passage_of(source) for source in run.sources.all()}
    sentences = getattr(report, "sentences", [])
    cited = dict.fromkeys(pk for each in sentences for pk in each["sources"])
    lines = [*_kept_back(sources[pk] for pk in cited), f"# {Truncator(run.question).chars(LONGEST_TITLE)}"]
    for task in run.tasks.all():
        own = [each for each in sentences if each["task"] == str(task.pk)]
        if own:
            named = dict.fromkeys(sources[pk].citation for each in own for pk in each["sources"])
            lines += ["", f"## {task.title}", "", " ".join(each["text"] for each in own), "", f"({'; '.join(named)})"]
    return "\n".join([*lines, ""])


def _kept_back(passages: Iterable[ReadPassage]) -> list[str]:
    """Front matter that keeps it to those for whom its sources are, if one of these is not for customers."""
    documents = Document.objects.filter(pk__in={each.document_id for each in passages})
    closed = documents.exclude(audience__in=("", "customer")).values_list("audience", flat=True).first()
    return ["---", f"audience: {closed}", "---", ""] if closed else []


def _words(form: QueryDict, name: str) -> str:
    return form.get(name, "").replace("\0", "").strip()[:LONGEST]


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
