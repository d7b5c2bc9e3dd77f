"""The page of tokens: made with what they may do, shown once, and revoked."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminSelectWidget

from conversations.api import tokens
from conversations.api.models import ApiToken
from conversations.api.scopes import SCOPES
from tenants.admin.frame import frame
from tenants.admin.scoped import LOOK, ScopedAdmin, ScopedForm, action, display

LASTS = (("90", "90 days"), ("365", "A year"), ("30", "30 days"), ("", "Until it is revoked"))
STATE_COLOURS = {
    "In use": "success",
    "Not used yet": "info",
    "Ends soon": "warning",
    "Expired": "warning",
    "Revoked": "danger",
}
REVOKE = {
    "title": "Revoke this token",
    "description": "The system that uses it is refused from its next request on. This cannot be taken back: "
    "make a new token for it first if it is to go on.",
    "form_class": BaseDialogForm,
    "form_submit_text": "Revoke it",
}


class ApiTokenForm(ScopedForm):
    """What it is for, what it may do, and how long."""

    scopes = forms.MultipleChoiceField(
        initial=["catalog:read"],
        choices=SCOPES, widget=UnfoldAdminCheckboxSelectMultipleWidget(), label="It may",
        help_text="Tick only what this system needs: whoever has the token can do this, and nothing else.",
        error_messages={"required": "Tick what it may do."},
    )  # fmt: skip
    lasts = forms.ChoiceField(
        choices=LASTS, required=False, label="It lasts", widget=UnfoldAdminSelectWidget,
        help_text="A token that ends by itself does less harm when it gets lost.",
    )  # fmt: skip


@admin.register(ApiToken)
class ApiTokenAdmin(ScopedAdmin):
    """One for each system. It is never changed, for nobody could tell what it could do when it was used."""

    form = ApiTokenForm
    for_admins = LOOK | {"add"}
    list_display = ("name", "hint", "state", "shown_scopes", "last_used_at", "expires_at")
    search_fields = ("name", "hint")
    actions = None
    actions_detail = ("revoke",)
    readonly_fields = (
        "state",
        "hint",
        "shown_scopes",
        "created_at",
        "created_by",
        "last_used_at",
        "expires_at",
        "revoked_at",
    )

    def get_fields(self, request: HttpRequest, obj: ApiToken | None = None) -> tuple[str, ...]:
        return ("name", "scopes", "lasts") if obj is None else ("name", *self.readonly_fields)

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        only_save = {"show_save_and_continue": False, "show_save_and_add_another": False}
        response: HttpResponse = super().add_view(request, form_url, (extra_context or {}) | only_save)
        return response

    def save_model(self, request: HttpRequest, obj: ApiToken, form: ApiTokenForm, change: bool) -> None:
        told = form.cleaned_data
        ends = timezone.now() + timedelta(days=int(told["lasts"])) if told["lasts"] else None
        made, plain = tokens.make(
            name=told["name"], scopes=told["scopes"], expires_at=ends, created_by_id=request.user.pk
        )
        obj.pk = made.pk
        request.made_token = plain  # type: ignore[attr-defined]

    def response_add(self, request: HttpRequest, obj: ApiToken, post_url_continue: Any = None) -> HttpResponse:
        """Here and now: nobody can show it again."""
        context = frame(request, ApiToken, "Your new token") | {
            "token": request.made_token,  # type: ignore[attr-defined]
            "name": obj.name,
            "page": reverse("admin:api_apitoken_changelist"),
        }
        return TemplateResponse(request, "api/token.html", context, headers={"Cache-Control": "no-store"})

    @action(description="Revoke", icon="block", url_path="revoke", permissions=["revoke"], dialog=REVOKE)
    def revoke(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        token = self.get_object(request, str(object_id))
        if token is None:
            raise Http404
        if tokens.revoke(token.pk, now=timezone.now()):
            self.log_change(request, token, "Revoked.")
            messages.success(request, f"{token} is revoked.")
        return HttpResponse(headers={"HX-Redirect": reverse("admin:api_apitoken_change", args=[token.pk])})

    def has_revoke_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.has_add_permission(request)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Nothing is left to do once it is revoked."""
        token = self.get_object(request, str(object_id))
        return [] if token is None or token.revoked_at else super().get_actions_detail(request, object_id)

    @display(description="State", label=STATE_COLOURS)
    def state(self, token: ApiToken) -> str:
        if token.revoked_at:
            return "Revoked"
        if token.expires_at and token.expires_at <= timezone.now():
            return "Expired"
        if tokens.ends_soon(token, now=timezone.now()):
            return "Ends soon"
        return "In use" if token.last_used_at else "Not used yet"

    @display(description="It may")
    def shown_scopes(self, token: ApiToken) -> str:
        return ", ".join(token.scopes) if isinstance(token.scopes, list) else "-"
