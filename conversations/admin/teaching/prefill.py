"""What the form begins with when somebody comes from a message or a question that was not understood."""

from typing import Any
from uuid import UUID

from conversations.explain import explain
from conversations.models import Turn
from journeys.registry import ALL, CommandUnknown
from journeys.understand.taught import is_teachable
from knowledge.models import UnansweredQuestion
from knowledge.redact import without_personal_data
from tools.exemplars.models import LONGEST


def initial(turn: str | None, question: str | None) -> dict[str, Any]:
    """From a turn's or a question's id, in the scope that is open; nothing for one that is not there."""
    if (turn_id := _id(turn)) and (found := _turn(turn_id)):
        return found
    if (question_id := _id(question)) and (row := UnansweredQuestion.objects.filter(pk=question_id).first()):
        return {"sentence": row.question[:LONGEST], "command": "ask_library"}
    return {}


def _turn(turn_id: UUID) -> dict[str, Any]:
    """The words, the language they were heard in, and the command they were taken for."""
    row = Turn.objects.select_related("conversation__customer").filter(pk=turn_id).first()
    if row is None:
        return {}
    told = explain(row)
    said = without_personal_data(told["said"], [row.conversation.customer.name])
    return {"sentence": said[:LONGEST], "language": told["route"].get("language") or "en"} | _taken_for(told["notes"])


def _taken_for(notes: dict[str, Any]) -> dict[str, Any]:
    written = notes.get("understood", {}).get("commands", [])
    try:
        command = ALL.decoded(str(written[0])) if written else None
    except CommandUnknown:
        command = None
    if command is None or not is_teachable(type(command)):
        return {}
    return {"command": command.name, "arguments": command.model_dump(mode="json", exclude_defaults=True)}


def _id(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None
