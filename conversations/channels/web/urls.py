"""Where a page or a program chats. Streams are served by the live process at the same paths."""

from django.urls import path

from conversations.channels.web import views

urlpatterns = [
    path("api/v1/chat/", views.chat, name="web-chat"),
    path("api/v1/chat/stream/", views.stream, name="web-chat-stream"),
    path("api/v1/chat/messages/", views.messages, name="web-chat-messages"),
    path("api/v1/chat/typing/", views.typing, name="web-chat-typing"),
    path("api/v1/chat/listen/", views.listen, name="web-chat-listen"),
    path("api/v1/property/", views.about, name="web-property"),
    path("widget.js", views.widget, name="web-widget"),
]
