"""The API's document, and the page that shows it: files of a package of ours, nothing from elsewhere."""

import json
from functools import cache
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularSwaggerSplitView

MEDIA_TYPE: Final = "application/vnd.oai.openapi+json"


@require_safe
def document(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_document(), content_type=MEDIA_TYPE, headers={"Cache-Control": "public, max-age=300"})


page = SpectacularSwaggerSplitView.as_view(url_name="api-document", authentication_classes=[], permission_classes=[])


@cache
def _document() -> bytes:
    made = SchemaGenerator(urlconf="conversations.api.urls").get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return json.dumps(made).encode()
