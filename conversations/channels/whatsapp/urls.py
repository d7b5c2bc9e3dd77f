"""Where Twilio tells of messages and of their statuses."""

from django.urls import path

from conversations.channels.whatsapp import webhook

urlpatterns = [
    path("webhooks/twilio/<str:token>/", webhook.receive, name="twilio-webhook"),
    path("webhooks/twilio/<str:token>/status/", webhook.receive_status, name="twilio-status"),
]
