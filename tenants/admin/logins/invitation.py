"""The page behind an invitation's link: join as whoever is logged in, log in first, or choose a password."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.forms import SetPasswordMixin
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from tenants import invitations
from tenants.admin.seat import PICKED, outside_scope
from tenants.models import Invitation, Membership, User


class JoinForm(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]
    """Name and password of somebody new."""

    name = forms.CharField(label="Your name", max_length=150, widget=UnfoldAdminTextInputWidget())
    password1, password2 = SetPasswordMixin.create_password_fields(label1="Password", label2="The same again")

    def __init__(self, *args: Any, person: User, **options: Any) -> None:
        super().__init__(*args, **options)
        self._person = person
        for name in ("password1", "password2"):
            self.fields[name].widget = UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"})
        self.fields["password1"].help_text = password_validators_help_text_html()
        self.fields["password2"].help_text = ""

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        self.validate_password_for_user(self._person, "password2")
        return super().clean() or self.cleaned_data


@never_cache
@outside_scope
def page(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows what is offered and changes nothing; POST accepts."""
    invitation = invitations.find_open(token, now=timezone.now())
    if invitation is None:
        return _show(request, None, "This link does not work", status=404)
    try:
        user = request.user
        if isinstance(user, User) and user.is_authenticated:
            return _as_member(request, invitation, token, user)
        if invitations.find_person(invitation) is not None:
            return _show(request, invitation, "You are invited", must_log_in=True)
        return _as_new(request, invitation, token)
    except invitations.NotOpen:
        return _show(request, None, "This link does not work", status=404)
    except invitations.InvitationOfSomebodyElse:
        return _show(request, invitation, "You are invited", must_log_in=True, status=403)


def _as_member(request: HttpRequest, invitation: Invitation, token: str, user: User) -> HttpResponse:
    if not invitations.is_for(invitation, user):
        return _show(request, invitation, "This invitation is for somebody else", is_other=True, status=403)
    if request.method != "POST":
        return _show(request, invitation, "You are invited", may_join=True)
    membership = invitations.accept(token, by=user, now=timezone.now())
    request.session[PICKED] = str(membership.tenant_id)
    messages.success(request, f"You now work for {invitation.tenant.name}.")
    return HttpResponseRedirect(reverse("admin:index"))


def _as_new(request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
    person = User(username=invitation.email, email=invitation.email)
    form = JoinForm(request.POST or None, person=person, initial={"name": invitation.name})
    if request.method != "POST" or not form.is_valid():
        return _show(request, invitation, "You are invited", form=form)
    # Hashed before the transaction begins, which then is short.
    password_hash = make_password(form.cleaned_data["password1"])
    membership: Membership = invitations.accept_as_new(
        token, password_hash=password_hash, name=form.cleaned_data["name"], now=timezone.now()
    )
    messages.success(request, f"Your password is set. Log in as {membership.user.get_username()}.")
    return HttpResponseRedirect(reverse("admin:login"))


def _show(
    request: HttpRequest, invitation: Invitation | None, title: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    page = {"title": title, "invitation": invitation, "here": request.path}
    around = admin.site.each_context(request)
    return TemplateResponse(request, "tenants/invitation.html", around | page | context, status=status)
