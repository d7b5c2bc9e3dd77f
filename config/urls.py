"""The table of addresses."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import include, path

from config.serving import health, metrics
from conversations.channels import registry
from conversations.desk import presence
from conversations.inbox.media import view as media_view
from conversations.outbox.files import view as file_view

handler500 = "config.serving.middleware.server_error"


def home(request: HttpRequest) -> HttpResponseRedirect:
    """The phone while the demo is on, otherwise the admin."""
    return HttpResponseRedirect("/simulator/" if settings.TULIA.demo else "/admin/")


urlpatterns = [
    *(path("", include(kind.urls)) for kind in registry.KINDS),
    path("", include("conversations.api.urls")),
    path("media/<uuid:media_id>/", media_view.show, name="inbound-media"),
    path("media/sent/<uuid:file_id>/", file_view.show, name="outbound-media"),
    path("files/<str:token>/", file_view.give, name="outbound-file"),
    path("research/", include("conversations.research.report.urls")),
    path("", include("tools.payments.urls")),
    path("live/desk/", presence.of_queue, name="live-desk"),
    path("live/desk/<uuid:ticket_id>/", presence.of_ticket, name="live-ticket"),
    path("desk/", include("conversations.desk.urls")),
    path("admin/", admin.site.urls),
    path("health", health.overall, name="health"),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("metrics", metrics.show, name="metrics"),
    path("", home, name="home"),
]

if settings.TULIA.demo:
    urlpatterns += [path("simulator/", include("conversations.simulator.urls"))]
