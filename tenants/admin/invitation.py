"""Invitations: made by a tenant's admins, sent by mail or shown once, listed while they are open, and revoked."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from unfold.widgets import UnfoldAdminEmailInputWidget, UnfoldAdminTextInputWidget

from tenants import invitations, mail
from tenants.admin.frame import confirm
from tenants.admin.scoped import LOOK, ScopedAdmin, ScopedForm, action, display
from tenants.admin.seat import get_seat, outside_scope
from tenants.choices import Role
from tenants.models import Invitation, Membership

# So many may be open at once: Tulia sends no mails in bulk.
MOST_OPEN = 100
STATE_COLOURS = {"Open": "success", "Over": "danger"}


class InvitationForm(ScopedForm):
    """Whom to invite, and as what. Whether somebody has a login elsewhere is told to nobody."""

    email = forms.EmailField(
        label="E-mail",
        widget=UnfoldAdminEmailInputWidget(),
        max_length=150,
        help_text="The person logs in with this address.",
    )
    name = forms.CharField(label="Name", widget=UnfoldAdminTextInputWidget(), max_length=150)

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if Membership.objects.filter(user__email__iexact=email).exists():
            raise ValidationError("This person is a member already.")
        if Invitation.objects.filter(email=email).exists():
            raise ValidationError('This address has been invited. Open it in the list and use "Send again".')
        if Invitation.objects.count() >= MOST_OPEN:
            raise ValidationError(f"{MOST_OPEN} invitations are open. Revoke those that nobody will accept.")
        return email


@admin.register(Invitation)
class InvitationAdmin(ScopedAdmin):
    """An open invitation is sent again or revoked, never changed: its link would then say what was not meant."""

    form = InvitationForm
    for_admins = LOOK | {"add", "delete"}
    list_display = ("name", "email", "role", "state", "expires_at", "invited_by")
    list_select_related = ("invited_by",)
    list_filter = ("role",)
    search_fields = ("email", "name")
    actions = None
    actions_detail = ("send_again",)
    readonly_fields = ("state", "expires_at", "invited_by")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"role": Role.OPERATOR}

    def get_fields(self, request: HttpRequest, obj: Invitation | None = None) -> tuple[str, ...]:
        shown = ("email", "name", "role")
        return shown if obj is None else (*shown, *self.readonly_fields)

    @display(description="State", label=STATE_COLOURS)
    def state(self, invitation: Invitation) -> str:
        """What the page shows: "over" for one that is too old, or whose inviter may not invite any more."""
        return "Open" if invitations.is_open(invitation, now=timezone.now()) else "Over"

    @outside_scope
    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """The mail goes out when the invitation is stored and no transaction is held."""
        extra_context = {"show_save_and_continue": False, "show_save_and_add_another": False}
        with get_seat(request).scope():
            response: HttpResponse = super().add_view(request, form_url, extra_context)
            if hasattr(response, "render"):
                response.render()
        made: tuple[Invitation, str] | None = getattr(request, "made_invitation", None)
        return self._deliver(request, *made) if made else response

    def save_model(self, request: HttpRequest, obj: Invitation, form: Any, change: bool) -> None:
        told = form.cleaned_data
        made = invitations.invite(
            email=told["email"], name=told["name"], role=Role(told["role"]), by=request.user,  # type: ignore[arg-type]
            now=timezone.now(),
        )  # fmt: skip
        obj.pk = made[0].pk
        request.made_invitation = made  # type: ignore[attr-defined]

    def has_resend_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.has_add_permission(request)

    def response_add(self, request: HttpRequest, obj: Invitation, post_url_continue: Any = None) -> HttpResponse:
        """Without Django's message: `_deliver` says what became of it."""
        return HttpResponseRedirect(reverse("admin:tenants_invitation_changelist"))

    @outside_scope
    @action(description="Send again", icon="forward_to_inbox", permissions=["resend"], url_path="send-again")
    def send_again(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """A new link, once that was confirmed; the one before it ends."""
        with get_seat(request).scope():
            invitation = self.get_object(request, object_id)
            if invitation is None:
                raise Http404
            if request.method != "POST":
                return confirm(
                    request, Invitation, "Send again", button="Make a new link",
                    words=f"{invitation.name} gets a new link. The one from before does not work any more.",
                )  # fmt: skip
            token = invitations.invite_again(invitation, by=request.user, now=timezone.now())  # type: ignore[arg-type]
        return self._deliver(request, invitation, token)

    def _deliver(self, request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
        """By mail where there is one, and then nobody else sees the link; otherwise it is shown, this once."""
        link = f"{settings.TULIA.base_url}{reverse('admin:invitation', args=[token])}"
        if not mail.is_on():
            context = self.admin_site.each_context(request) | {"title": "Invitation link"}
            context |= {"invitation": invitation, "link": link}
            return TemplateResponse(request, "tenants/invitation_link.html", context)
        tenant = get_seat(request).tenant
        try:
            mail.send(
                invitation.email, f"{tenant} invites you to Tulia", "invitation", link=link, tenant=tenant,
                invitation=invitation, inviter=request.user,
            )  # fmt: skip
        except mail.MailNotSent:
            messages.error(request, 'The mail server did not take the mail. Open the invitation and use "Send again".')
        else:
            messages.success(request, f"The invitation is on its way to {invitation.email}.")
        return HttpResponseRedirect(reverse("admin:tenants_invitation_changelist"))
