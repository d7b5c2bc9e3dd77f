"""Typed replies into what WhatsApp takes through Twilio: a content resource where it fits, otherwise numbered text.

Nothing is cut: a row or a button whose words are too long for WhatsApp makes the whole reply plain text, which says
the same. A long text is split at paragraphs, then at lines, then at words.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conversations.channels.base import Taps
from journeys.reply import MAX_LIST_BODY, MAX_TEXT, Buttons, ListReply, Media, Reply, ReplyOption, Template, Text

TAPS = Taps(body=MAX_LIST_BODY, button=20, row=24, description=72, opener=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A content resource: its shape, made once, and the words of this message."""

    shape: str
    types: dict[str, Any]
    variables: dict[str, str]

    @property
    def placeholders(self) -> dict[str, str]:
        """Sample values, which the Content API wants for every variable; never a customer's words."""
        return {number: f"sample {number}" for number in self.variables}

    @property
    def variables_json(self) -> str:
        return json.dumps(self.variables, ensure_ascii=False)


def pieces(reply: Reply) -> list[Reply]:
    """The reply as it can be sent: whole when WhatsApp takes it so, otherwise as texts that say the same."""
    if isinstance(reply, Media) and len(reply.text) > MAX_TEXT:
        return [reply.model_copy(update={"text": ""}), *_texts(reply)]
    if content(reply) is not None or reply.kind in ("media", "template"):
        return [reply]
    return _texts(reply)


def _texts(reply: Reply) -> list[Reply]:
    told = {"is_notice": reply.is_notice, "purpose": reply.purpose}
    return [Text(text=text, **told) for text in texts(reply)]


def texts(reply: Reply) -> tuple[str, ...]:
    """The reply's words in messages of at most 1,600 characters."""
    return tuple(split(plain(reply))) if reply.text else ()


def plain(reply: Reply) -> str:
    """The reply in words alone: what could be tapped stands in numbered lines, unless the text names it already."""
    if not isinstance(reply, ListReply | Buttons) or all(option.title in reply.text for option in reply.options):
        return reply.text
    with_descriptions = _numbered_lines(reply, lambda option: f"{option.title}: {option.description}")
    if not any(option.description for option in reply.options) or len(with_descriptions) > MAX_TEXT:
        return _numbered_lines(reply, lambda option: option.title)
    return with_descriptions


def _numbered_lines(reply: ListReply | Buttons, say: Callable[[ReplyOption], str]) -> str:
    lines = [f"{number}. {say(option).removesuffix(': ')}" for number, option in enumerate(reply.options, 1)]
    return f"{reply.text}\n\n" + "\n".join(lines)


def content(reply: Reply) -> Content | None:
    """The reply as a list or as buttons; None when it must go as text."""
    match reply:
        case ListReply() if _list_fits(reply):
            return _list(reply)
        case Buttons() if _buttons_fit(reply):
            return _buttons(reply)
        case Text() | Media() | Template() | ListReply() | Buttons():
            return None


def _list_fits(reply: ListReply) -> bool:
    rows_fit = all(
        len(option.title) <= TAPS.row and len(option.description) <= TAPS.description for option in reply.options
    )
    return rows_fit and _ids_differ(reply) and len(reply.text) <= TAPS.body and len(reply.button) <= TAPS.opener


def _buttons_fit(reply: Buttons) -> bool:
    buttons_fit = all(len(option.title) <= TAPS.button for option in reply.options)
    return buttons_fit and _ids_differ(reply) and len(reply.text) <= TAPS.body


def _ids_differ(reply: ListReply | Buttons) -> bool:
    """WhatsApp refuses a message in which two options are one."""
    return len({option.id for option in reply.options}) == len(reply.options)


def _list(reply: ListReply) -> Content:
    variables, items = {"1": reply.text, "2": reply.button}, []
    for option in reply.options:
        title, key, description = _numbered(variables, option.title, option.id, option.description or " ")
        items.append({"item": title, "id": key, "description": description})
    types = {"twilio/list-picker": {"body": "{{1}}", "button": "{{2}}", "items": items}}
    return Content(shape=f"list-{len(items)}", types=types, variables=variables)


def _buttons(reply: Buttons) -> Content:
    variables, actions = {"1": reply.text}, []
    for option in reply.options:
        title, key = _numbered(variables, option.title, option.id)
        actions.append({"type": "QUICK_REPLY", "title": title, "id": key})
    types = {"twilio/quick-reply": {"body": "{{1}}", "actions": actions}}
    return Content(shape=f"buttons-{len(actions)}", types=types, variables=variables)


def _numbered(variables: dict[str, str], *words: str) -> list[str]:
    """Add the words as the next variables; the placeholders that stand for them."""
    placeholders = []
    for word in words:
        number = str(len(variables) + 1)
        variables[number] = word
        placeholders.append("{{" + number + "}}")
    return placeholders


def split(text: str, limit: int = MAX_TEXT) -> list[str]:
    """Pieces of at most `limit` characters that together say all of the text."""
    pieces, rest = [], text.strip()
    while len(rest) > limit:
        end = next((at for mark in ("\n\n", "\n", " ") if (at := rest.rfind(mark, 1, limit + 1)) > 0), limit)
        pieces.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*pieces, rest] if rest else pieces
