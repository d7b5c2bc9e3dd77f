"""The desk's addresses."""

from django.urls import include, path

from conversations.desk import choices, documents, presence, report, search, suggestion, translation, views
from conversations.desk.actions import ACTIONS, act
from conversations.desk.bulk import act_on_all

TICKET = "tickets/<uuid:ticket_id>/"

urlpatterns = [
    path("", views.show_queue, name="desk-queue"),
    path("queue/", views.list_queue, name="desk-list"),
    path("bulk/", act_on_all, name="desk-bulk"),
    path("search/", search.show, name="desk-search"),
    path("talks/<uuid:conversation_id>/open/", search.open_ticket, name="desk-open"),
    path("research/", include("conversations.desk.research.urls")),
    path("report/", report.show, name="desk-report"),
    path("report.csv", report.save, name="desk-report-csv"),
    path("documents/<uuid:document_id>/", documents.show, name="desk-document"),
    path("turns/<uuid:turn_id>/", views.explain_turn, name="desk-turn"),
    path(TICKET, views.show_ticket, name="desk-ticket"),
    path(f"{TICKET}talk/", views.follow_ticket, name="desk-talk"),
    path(f"{TICKET}composer/", views.show_composer, name="desk-composer"),
    path(f"{TICKET}preview/", choices.preview, name="desk-preview"),
    path(f"{TICKET}typing/", presence.tell_typing, name="desk-typing"),
    path(f"{TICKET}messages/<uuid:message_id>/translation/", translation.show, name="desk-translation"),
    path(f"{TICKET}suggestion/", suggestion.show, name="desk-suggestion"),
    path(f"{TICKET}customer/", views.show_customer, name="desk-customer"),
    *(path(f"{TICKET}{action}/", act, {"action": action}, name=f"desk-{action}") for action in ACTIONS),
]
