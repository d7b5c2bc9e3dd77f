"""Gives a report to whoever has its signed address, as long as that is good: as a page, and as a PDF."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from conversations.research.report.content import ReportContent, content_of
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tools.research import links, selectors
from tools.research.models import ResearchRun

HEADERS = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}


@require_safe
def page(request: HttpRequest, token: str) -> HttpResponseBase:
    return _answered(render(request, "research/report.html", {"report": _found(token), "token": token}))


@require_safe
def as_pdf(request: HttpRequest, token: str) -> HttpResponseBase:
    from conversations.research.report import pdf  # noqa: PLC0415  reportlab, which no other page needs

    content = pdf.drawn(_found(token))
    response = HttpResponse(content, content_type="application/pdf")
    response.headers["Content-Disposition"] = 'inline; filename="report.pdf"'
    return _answered(response)


def _answered(response: HttpResponse) -> HttpResponse:
    for name, value in HEADERS.items():
        response.headers[name] = value
    return response


def _found(token: str) -> ReportContent:
    named = links.named_by(token, now=timezone.now())
    if named is None:
        raise Http404
    with tenant_scope(named[0]):
        run = ResearchRun.objects.filter(pk=named[1]).first()
        report = selectors.find_report(run) if run else None
        tenant = Tenant.objects.filter(pk=named[0], is_active=True).first()
        if run is None or report is None or tenant is None:
            raise Http404
        return content_of(run, report, business=tenant.name)
