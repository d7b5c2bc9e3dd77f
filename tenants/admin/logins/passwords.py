"""Choosing a password behind a link: one that came by mail, or one that platform staff have handed over."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from unfold.widgets import UnfoldAdminEmailInputWidget, UnfoldAdminPasswordWidget

from tenants import mail
from tenants.admin.logins import throttle
from tenants.admin.seat import outside_scope
from tenants.models import User

ANSWER = (
    "If somebody logs in with this address, a mail with a link is on its way. It works for a day. "
    "Nothing came? Look in the spam folder, or ask an admin of your business."
)


def password_link(user: User) -> str:
    """A link that works until the password is chosen, and no longer than settings.PASSWORD_RESET_TIMEOUT."""
    person = urlsafe_base64_encode(force_bytes(user.pk))
    path = reverse("admin:choose_password", args=[person, default_token_generator.make_token(user)])
    return f"{settings.TULIA.base_url}{path}"


class ForgottenPasswordForm(PasswordResetForm):
    """An address; Django finds whose it is, and only people who have a password get a mail."""

    email = forms.EmailField(
        label="E-mail", max_length=150, widget=UnfoldAdminEmailInputWidget(attrs={"autocomplete": "email"})
    )

    def get_users(self, email: str) -> Iterable[Any]:
        return (user for user in super().get_users(email) if settings.TULIA.demo or not user.is_demo)


@outside_scope
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a link by mail. The answer and its time are the same whether or not somebody has the address."""
    if not mail.is_on():
        raise Http404
    form = ForgottenPasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        # Never forgiven: what is counted is asking.
        throttle.begin(request, f"forgotten {email}", now=timezone.now())
        for user in form.get_users(email):
            mail.send_later(
                user.email, "Choose a new password for Tulia", "password", link=password_link(user), user=user
            )
        messages.success(request, ANSWER)
        return HttpResponseRedirect(reverse("admin:login"))
    context = admin.site.each_context(request) | {"title": "Forgot your password?", "form": form}
    return TemplateResponse(request, "tenants/forgotten.html", context)


class ChoosePasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """Two password fields in the admin's clothes."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.widget = UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"})


class ChoosePassword(PasswordResetConfirmView):
    """The page behind the link; Django moves the token from the address into the session first."""

    template_name = "tenants/choose_password.html"
    form_class = ChoosePasswordForm
    success_url = reverse_lazy("admin:login")
    title = "Choose your password"

    def get_context_data(self, **extra: Any) -> dict[str, Any]:
        return admin.site.each_context(self.request) | super().get_context_data(**extra)

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        messages.success(self.request, f"Your password is set. Log in as {form.user.get_username()}.")
        return super().form_valid(form)
