"""Twilio's addresses, those of api., content. and messaging.twilio.com on one base."""

from django.urls import path

from conversations.simulator.peer import account, content, media, senders
from conversations.simulator.peer.messages import views as messages

ACCOUNT = "2010-04-01/Accounts/<str:account_sid>"

urlpatterns = [
    path(f"{ACCOUNT}.json", account.one),
    path(f"{ACCOUNT}/Messages.json", messages.collection),
    path(f"{ACCOUNT}/Messages/<str:sid>.json", messages.one),
    path(f"{ACCOUNT}/Messages/<str:message_sid>/Media/<str:sid>.json", media.one),
    path(f"{ACCOUNT}/Messages/<str:message_sid>/Media/<str:sid>", media.one),
    path("v1/Content", content.collection),
    path("v1/Content/<str:sid>", content.one),
    path("v1/Content/<str:sid>/ApprovalRequests", content.approval),
    path("v2/Channels/Senders", senders.collection),
    path("v2/Indicators/Typing.json", senders.typing),
    path("store/<str:ticket>", media.stored, name="stored-media"),
]
