"""A channel's page: the sender, its Twilio account, what to paste into Twilio, and whether Twilio answers."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminPasswordWidget

from conversations.channels.whatsapp import client
from tenants.admin.scoped import ScopedAdmin, ScopedForm, action, display
from tenants.admin.seat import get_seat, outside_scope
from tenants.models import Channel, new_webhook_token
from tenants.secrets import SecretUnreadable
from tools.providers.connection import ConnectionReport

RETRIES = "#rc=3&rp=ct,rt,5xx"
NEW_ADDRESS = {
    "title": "New webhook address",
    "description": "The old address stops working at once. Until you paste the new one into Twilio, "
    "customers' messages do not arrive.",
    "form_class": BaseDialogForm,
    "form_submit_text": "Make a new address",
}


class ChannelForm(ScopedForm):
    """A sender; its auth token can be written and never read."""

    auth_token = forms.CharField(
        label="Twilio auth token",
        required=False,
        max_length=200,
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"}),
        help_text="Kept encrypted and never shown again. Leave empty to keep the one we have.",
    )

    class Meta:
        labels = {"twilio_account": "Account SID", "is_active": "Switched on"}

    def clean_auth_token(self) -> str:
        token: str = self.cleaned_data["auth_token"].strip()
        if not token and not self.instance.sealed_auth_token:
            raise ValidationError("Paste the auth token of this Twilio account.")
        return token

    def clean_twilio_account(self) -> str:
        account: str = self.cleaned_data["twilio_account"]
        if account in client.DEMO_ACCOUNTS and not settings.TULIA.demo:
            raise ValidationError("This is a demo account, which works only where the demo is on.")
        return account

    def clean_sender(self) -> str:
        sender: str = self.cleaned_data["sender"]
        if Channel.objects.filter(sender=sender).exclude(pk=self.instance.pk).exists():
            raise ValidationError("You already have a channel with this sender.")
        return sender


@admin.register(Channel)
class ChannelAdmin(ScopedAdmin):
    """Nobody deletes a channel, for its conversations hang on it: it is switched off instead."""

    form = ChannelForm
    list_display = ("name", "shown_sender", "twilio_account", "is_active")
    list_filter = ("is_active",)
    search_fields = ("name", "sender", "twilio_account")
    ordering = ("name",)
    actions_detail = ("test_connection", "new_webhook_address")
    readonly_fields = ("webhook_addresses", "problem")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Channel]:
        rows: QuerySet[Channel] = super().get_queryset(request).filter(kind="whatsapp")
        return rows

    def get_fieldsets(self, request: HttpRequest, obj: Channel | None = None) -> Sequence[Any]:
        own = ("Sender", {"fields": ("name", "sender", "messages_per_second", "is_active")})
        account = ("Twilio account", {"fields": ("twilio_account", *self._token_fields(request))})
        if obj is None:
            return (own, account)
        trouble = [("Needs your attention", {"fields": ("problem",)})] if obj.problem else []
        return (*trouble, own, account, ("Paste into Twilio", {"fields": ("webhook_addresses",)}))

    def _token_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return ("auth_token",) if self.has_change_permission(request) else ()

    def save_model(self, request: HttpRequest, obj: Channel, form: ChannelForm, change: bool) -> None:
        if form.cleaned_data["auth_token"]:
            obj.auth_token = form.cleaned_data["auth_token"]
        if {"auth_token", "twilio_account", "sender"} & set(form.changed_data):
            obj.tested_at = None
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: Channel, post_url_continue: str | None = None) -> HttpResponse:
        """On to the channel's own page, which shows what to paste into Twilio."""
        messages.success(request, "The channel is saved. Now paste its two addresses into Twilio.")
        return self._back(obj.pk)

    @display(description="Sender", ordering="sender")
    def shown_sender(self, channel: Channel) -> str:
        return channel.sender.removeprefix("whatsapp:")

    @display(description="Addresses")
    def webhook_addresses(self, channel: Channel) -> str:
        base = settings.TULIA.base_url
        addresses = {
            "webhook": base + reverse("twilio-webhook", args=[channel.webhook_token]) + RETRIES,
            "status": base + reverse("twilio-status", args=[channel.webhook_token]) + RETRIES,
        }
        is_local = settings.TULIA.public_base_url is None
        return render_to_string("conversations/webhook_addresses.html", addresses | {"is_local": is_local})

    @outside_scope
    @action(
        description="Test connection",
        icon="wifi_tethering",
        permissions=["change"],
        url_path="test-connection",
    )
    def test_connection(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask Twilio for the account, with no transaction open meanwhile."""
        with get_seat(request).scope():
            channel = self.get_object(request, object_id)
        if channel is None:
            raise Http404
        report = _report(channel)
        if report.is_ok:
            with get_seat(request).scope():
                Channel.objects.filter(pk=channel.pk).update(problem="", tested_at=timezone.now())
        level = messages.SUCCESS if report.is_ok else messages.ERROR
        messages.add_message(request, level, report.sentence)
        return self._back(channel.pk)

    @action(
        description="New webhook address",
        icon="autorenew",
        permissions=["change"],
        url_path="new-webhook-address",
        dialog=NEW_ADDRESS,
    )
    def new_webhook_address(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """Rotate the token; the dialog's form has confirmed it."""
        channel = self.get_object(request, object_id)
        if channel is None:
            raise Http404
        channel.webhook_token = new_webhook_token()
        channel.save(update_fields=["webhook_token"])
        self.log_change(request, channel, "New webhook address.")
        messages.warning(request, "The webhook address is new. Paste it into Twilio now.")
        return HttpResponse(headers={"HX-Redirect": self._address(channel.pk)})

    def _back(self, pk: Any) -> HttpResponse:
        return HttpResponseRedirect(self._address(pk))

    def _address(self, pk: Any) -> str:
        return reverse("admin:tenants_channel_change", args=[pk])


def _report(channel: Channel) -> ConnectionReport:
    if not channel.sealed_auth_token:
        return ConnectionReport(is_ok=False, sentence="This channel has no auth token yet.")
    try:
        return client.test_connection(channel)
    except SecretUnreadable:
        sentence = "The stored auth token cannot be decrypted here. Paste it again."
        return ConnectionReport(is_ok=False, sentence=sentence)
