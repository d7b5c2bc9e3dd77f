"""Brings a stored state of an earlier version to this one: version 1 was one flat document with prefixed answers."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from journeys.command import written

LAYOUT: Final = {
    "identity": "tenant_id conversation_id request_id customer_id phone_e164",
    "tenant": "tenant_name bot_name bot_intro tone_style default_language allowed_languages max_chattiness_level "
    "catalog_link_base currency payments_enabled compliance handoff",
    "customer": "customer_language_pref marketing_opt_in notification_prefs",
    "understood": "intent intent_confidence journey journey_at response_language language_confidence "
    "established_language governor_classification governor_confidence",
    "sales": "last_catalog_query last_catalog_filters last_catalog_results catalog_total_matches_estimate "
    "catalog_rejections catalog_shown_ids selected_item_ids",
    "purchase": "cart choosing order_id order_number order_totals payment_request_id payment_method payment_phone "
    "payment_status",
    "support": "kb_snippets support_question support_asks support_details",
    "handoff": "escalation_required escalation_reason handoff_ticket_id",
    "controls": "turn_count casual_turns spam_turns abuse_turns clarify_turns is_introduced",
    "transcript": "response_text",
}
PICKS: Final = {
    "pick_item": "item", "pick_topic": "topic", "pick_option": "option", "quantity": "quantity", "cart": "cart",
    "pick_method": "way", "retry": "retry", "narrow": "wish",
}  # fmt: skip


def upgraded(stored: dict[str, Any]) -> dict[str, Any]:
    """The document in this version's form; one of a newer version is left as it is."""
    return stored if int(stored.get("version", 1)) > 1 else _from_1(stored)


def _from_1(flat: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = {
        name: {field: flat[field] for field in fields.split() if field in flat} for name, fields in LAYOUT.items()
    }
    document["version"] = 2
    if flat.get("asked"):
        document["controls"]["asked"] = _question(flat["asked"])
    return document


def _question(asked: dict[str, Any]) -> dict[str, Any] | None:
    """The question that stood open; one whose answers no longer mean anything is asked anew by whoever needs it."""
    kind, journey = asked["kind"], asked["journey"]
    commands = [command_of(option) for option in asked.get("options", ())]
    choices = [
        {"title": title, "command": command}
        for title, command in zip(asked.get("titles", ()), commands, strict=False)
        if command is not None
    ]
    if kind == "confirm":
        return {
            "kind": "confirm", "journey": "checkout", "method": asked["about"], "quote": asked["quote"],
            "choices": choices,
        }  # fmt: skip
    if kind == "phone":
        return {"kind": "tell", "journey": "checkout", "what": "phone"}
    if kind == "details":
        return {"kind": "tell", "journey": "support", "what": "details", "about": asked.get("about", "")}
    if kind == "yes_or_no":
        number = asked.get("about", "").partition(":")[2]
        answers = [written("confirm_cancel", number=number), written("keep_order")]
        titles = asked.get("titles", ("Yes", "No"))
        choices = [{"title": title, "command": each} for title, each in zip(titles, answers, strict=False)]
        return {"kind": "yes_no", "journey": "orders", "choices": choices} if number and len(choices) == 2 else None
    pick = {"kind": "pick", "journey": journey, "of": PICKS[kind], "choices": choices}
    if kind == "pick_option":
        pick["option"] = asked.get("about", "")
    if kind == "pick_topic":
        pick["about"] = asked.get("about", "")
    return pick if choices else None


def _set(rest: str) -> str:
    count, _, sku = rest.partition(":")
    return written("change_cart", change="set", line=sku, quantity=int(count))


def _option(rest: str) -> str:
    name, _, value = rest.partition(":")
    return written("choose", options=[{"name": name, "value": value}])


FIXED: Final = {
    "cart:pay": written("pay"),
    "cart:more": written("go_on_shopping"),
    "cart:show": written("show_cart"),
    "cart:cancel": written("empty_cart"),
    "buy:drop": written("drop_item"),
    "confirm:no": written("decline"),
    "confirm:way": written("other_way"),
    "confirm:number": written("other_number"),
    "pay:retry": written("pay"),
    "pay:other": written("other_way"),
    "topic:human": written("hand_over", reason="human_request"),
}
PREFIXED: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("item:", lambda rest: written("open_item", item=rest)),
    ("buy:", lambda rest: written("add", lines=[{"item": rest}])),
    ("option:", _option),
    ("quantity:", lambda rest: written("choose", quantity=int(rest))),
    ("method:", lambda rest: written("choose_payment", method=rest)),
    ("confirm:yes:", lambda rest: written("confirm_payment", quote=rest)),
    ("cart:remove:", lambda rest: written("change_cart", change="remove", line=rest)),
    ("cart:set:", _set),
    ("offer:", lambda rest: written("apply_coupon", code=rest)),
    ("order:", lambda rest: written("order_status", number=rest)),
    ("topic:", lambda rest: written("pick_topic", topic=rest)),
)


def command_of(answer: str) -> str | None:
    """The command that an answer of version 1 stood for; also what a tap on a row of that time means.

    None for what no row of that time said: "quantity:" without a number."""
    if answer in FIXED:
        return FIXED[answer]
    for prefix, command in PREFIXED:
        if answer.startswith(prefix):
            with suppress(ValueError):
                return command(answer.removeprefix(prefix))
    return None
