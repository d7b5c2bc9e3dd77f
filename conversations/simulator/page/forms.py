"""What the page may ask of its API, form by form, and say as a customer; each refusal is a sentence for people."""

import re
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from rest_framework import serializers

from conversations.simulator import phones
from conversations.simulator.handset import PhoneInput, Picture
from conversations.simulator.models import SimulatedFault
from conversations.simulator.money.merchants import Merchant
from conversations.simulator.money.mpesa import results
from tenants import validators

PIN = re.compile(r"[0-9]{4}")
# As wide as its column.
MAX_NAME = 120
# Daraja's.
MAX_ACCOUNT = 20
# M-Pesa's limit of one transaction, in shillings.
MAX_AMOUNT = 250_000
NO_NAME = "A customer needs a name."
NO_FAULT = "There is no such fault."
NO_ANSWER = "A prompt cannot be answered like that."
NO_PIN = "A PIN has four digits."
NO_NUMBER = "No business has this number."
NO_ACCOUNT = f"An account number has 1 to {MAX_ACCOUNT} characters."
NO_AMOUNT = f"An amount is a whole number from 1 to {MAX_AMOUNT:,}."
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


class Unfit(ValueError):
    """The form cannot be taken; the text says why."""


def validated(form: type[serializers.Serializer[Any]], request: HttpRequest, **context: Any) -> dict[str, Any]:
    """What was filled in, as the form means it; raises Unfit."""
    told = form(data=request.POST.dict(), context=context)
    if not told.is_valid():
        raise Unfit(str(next(iter(told.errors.values()))[0]))
    return dict(told.validated_data)


def _text() -> serializers.CharField:
    return serializers.CharField(required=False, allow_blank=True, default="")


class NewPhone(serializers.Serializer[Any]):
    """Another customer; without an address they get a number of their own."""

    name = serializers.CharField(error_messages={"required": NO_NAME, "blank": NO_NAME})
    address = _text()

    def validate_name(self, name: str) -> str:
        return name[:MAX_NAME]

    def validate_address(self, address: str) -> str:
        if not address:
            return phones.new_address()
        address = f"whatsapp:{address.removeprefix('whatsapp:')}"
        validators.validate_address(address)
        return address


class NewFault(serializers.Serializer[Any]):
    """Something that goes wrong with the next message."""

    kind = serializers.ChoiceField(
        SimulatedFault.Kind.choices, error_messages={"required": NO_FAULT, "invalid_choice": NO_FAULT}
    )


class PromptAnswer(serializers.Serializer[Any]):
    """A PIN prompt is answered; every PIN of four digits is the right one."""

    id = _text()
    outcome = serializers.ChoiceField(
        list(results.OF_OUTCOME), error_messages={"required": NO_ANSWER, "invalid_choice": NO_ANSWER}
    )
    pin = _text()

    def validate(self, told: dict[str, Any]) -> dict[str, Any]:
        code = results.OF_OUTCOME[told["outcome"]]
        if code == results.PAID and not PIN.fullmatch(told["pin"]):
            raise serializers.ValidationError(NO_PIN)
        return {"id": told["id"], "code": code}


class Transfer(serializers.Serializer[Any]):
    """Money sent to a paybill or till; in the context, the `merchant` whose numbers are known."""

    number = _text()
    account = _text()
    amount = serializers.RegexField(
        r"^[0-9]{1,7}\Z", error_messages=dict.fromkeys(("required", "blank", "invalid"), NO_AMOUNT)
    )

    def validate_number(self, number: str) -> str:
        if number not in self._merchant.numbers:
            raise serializers.ValidationError(NO_NUMBER)
        return number

    def validate_amount(self, amount: str) -> int:
        if not 1 <= int(amount) <= MAX_AMOUNT:
            raise serializers.ValidationError(NO_AMOUNT)
        return int(amount)

    def validate(self, told: dict[str, Any]) -> dict[str, Any]:
        if told["number"] != self._merchant.till and not 1 <= len(told["account"]) <= MAX_ACCOUNT:
            raise serializers.ValidationError(NO_ACCOUNT)
        return told

    @property
    def _merchant(self) -> Merchant:
        merchant: Merchant = self.context["merchant"]
        return merchant


def message(request: HttpRequest) -> PhoneInput:
    """What the customer says; raises Unfit."""
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
        raise Unfit(f"A message has {MAX_TEXT} characters at most.")
    if not (said.text.strip() or said.tap or said.location or said.picture):
        raise Unfit("There is nothing to send.")
    return said


def _tap(kind: str, option_id: str, title: str) -> dict[str, str] | None:
    if kind not in ("list", "button") or not option_id or not title:
        return None
    return {"kind": kind, "id": option_id[:200], "title": title[:24]}


def _location(latitude: str, longitude: str, label: str) -> dict[str, str] | None:
    if not latitude and not longitude:
        return None
    if not COORDINATE.match(latitude) or not COORDINATE.match(longitude):
        raise Unfit("A location needs a latitude and a longitude.")
    if abs(float(latitude)) > 90 or abs(float(longitude)) > 180:
        raise Unfit("This place is not on Earth.")
    return {"latitude": latitude, "longitude": longitude, "label": label[:120]}


def _picture(file: "UploadedFile[bytes]") -> Picture:
    if (file.size or 0) > MAX_PICTURE:
        raise Unfit("A picture has 5 MB at most.")
    content = file.read()
    kind = next((kind for kind, magic in SIGNATURES.items() if magic.match(content)), None)
    if kind is None:
        raise Unfit("WhatsApp takes JPEG, PNG and WebP pictures.")
    return Picture(content_type=kind, bytes=content)
