"""Logging in: the brake on guessing, the password, and the second factor where this person has one or must."""

from datetime import datetime, timedelta
from typing import Any, Final, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import login as begin_session
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from unfold.forms import AuthenticationForm
from unfold.widgets import UnfoldAdminTextInputWidget

from tenants import mail, second_factor
from tenants.admin.logins import hashing, throttle
from tenants.admin.seat import outside_scope
from tenants.backend import Logins
from tenants.models import User

BACKEND: Final = f"{Logins.__module__}.{Logins.__qualname__}"
WRONG_CODE = "This code is not right. Type the one your app shows now; after several wrong codes, wait a minute first."
PENDING: Final = "tulia_pending_login"
# Between password and code a person fetches their phone; who takes longer begins anew.
PENDING_LASTS: Final = timedelta(minutes=10)
# Of a million codes: then the password is asked for again.
CODE_TRIES: Final = 5


class ThrottledLogin(AuthenticationForm):  # type: ignore[misc]
    """Name and password; the password is not looked at once too many tries have failed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].label = "E-mail or username"

    def clean(self) -> dict[str, Any]:
        tried = throttle.begin(self.request, self.cleaned_data.get("username", ""), now=timezone.now())
        try:
            cleaned: dict[str, Any] = super().clean()
        except hashing.OverBudget:
            tried.take_back()
            raise
        if self.get_user() is not None:
            tried.forgive()
        return cleaned


class Login(LoginView):
    """The admin's login; nobody is logged in before the second factor, where one is asked for."""

    template_name = "tenants/login.html"
    authentication_form = ThrottledLogin

    def form_valid(self, form: Any) -> HttpResponse:
        user: User = form.get_user()
        if not second_factor.is_asked_of(user):
            return finish(self.request, user, self.get_success_url())
        _put_off(self.request, user, self.get_success_url(), now=timezone.now())
        return HttpResponseRedirect(reverse("admin:login_code" if second_factor.is_on(user) else "admin:second_factor"))

    def get_context_data(self, **extra: Any) -> dict[str, Any]:
        around = admin.site.each_context(self.request)
        page = {"title": "Log in", "app_path": self.request.get_full_path(), "has_mail": mail.is_on()}
        return around | super().get_context_data(**extra) | page


@never_cache
@outside_scope
def login(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """The page; who is logged in already goes on to the dashboard."""
    if request.method == "GET" and admin.site.has_permission(request):
        return HttpResponseRedirect(reverse("admin:index"))
    if request.method == "POST":
        hashing.refuse_if_full()
    return cast(HttpResponse, Login.as_view(extra_context=extra_context)(request))


def finish(request: HttpRequest, user: User, onward: str, device: Any = None) -> HttpResponse:
    """Log this person in, in a session that knows which device has verified them, and send them on."""
    request.session.pop(PENDING, None)
    user.otp_device = device  # type: ignore[attr-defined]  # django-otp keeps it in the session
    begin_session(request, user, backend=BACKEND)
    response = HttpResponseRedirect(onward)
    throttle.remember_browser(response, user)
    return response


def _put_off(request: HttpRequest, user: User, onward: str, *, now: datetime) -> None:
    """Remember who has given the right password, in a session that is logged in as nobody."""
    request.session.flush()
    request.session[PENDING] = {
        "user": str(user.pk), "hash": user.get_session_auth_hash(), "until": (now + PENDING_LASTS).timestamp(),
        "next": onward, "tries": 0,
    }  # fmt: skip


def find_pending(request: HttpRequest, *, now: datetime) -> tuple[User, str] | None:
    """Who has given the right password and nothing more, and where they want to go."""
    kept = request.session.get(PENDING)
    if kept is None or kept["until"] < now.timestamp():
        return None
    user = Logins().get_user(kept["user"])
    if not isinstance(user, User) or not constant_time_compare(user.get_session_auth_hash(), kept["hash"]):
        return None
    return user, kept["next"]


class CodeForm(forms.Form):
    """One field for the app's six digits or a recovery code."""

    code = forms.CharField(
        label="Code",
        max_length=40,
        widget=UnfoldAdminTextInputWidget(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


@never_cache
@outside_scope
def login_code(request: HttpRequest) -> HttpResponse:
    """The second step: a code of the app, or a recovery code; after five wrong ones the password is asked again."""
    pending = find_pending(request, now=timezone.now())
    if pending is None or not second_factor.is_on(pending[0]):
        return HttpResponseRedirect(reverse("admin:login"))
    user, onward = pending
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        device = second_factor.check(user, form.cleaned_data["code"])
        if device is not None:
            return finish(request, user, onward, device)
        request.session[PENDING]["tries"] += 1
        request.session.modified = True
        if request.session[PENDING]["tries"] >= CODE_TRIES:
            request.session.flush()
            messages.error(request, "Five codes were wrong. Log in again.")
            return HttpResponseRedirect(reverse("admin:login"))
        form.add_error("code", WRONG_CODE)
    context = admin.site.each_context(request) | {"title": "Your code", "form": form}
    return TemplateResponse(request, "tenants/login_code.html", context)
