"""What stands around an admin page of our own: the site, and above it the way to the page."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse


def frame(request: HttpRequest, model: type[Model], title: str) -> dict[str, Any]:
    """The context of a page that belongs to a model's list: app, list, title."""
    # With `opts` the header would end at the list and leave the page without a name.
    page = {"title": title, "content_title": title, "model_admin": admin.site.get_model_admin(model)}
    return admin.site.each_context(request) | page


def confirm(request: HttpRequest, model: type[Model], title: str, *, words: str, button: str) -> HttpResponse:
    """A page that asks before something is done; its button posts to the same address."""
    context = frame(request, model, title) | {"words": words, "button": button}
    return TemplateResponse(request, "tenants/confirm.html", context)
