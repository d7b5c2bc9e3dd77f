"""The frame around every admin page: its title, the tenant in its corner, and where to pick another one."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from tenants.admin.seat import PICKED, Seat, find_seat, get_seat, outside_scope, pick_first
from tenants.models import Membership, Tenant
from tenants.scope import fleet_scope

# More than that nobody reads through: they search.
SHOWN = 100


def header(request: HttpRequest) -> str:
    seat = find_seat(request)
    if seat is None:
        return "Tulia"
    return seat.tenant.name if seat.tenant else "All businesses"


def subheader(request: HttpRequest) -> str:
    seat = find_seat(request)
    if seat is None:
        return "Conversations that sell"
    return "Platform staff" if seat.is_platform else seat.title


def dropdown(request: HttpRequest) -> list[dict[str, Any]]:
    """What opens under the tenant's name; only for those who have a choice."""
    seat = find_seat(request)
    if seat is None or not seat.can_pick:
        return []
    return [
        {"title": "Dashboard", "link": reverse("admin:index"), "icon": "dashboard"},
        {"title": "Change business", "link": reverse("admin:pick_tenant"), "icon": "swap_horiz"},
    ]


def environment(request: HttpRequest) -> list[str] | None:
    """The label in the corner: what limits them here."""
    seat = find_seat(request)
    if seat is not None and seat.is_fleet:
        return ["All businesses", "warning"]
    return ["Demo", "info"] if settings.TULIA.demo else None


def stylesheet(request: HttpRequest) -> str:
    return static("tenants/admin.css")


def script(request: HttpRequest) -> str:
    return static("tenants/admin.js")


def alpine(request: HttpRequest) -> str:
    return static("tenants/alpine.js")


def favicon(request: HttpRequest) -> str:
    return static("tenants/favicon.svg")


def has_seat(request: HttpRequest) -> bool:
    return find_seat(request) is not None


def sees_tenant(request: HttpRequest) -> bool:
    """Whether this person sees settings, channels and members: a tenant's admins and platform staff do."""
    seat = find_seat(request)
    return seat is not None and (seat.runs_tenant or seat.is_fleet)


def works_for_tenant(request: HttpRequest) -> bool:
    """Whether this person is a member of the tenant, for whom the desk is."""
    seat = find_seat(request)
    return seat is not None and not seat.is_platform


def is_platform(request: HttpRequest) -> bool:
    seat = find_seat(request)
    return seat is not None and seat.is_platform


def is_on_settings(request: HttpRequest) -> bool:
    """Whether the page is their tenant's own: the sidebar then lights up "Settings", not "Businesses"."""
    seat = find_seat(request)
    return seat is not None and seat.tenant is not None and str(seat.tenant.pk) in request.path


def own_tenant(request: HttpRequest) -> HttpResponse:
    """On to the tenant's own page, once one is picked."""
    seat = get_seat(request)
    if seat.tenant is None:
        return pick_first(request)
    return HttpResponseRedirect(reverse("admin:tenants_tenant_change", args=[seat.tenant.pk]))


@outside_scope
def pick(request: HttpRequest) -> HttpResponse:
    """Choose the tenant to work for; what is asked for is checked against what they may choose."""
    seat = get_seat(request)
    with fleet_scope():
        choices = _choices(request, seat)
        if request.method == "POST":
            return _picked(request, seat, choices)
        words = request.GET.get("q", "").replace("\0", "").strip()
        found = list(choices.filter(Q(name__icontains=words) | Q(slug__icontains=words))[: SHOWN + 1])
        named = _id(request.GET.get("owner", ""))
        owner = choices.filter(pk=named).first() if named else None
    context = {
        "title": "Choose a business",
        "choices": found[:SHOWN],
        "has_more": len(found) > SHOWN,
        "words": words,
        "seat": seat,
        "next": request.GET.get("next", ""),
        "owner": owner,
    }
    return TemplateResponse(request, "tenants/pick.html", admin.site.each_context(request) | context)


def _choices(request: HttpRequest, seat: Seat) -> QuerySet[Tenant]:
    if seat.is_platform:
        return Tenant.objects.all()
    own = Membership.objects.filter(user=request.user.pk).values_list("tenant_id", flat=True)
    return Tenant.objects.filter(pk__in=own)


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _picked(request: HttpRequest, seat: Seat, choices: QuerySet[Tenant]) -> HttpResponse:
    wanted = _id(request.POST.get("tenant", ""))
    tenant = choices.filter(pk=wanted).first() if wanted else None
    if tenant is not None:
        request.session[PICKED] = str(tenant.pk)
    elif seat.is_platform:
        request.session.pop(PICKED, None)
    back = request.POST.get("next", "")
    is_ours = tenant is not None and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return HttpResponseRedirect(back if is_ours else reverse("admin:index"))
