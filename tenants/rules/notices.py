"""The notices a tenant may have a WhatsApp template for, the values each can name, and what a mistake is told."""

import re
from typing import Annotated, Any, Final

from django.core.exceptions import ValidationError
from pydantic import AfterValidator, Field, create_model, field_validator, model_validator

from tenants.rules.reading import Rules, Text, problem_in

# Values as a customer reads them: money with its currency, a status or reason in their language.
VALUES: Final[dict[str, tuple[str, ...]]] = {
    "payment.settled": ("number", "amount", "receipt", "method", "paid"),
    "payment.partial": ("number", "amount", "receipt", "paid", "due"),
    "payment.excess": ("number", "amount", "receipt", "paid", "excess"),
    "payment.failed": ("number", "amount", "method", "reason"),
    "payment.reversed": ("number", "amount", "method"),
    "order.status_changed": ("number", "status", "total"),
}
TITLES: Final = {
    "payment.settled": "An order is paid",
    "payment.partial": "A part of an order is paid",
    "payment.excess": "More was paid than the order costs",
    "payment.failed": "A payment failed",
    "payment.reversed": "A payment was taken back",
    "order.status_changed": "An order went on: shipped, delivered, cancelled",
}
HELP: Final = "Approved WhatsApp templates, by event, for what a customer is told who has not written for a day."
PLACE: Final = re.compile(r"\{\{(\d{1,3})\}\}")


def _of_form(pattern: str, problem: str) -> AfterValidator:
    """Holds a text to the form that Twilio gives it."""

    def held(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(problem)
        return text

    return AfterValidator(held)


TemplateName = Annotated[
    Text, _of_form(r"[a-z0-9_]{1,100}", "A template's name has small letters, digits and underscores only.")
]
ContentSid = Annotated[Text, _of_form(r"HX[0-9a-fA-F]{32}", "A content SID is HX and 32 hex digits.")]


class NoticeTemplate(Rules):
    """A template that WhatsApp has approved, and which of the event's values stand in its places."""

    name: TemplateName = Field(
        title="Name", max_length=100, description="As in Twilio: small letters, digits and underscores."
    )
    content_sid: ContentSid = Field(
        title="Content SID", description="HX and 32 hex digits, from Twilio's Content Template Builder."
    )
    body: Text = Field(
        "", max_length=1024, title="Approved text", json_schema_extra={"is_long": True},
        description="As approved, with {{1}}, {{2}}. Used for the preview only; Twilio sends its own copy.",
    )  # fmt: skip
    variables: tuple[str, ...] = Field((), max_length=20)

    @field_validator("variables")
    @classmethod
    def _known_values(cls, variables: tuple[str, ...]) -> tuple[str, ...]:
        extra: Any = cls.model_fields["variables"].json_schema_extra
        if any(variable not in extra["choices"] for variable in variables):
            raise ValueError(f"The values of this notice are {', '.join(extra['choices'])}.")
        return variables

    @model_validator(mode="after")
    def _every_place_has_a_value(self) -> "NoticeTemplate":
        places = {int(place) for place in PLACE.findall(self.body)}
        if self.body and places != set(range(1, len(self.variables) + 1)):
            raise ValueError(
                f"The approved text has {len(places)} places and {len(self.variables)} values are chosen. "
                "Number the places {{1}}, {{2}} and so on, and choose a value for each."
            )
        return self


def _template(event: str) -> Any:
    values = Field(
        (),
        max_length=20,
        title="Values, in the order of {{1}}, {{2}} …",
        json_schema_extra={"choices": list(VALUES[event])},
    )
    return create_model(f"Template of {event}", __base__=NoticeTemplate, variables=(tuple[str, ...], values))


class NoticeTemplates(Rules):
    """One template an event, or none."""


_FIELDS: dict[str, Any] = {
    event.replace(".", "_"): (_template(event) | None, Field(None, alias=event, title=TITLES[event]))
    for event in VALUES
}
Notices: type[Rules] = create_model("Notices", __base__=NoticeTemplates, **_FIELDS)


def validate_templates(value: Any) -> None:
    """A mapping of events to the template that tells of each."""
    if problem := problem_in(Notices, value):
        raise ValidationError(problem)
