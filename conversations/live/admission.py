"""What a view answers to let a page listen: to whose news, and to which conversation's besides."""

from uuid import UUID

from django.http import HttpResponse


class Admitted(HttpResponse):
    """The live process opens a stream on it; any other process says that there are no streams to be had from it."""

    status_code = 503

    def __init__(self, *, tenant_id: UUID, user_id: UUID, conversation_id: UUID | None = None) -> None:
        super().__init__("Streams come from the live process.\n", content_type="text/plain")
        self.listener = tenant_id, user_id, conversation_id
