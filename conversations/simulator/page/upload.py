"""What the page may send: words, a tap, a location or a picture, checked before it becomes a message."""

import re

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from conversations.simulator.handset import PhoneInput, Picture

# Twilio's.
MAX_TEXT = 1600
# WhatsApp's for a picture.
MAX_PICTURE = 5 * 1024 * 1024
SIGNATURES = {
    "image/jpeg": re.compile(rb"\xff\xd8\xff"),
    "image/png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "image/webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
}
COORDINATE = re.compile(r"^-?\d{1,3}(\.\d{1,10})?$")


class Unsendable(ValueError):
    """The message cannot be sent; the text says why, for the person at the page."""


def parse(request: HttpRequest) -> PhoneInput:
    """What the customer says; raises Unsendable."""
    form, file = request.POST, request.FILES.get("picture")
    said = PhoneInput(
        text=form.get("text", ""),
        tap=_tap(form.get("tap_kind", ""), form.get("tap_id", ""), form.get("tap_title", "")),
        location=_location(form.get("latitude", ""), form.get("longitude", ""), form.get("label", "")),
        picture=_picture(file) if isinstance(file, UploadedFile) else None,
        replied_sid=form.get("replied_sid", "")[:34],
        draft=form.get("draft", "")[:40],
    )
    if len(said.text) > MAX_TEXT:
        raise Unsendable(f"A message has {MAX_TEXT} characters at most.")
    if not (said.text.strip() or said.tap or said.location or said.picture):
        raise Unsendable("There is nothing to send.")
    return said


def _tap(kind: str, option_id: str, title: str) -> dict[str, str] | None:
    if kind not in ("list", "button") or not option_id or not title:
        return None
    return {"kind": kind, "id": option_id[:200], "title": title[:24]}


def _location(latitude: str, longitude: str, label: str) -> dict[str, str] | None:
    if not latitude and not longitude:
        return None
    if not COORDINATE.match(latitude) or not COORDINATE.match(longitude):
        raise Unsendable("A location needs a latitude and a longitude.")
    if abs(float(latitude)) > 90 or abs(float(longitude)) > 180:
        raise Unsendable("This place is not on Earth.")
    return {"latitude": latitude, "longitude": longitude, "label": label[:120]}


def _picture(file: "UploadedFile[bytes]") -> Picture:
    if (file.size or 0) > MAX_PICTURE:
        raise Unsendable("A picture has 5 MB at most.")
    content = file.read()
    kind = next((kind for kind, magic in SIGNATURES.items() if magic.match(content)), None)
    if kind is None:
        raise Unsendable("WhatsApp takes JPEG, PNG and WebP pictures.")
    return Picture(content_type=kind, bytes=content)
