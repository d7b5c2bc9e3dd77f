"""The page of the second factor: set it up with a picture to scan, get recovery codes, turn it off."""

from typing import Any

import django_otp
import qrcode
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from qrcode.image.svg import SvgPathImage

from tenants import second_factor, sessions
from tenants.admin.logins.login import WRONG_CODE, CodeForm, find_pending, finish
from tenants.admin.seat import outside_scope
from tenants.models import User


@never_cache
@outside_scope
def page(request: HttpRequest) -> HttpResponse:
    """For whoever is logged in, and for platform staff who have given their password and must set it up first."""
    now = timezone.now()
    pending = find_pending(request, now=now)
    user = request.user if request.user.is_authenticated else pending[0] if pending else None
    if not isinstance(user, User):
        return HttpResponseRedirect(reverse("admin:login"))
    if second_factor.is_on(user):
        if not request.user.is_authenticated:
            return HttpResponseRedirect(reverse("admin:login_code"))
        return _manage(request, user)
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        codes = second_factor.turn_on(user, form.cleaned_data["code"])
        if codes is not None:
            return _begin(request, user, codes, onward=pending[1] if pending else reverse("admin:index"))
        form.add_error("code", WRONG_CODE)
    app = second_factor.new_app(user)
    return _show(
        request, "tenants/second_factor_setup.html", "Set up your second factor", form=form,
        picture=_picture(app.address), key=second_factor.key_of(app), is_required=second_factor.is_required(user),
        is_logged_in=request.user.is_authenticated,
    )  # fmt: skip


def _begin(request: HttpRequest, user: User, codes: list[str], *, onward: str) -> HttpResponse:
    """From now on this session is verified by the app, and every other one of this person is over."""
    device = next(iter(django_otp.devices_for_user(user)))
    if request.user.is_authenticated:
        django_otp.login(request, device)
        done = None
    else:
        done = finish(request, user, onward, device)
    sessions.end(user.pk, but=request.session.session_key)
    shown = _show(request, "tenants/recovery_codes.html", "Your recovery codes", codes=codes, onward=onward)
    for cookie in done.cookies.values() if done else ():
        shown.cookies[cookie.key] = cookie
    return shown


def _manage(request: HttpRequest, user: User) -> HttpResponse:
    """New recovery codes, or off: with a code, so that a screen left open is not enough."""
    form = CodeForm(request.POST or None)
    form.fields["code"].widget.attrs.pop("autofocus")
    if request.method == "POST" and form.is_valid():
        if second_factor.check(user, form.cleaned_data["code"]) is None:
            form.add_error("code", WRONG_CODE)
        elif "off" in request.POST and not second_factor.is_required(user):
            second_factor.turn_off(user)
            messages.success(request, "Your second factor is off. Your password alone logs you in.")
            return HttpResponseRedirect(reverse("admin:index"))
        elif "codes" in request.POST:
            codes = second_factor.new_recovery_codes(user)
            return _show(
                request, "tenants/recovery_codes.html", "Your recovery codes", codes=codes,
                onward=reverse("admin:second_factor"),
            )  # fmt: skip
    return _show(
        request, "tenants/second_factor_on.html", "Your second factor", form=form,
        is_required=second_factor.is_required(user), codes_left=second_factor.count_recovery_codes(user),
    )  # fmt: skip


def _show(request: HttpRequest, template: str, title: str, **context: Any) -> HttpResponse:
    around = admin.site.each_context(request)
    return TemplateResponse(request, template, around | {"title": title} | context)


def _picture(address: str) -> str:
    """Drawn here: the secret in it goes nowhere else."""
    drawn: str = qrcode.make(address, image_factory=SvgPathImage, box_size=10, border=2).to_string(encoding="unicode")
    return mark_safe(drawn)  # noqa: S308  our own drawing, without words of anybody
