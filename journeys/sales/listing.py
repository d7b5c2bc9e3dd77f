"""The list of what was found: the sentence that leads it, how to go on from it, and what is remembered of it."""

from collections.abc import Sequence
from typing import Any, Final

from journeys.checkout import half_chosen
from journeys.contract import Done, Wording
from journeys.reply import Reply, Text
from journeys.sales import doubt
from journeys.sales.shown import catalog_link, options
from journeys.sales.shown.finding import TELLS_WHERE_TO_PAY, Finding
from journeys.sales.shown.lists_above import MOST_OPTIONS, ListsAbove
from journeys.sales.shown.options import Row
from journeys.sales.wish import remembered, to_remember
from journeys.state import ConversationState, Pick
from journeys.wording.money import money

# Beside a list that is full.
MOST_TITLES: Final = 2


def shown(finding: Finding, beside: ListsAbove | None = None) -> Done:
    """The list of what was found, or the word that there is nothing."""
    beside = beside or ListsAbove()
    # WhatsApp takes no row twice.
    above = {item.item_id for item in beside.state.sales.last_catalog_results} if beside.state else set()
    found = _rows(finding)
    if beside.most == 0:  # the lists above it have taken the room of the whole reply
        titles = [row.item.title for row in found if row.item.item_id not in above][:MOST_TITLES]
        told = finding.say("there_is_too", titles=", ".join(titles)) if titles else ""
        return Done(state=finding.state, reply=Text(text=told) if told else None)
    rows = [row for row in found if row.item.item_id not in above][: beside.most]
    also = _also_above(finding, [row for row in found if row.item.item_id in above and row.item.in_stock])
    if found and not rows:  # all of it stands in the list above
        told = also if _has_other_limits(finding, beside) else ""
        return Done(state=finding.state, reply=Text(text=told) if told else None)
    opening = _opening(finding, rows)
    links = (finding.link,) if finding.link else ()
    wording = _wording(finding, rows, also) if rows and finding.action in ("search", "all") else None
    reply = _reply(finding, rows, "\n\n".join(filter(None, (opening, also))), beside)
    remembered_ = _remembered(finding, rows, beside.state)
    is_guess = bool(rows) and _is_guess(finding)
    return Done(state=remembered_, reply=reply, lead=opening, wording=wording, links=links, is_guess=is_guess)


def _is_guess(finding: Finding) -> bool:
    """Whether what is shown is only near what was wished for, or may not be what was meant."""
    found = finding.found
    is_near = finding.is_guess or finding.is_near or finding.is_half or not found.items
    return is_near or bool(doubt.missed(found)) or doubt.is_open(found, finding.wish)


def _also_above(finding: Finding, rows: Sequence[Row]) -> str:
    """Of what this search found too, and stands in the list above it: what it is for here, and its price."""
    if not finding.found.items or finding.is_near or finding.is_half or finding.absent:
        return ""
    limits = f" ({finding.limits})" if finding.limits else ""
    titles = [f"*{row.item.title}* \u2014 {row.price}{limits}" for row in rows[:MOST_TITLES]]
    return finding.say("there_is_also_above", titles="; ".join(titles)) if titles else ""


def _has_other_limits(finding: Finding, beside: ListsAbove) -> bool:
    """Whether it was sought otherwise than for the list above: in another size."""
    before = remembered(beside.state) if beside.state else None
    return before is not None and before.options != finding.wish.options


def _wording(finding: Finding, rows: Sequence[Row], also: str) -> Wording:
    facts = {
        "wish": finding.wish.for_the_record(),
        "options": [
            {
                "title": row.item.title,
                "about": row.item.description,
                "price": row.facts,
                **_forms(row),
                **({"in_other_forms": row.left} if row.left else {}),
                **row.item.attributes,
            }
            for row in rows
        ],
        "missing": [*finding.unmatched, *finding.found.unmatched_words] if finding.found.items else finding.missed,
        **({"also_in_the_list_above": also} if also else {}),
        "usual_sentence": _opening(finding, rows),
    }
    return Wording(node="catalog_present_options", facts=facts)


def _forms(row: Row) -> dict[str, Any]:
    """Its options, each value with its own price where that hangs on it."""
    if not row.item.form_prices:
        return {"options": row.item.options}
    prices = {", ".join(each.options.values()): money(each.price, row.item.currency) for each in row.item.form_prices}
    return {"options": row.item.options, "price_of_each": prices}


