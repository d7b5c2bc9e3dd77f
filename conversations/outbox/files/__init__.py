"""Files that a person sends: known by their content, kept under their tenant, fetched at a signed address."""

from conversations.outbox.files.kept import MOST, UnsendableFile, address_of, keep, path_of

__all__ = ["MOST", "UnsendableFile", "address_of", "keep", "path_of"]
