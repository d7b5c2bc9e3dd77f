"""A web chat's page: which pages may hold it, and the line that puts it there."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from unfold.widgets import UnfoldAdminTextareaWidget

from conversations.channels.web.channel import NAME
from conversations.channels.web.page import WebChannel
from tenants.admin.scoped import ScopedAdmin, ScopedForm, display
from tenants.tenancy import new_id
from tenants.validators import validate_origins


class WebChannelForm(ScopedForm):
    """Its pages, one a line."""

    pages = forms.CharField(
        label="Pages that may hold the chat", required=False, max_length=2000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        help_text="One a line, without a path: https://shop.example. A program that is no web page needs none.",
    )  # fmt: skip

    class Meta:
        labels = {"is_active": "Switched on"}
        help_texts = {"name": "How your team calls this page."}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "pages" in self.fields:
            self.fields["pages"].initial = "\n".join(self.instance.allowed_origins)

    def clean_pages(self) -> list[str]:
        pages = [line.strip().rstrip("/").lower() for line in self.cleaned_data["pages"].splitlines() if line.strip()]
        validate_origins(pages)
        return pages


@admin.register(WebChannel)
class WebChannelAdmin(ScopedAdmin):
    """Nobody deletes a channel, for its conversations hang on it: it is switched off instead."""

    form = WebChannelForm
    list_display = ("name", "location", "is_active")
    list_filter = ("is_active",)
    search_fields = ("name",)
    ordering = ("name",)
    readonly_fields = ("snippet",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[WebChannel]:
        rows: QuerySet[WebChannel] = super().get_queryset(request).filter(kind=NAME)
        return rows

    def get_fieldsets(self, request: HttpRequest, obj: WebChannel | None = None) -> Sequence[Any]:
        pages = ("pages",) if self.has_change_permission(request) else ()
        own = ("Chat", {"fields": ("name", "location", *pages, "is_active")})
        return (own,) if obj is None else (own, ("Put it on your page", {"fields": ("snippet",)}))

    def save_model(self, request: HttpRequest, obj: WebChannel, form: WebChannelForm, change: bool) -> None:
        obj.allowed_origins = form.cleaned_data.get("pages", obj.allowed_origins)
        if not change:
            obj.kind, obj.sender = NAME, f"web:{new_id()}"
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: WebChannel, post_url_continue: str | None = None) -> HttpResponse:
        """On to its own page, which shows the line to copy."""
        messages.success(request, "The chat is saved. Now copy its line into your page.")
        return HttpResponseRedirect(reverse("admin:conversations_webchannel_change", args=[obj.pk]))

    @display(description="The line to copy")
    def snippet(self, channel: WebChannel) -> str:
        values = {"address": settings.TULIA.base_url + reverse("web-widget"), "key": channel.webhook_token}
        return render_to_string("conversations/web_snippet.html", values)
