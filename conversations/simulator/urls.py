"""The simulator's addresses: the page, its API, and the peers: Twilio, Daraja and PesaPal."""

from django.urls import include, path

from conversations.simulator.page import api, views

app_name = "simulator"
PHONE = "api/<slug:slug>/phones/<uuid:phone_id>"

urlpatterns = [
    path("", views.phone, name="phone"),
    path("site/", views.site, name="site"),
    path("api/<slug:slug>/phones/", api.add_phone, name="add-phone"),
    path(f"{PHONE}/updates", api.updates, name="updates"),
    path(f"{PHONE}/send", api.send, name="send"),
    path(f"{PHONE}/seen", api.seen, name="seen"),
    path(f"{PHONE}/faults", api.add_fault, name="add-fault"),
    path(f"{PHONE}/prompt", api.answer, name="answer-prompt"),
    path(f"{PHONE}/payments", api.pay, name="pay"),
    path("api/<slug:slug>/messages/<str:sid>/why", api.explanation, name="why"),
    path("api/<slug:slug>/pictures/<str:sid>", api.picture, name="picture"),
    path("twilio/", include("conversations.simulator.peer.urls")),
    path("daraja/", include("conversations.simulator.money.daraja.urls")),
    path("pesapal/", include("conversations.simulator.money.pesapal.urls")),
]
