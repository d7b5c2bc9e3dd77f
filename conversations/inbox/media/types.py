"""What kinds of files are kept, under which ending, and which of them a browser may show by itself."""

# Nothing that a browser would run: no HTML, no SVG, no archive.
ENDINGS = {
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/webp": "webp",
    "image/gif": "gif",
    "audio/ogg": "ogg",
    "audio/mpeg": "mp3",
    "audio/mp4": "m4a",
    "audio/aac": "aac",
    "audio/amr": "amr",
    "audio/3gpp": "3gp",
    "video/mp4": "mp4",
    "video/3gpp": "3gp",
    "application/pdf": "pdf",
    "application/msword": "doc",
    "application/vnd.ms-excel": "xls",
    "application/vnd.ms-powerpoint": "ppt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "text/plain": "txt",
    "text/csv": "csv",
    "text/vcard": "vcf",
}
ALIASES = {
    "image/jpg": "image/jpeg",
    "audio/mp3": "audio/mpeg",
    "application/ogg": "audio/ogg",
    "text/x-vcard": "text/vcard",
}
SAYS_NOTHING = frozenset({"", "application/octet-stream", "binary/octet-stream"})
SHOWN = ("image/", "audio/", "video/")


def settle(served: str, announced: str) -> str | None:
    """The type as which a file is kept, by what the server says or the message announced; None when it is not kept."""
    plain = _plain(served)
    found = _plain(announced) if plain in SAYS_NOTHING else plain
    return found if found in ENDINGS else None


def is_shown(content_type: str) -> bool:
    """Whether a page may show it in place; the rest is saved to a file."""
    return content_type.startswith(SHOWN)


def _plain(content_type: str) -> str:
    bare = content_type.partition(";")[0].strip().lower()
    return ALIASES.get(bare, bare)
