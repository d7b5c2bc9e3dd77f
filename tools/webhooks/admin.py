"""Webhooks' pages: where systems are told, with a secret that is shown once; and each telling, to be sent again."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from tenants.admin.frame import confirm, frame
from tenants.admin.scoped import EDIT, ReadOnlyAdmin, ScopedAdmin, ScopedForm, action, display
from tenants.admin.seat import find_seat
from tools.providers.destination import NotAllowed
from tools.webhooks import sending, services, signing
from tools.webhooks.models import WebhookDelivery, WebhookEndpoint
from tools.webhooks.names import EVENTS

COLOURS = {"Waiting": "info", "Delivered": "success", "Given up": "danger"}
SEND_AGAIN = {
    "title": "Send it again",
    "description": "The system is told once more, with the same body and a new signature. By the event's id it should "
    "know whether it has seen it.",
    "form_class": BaseDialogForm,
    "form_submit_text": "Send it again",
}


class WebhookEndpointForm(ScopedForm):
    """Where it listens, and what it is told of."""

    events = forms.MultipleChoiceField(
        choices=tuple(EVENTS.items()), initial=["order.paid"], label="It is told of",
        widget=UnfoldAdminCheckboxSelectMultipleWidget(), error_messages={"required": "Tick what it is told of."},
    )  # fmt: skip

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            sending.check_form(url)
        except NotAllowed as error:
            raise ValidationError(f"{error} Give an https address that the internet reaches.") from error
        return url


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(ScopedAdmin):
    """Nobody sees a secret twice: who has lost it makes a new one."""

    form = WebhookEndpointForm
    for_admins = EDIT
    list_display = ("name", "url", "shown_events", "is_active")
    list_filter = ("is_active",)
    search_fields = ("name", "url")
    ordering = ("name",)
    actions = None
    actions_detail = ("new_secret",)
    fields = ("name", "url", "events", "is_active")

    def save_model(self, request: HttpRequest, obj: WebhookEndpoint, form: Any, change: bool) -> None:
        if not change:
            request.made_secret = signing.new_secret()  # type: ignore[attr-defined]
            obj.secret = request.made_secret  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: WebhookEndpoint, post_url_continue: Any = None) -> HttpResponse:
        return self._shown_once(request, obj, request.made_secret)  # type: ignore[attr-defined]

    @action(description="New secret", icon="autorenew", url_path="new-secret", permissions=["change"])
    def new_secret(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Once that was confirmed; what is signed from then on bears the new one."""
        endpoint = self.get_object(request, str(object_id))
        if endpoint is None:
            raise Http404
        if request.method != "POST":
            return confirm(
                request, WebhookEndpoint, "New secret", button="Make a new secret",
                words=f"{endpoint} gets a new secret. What is sent from now on is signed with it.",
            )  # fmt: skip
        secret = signing.new_secret()
        endpoint.secret = secret
        endpoint.save(update_fields=["sealed_secret"])
        self.log_change(request, endpoint, "New secret.")
        return self._shown_once(request, endpoint, secret)

    def _shown_once(self, request: HttpRequest, endpoint: WebhookEndpoint, secret: str) -> HttpResponse:
        page = reverse("admin:webhooks_webhookendpoint_changelist")
        context = frame(request, WebhookEndpoint, "Your webhook's secret")
        context |= {"endpoint": endpoint, "secret": secret, "page": page}
        return TemplateResponse(request, "webhooks/secret.html", context)

    @display(description="Told of")
    def shown_events(self, endpoint: WebhookEndpoint) -> str:
        return ", ".join(endpoint.events) if isinstance(endpoint.events, list) else "-"


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    """What was told, what waits, and what was given up."""

    list_display = ("created_at", "event", "endpoint", "shown_status", "attempts", "answered", "problem")
    list_filter = ("status", "event", "endpoint")
    list_select_related = ("endpoint",)
    list_disable_select_all = False
    actions = ("send_selected_again",)
    actions_detail = ("send_again",)
    readonly_fields = (
        "event", "endpoint", "shown_status", "attempts", "created_at", "tried_at", "due_at", "answered", "problem",
        "body",
    )  # fmt: skip
    fields = readonly_fields

    @display(description="Status", ordering="status", label=COLOURS)
    def shown_status(self, delivery: WebhookDelivery) -> str:
        return str(delivery.get_status_display())

    @admin.action(description="Send again what is not waiting", permissions=["again"])
    def send_selected_again(self, request: HttpRequest, queryset: QuerySet[WebhookDelivery]) -> None:
        count = services.send_again(queryset.values_list("pk", flat=True), now=timezone.now())
        messages.info(request, f"{count} are sent again.")

    @action(description="Send again", icon="replay", url_path="again", permissions=["again"], dialog=SEND_AGAIN)
    def send_again(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        delivery = self.get_object(request, str(object_id))
        if delivery is None:
            raise Http404
        if services.send_again([delivery.pk], now=timezone.now()):
            self.log_change(request, delivery, "Sent again.")
            messages.success(request, "It is sent again.")
        address = reverse("admin:webhooks_webhookdelivery_change", args=[delivery.pk])
        return HttpResponse(headers={"HX-Redirect": address})

    def has_again_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """A business's admins; nobody while looking at all of them."""
        seat = find_seat(request)
        return seat is not None and seat.runs_tenant
