"""Media of inbound messages: fetched with care, kept under their tenant, shown to who may see them."""

from conversations.inbox.media.fetching import CLAIM, DELAYS, fetch, list_due, path_of

__all__ = ["CLAIM", "DELAYS", "fetch", "list_due", "path_of"]
