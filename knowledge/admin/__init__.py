"""The library in the Django admin: documents with their passages, the upload of files, and what it could not answer."""

from knowledge.admin import documents, unanswered

__all__ = ["documents", "unanswered"]