def _rows(finding: Finding) -> list[Row]:
    """What is shown to choose from: what was found, else what comes near."""
    if finding.leads_elsewhere:
        return []
    if finding.found.items:
        return options.rows_of(finding.found.items[:MOST_OPTIONS], finding.state, finding.wish.query)
    if finding.wants_others:
        return []
    if finding.lacking:
        return [options.row_of_other_forms(finding.found.near_misses[0].item, finding.state)]
    return options.rows_of_misses(finding.found.near_misses[:MOST_OPTIONS], finding.state)


def _opening(finding: Finding, rows: Sequence[Row]) -> str:
    found = finding.found
    if finding.leads_elsewhere:
        return _link_instead(finding)
    if finding.wants_others:
        return finding.say(f"others_{finding.action}" if rows else "no_others")
    if finding.is_guess and rows:
        return finding.say("options_closest")
    if finding.absent:
        return finding.say("not_sold_but" if rows else "not_sold", thing=finding.absent)
    if not found.items and finding.lacking and rows:
        return finding.say("comes_not_so", **finding.lacking)
    if not found.items or finding.is_half:
        return _near_it(finding) if rows else finding.say("nothing_found")
    if finding.is_near:
        return finding.say("options_near")
    if missed := doubt.missed(found):
        is_there = doubt.is_there(missed, finding.wish, found)
        return finding.say("options_untold" if is_there else "options_unmatched", words=", ".join(missed))
    if doubt.is_open(found, finding.wish):
        unsaid = "options_closest" if finding.wish.query else "options_found_plain"
        return finding.say("options_unsure" if finding.wished else unsaid)
    return finding.say("options_found" if finding.wished else "options_found_plain")


def _near_it(finding: Finding) -> str:
    none = [finding.say("none_so")] if finding.wished and not TELLS_WHERE_TO_PAY.search(finding.wished) else []
    return " ".join([*none, finding.say("near_misses")])


def _link_instead(finding: Finding) -> str:
    if finding.rejections >= catalog_link.REJECTIONS:
        return finding.say("link_after_rejections")
    return finding.say("link_to_wish" if finding.wished else "link_to_all")


def _reply(finding: Finding, rows: Sequence[Row], leading: str, beside: ListsAbove) -> Reply:
    """How to see more is told under a list that stands alone, how to pick under the last one."""
    if rows:
        more_hint = _more_hint(finding) if beside.is_alone else []
        closing = [finding.say("link_line")] if finding.link else more_hint
        closing += [finding.say("pick_hint")] if beside.is_last else []
        return options.list_reply(leading, rows, "\n".join(closing), finding.state, goes_on=beside.above)
    parts = [leading]
    if finding.link and finding.link not in leading:
        parts.append(finding.say("link_line"))
    asks_for_a_shelf = finding.shelves and not finding.wished
    parts += [finding.say("on_sale")] if finding.on_sale else []
    if not finding.absent:
        parts.append(finding.say("what_do_you_want_of" if asks_for_a_shelf else "narrow_hint"))
    return Text(text="\n\n".join(parts))


def _more_hint(finding: Finding) -> list[str]:
    found = finding.found
    has_more = finding.action in ("search", "all") and found.total_estimate > len(found.items) > 0
    return [finding.say("more_hint", count=found.total_estimate)] if has_more else []


def _remembered(finding: Finding, rows: Sequence[Row], above: ConversationState | None) -> ConversationState:
    """What is shown can be picked and narrowed; where nothing is, the last list and its wish still stand."""
    sales = finding.state.sales
    state = finding.state.having(
        catalog_total_matches_estimate=finding.found.total_estimate,
        catalog_rejections=finding.rejections,
        clarify_turns=0,
    )
    if not rows:
        return state
    already = sales.catalog_shown_ids if finding.wants_others else []
    missed = [] if finding.found.items else [name for miss in finding.found.near_misses for name in miss.failed]
    asked, listed = options.asked(rows), options.shown(rows)
    earlier = sales.last_catalog_results or sales.earlier_catalog_results  # an item that was opened without a list
    if above is not None and isinstance(before := above.controls.asked, Pick):
        asked = asked.model_copy(update={"choices": (*before.choices, *asked.choices)})
        listed, earlier = [*above.sales.last_catalog_results, *listed], sales.earlier_catalog_results
        already = sales.catalog_shown_ids
    return half_chosen.set_aside(state).having(
        **to_remember(finding.wish.without(missed)),
        earlier_catalog_results=earlier,
        last_catalog_results=listed,
        catalog_shown_ids=[*already, *(row.item.item_id for row in rows)],
        selected_item_ids=[],
        choosing=None,
        asked=asked,
    )
