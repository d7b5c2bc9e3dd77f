"""Keeps an uploaded file between its preview and its confirmation, one for each person in each tenant."""

import zlib
from uuid import UUID

from tenants.models import User
from tools.catalog.importing.columns import Columns
from tools.catalog.models import ImportDraft


def keep(user: User, *, file_name: str, content: bytes) -> ImportDraft:
    """In place of what the person uploaded before."""
    ImportDraft.objects.filter(uploaded_by=user).delete()
    draft: ImportDraft = ImportDraft.objects.create(
        uploaded_by=user, file_name=file_name[-200:], content=zlib.compress(content)
    )
    return draft


def find(user: User, draft_id: str) -> ImportDraft | None:
    """The person's own draft in the tenant in scope."""
    try:
        wanted = UUID(draft_id)
    except ValueError:
        return None
    return ImportDraft.objects.filter(pk=wanted, uploaded_by=user).first()


def columns_of(draft: ImportDraft) -> Columns | None:
    """What somebody has said that its columns are."""
    return Columns.from_json(draft.columns) if draft.columns else None


def content_of(draft: ImportDraft) -> bytes:
    return zlib.decompress(bytes(draft.content))
