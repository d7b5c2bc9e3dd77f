"""present: at most six options, or the honest word that there are none, and the link when it is due."""

from collections.abc import Sequence
from typing import Any, Final

from journeys.flow import Turn
from journeys.reply import Reply, Text
from journeys.sales.catalog_present_options import opening, usual_opening
from journeys.sales.flow import SalesFlow
from journeys.sales.shown import catalog_link, options
from journeys.sales.shown.finding import Finding
from journeys.sales.shown.options import Row
from journeys.sales.wish.wish import to_remember
from journeys.state import ConversationState

MOST_OPTIONS: Final = 6


def present(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state, action = flow["state"], flow["narrowed"].action
    rejections = state.catalog_rejections + 1 if action == "reject" else 0
    finding = Finding(
        state=state, action=action, wish=flow["wish"], found=flow["found"], rejections=rejections
    )  # fmt: skip
    rows = _rows(finding)
    usual = _reply(finding, rows, _opening(finding, rows))
    said = usual
    if _is_plain_success(finding, rows):
        titles = [f"{row.item.title}: {row.facts}" for row in rows]
        said = _reply(finding, rows, opening(state, finding.wished, titles, runtime))
    links = (finding.link,) if finding.link else ()
    return {"state": _remembered(finding, rows), "reply": said, "fallback": usual, "links": links}


def _rows(finding: Finding) -> list[Row]:
    """What is shown to choose from: what was found, else what comes near."""
    if finding.leads_elsewhere:
        return []
    if finding.found.items:
        return options.rows_of(finding.found.items[:MOST_OPTIONS], finding.state)
    if finding.wants_others:
        return []
    return options.rows_of_misses(finding.found.near_misses[:MOST_OPTIONS], finding.state)


def _is_plain_success(finding: Finding, rows: Sequence[Row]) -> bool:
    found = finding.found
    is_sure = found.confidence == "strong" and not (found.unmatched_words or found.filters.unknown)
    return bool(rows and found.items) and is_sure and finding.action == "search"


def _opening(finding: Finding, rows: Sequence[Row]) -> str:
    found = finding.found
    if finding.leads_elsewhere:
        return _link_instead(finding)
    if finding.wants_others:
        return finding.say(f"others_{finding.action}" if rows else "no_others")
    if not found.items:
        nothing = finding.say("nothing_found" if finding.wished else "nothing_found_plain")
        return f"{nothing} {finding.say('near_misses')}" if rows else nothing
    if found.unmatched_words:
        return finding.say("options_unmatched", words=", ".join(found.unmatched_words))
    if found.confidence == "weak" or found.filters.unknown:
        return finding.say("options_unsure")
    return usual_opening(finding.state, finding.wished)


def _link_instead(finding: Finding) -> str:
    if finding.rejections >= catalog_link.REJECTIONS:
        return finding.say("link_after_rejections")
    return finding.say("link_to_wish" if finding.wished else "link_to_all")


def _reply(finding: Finding, rows: Sequence[Row], leading: str) -> Reply:
    if rows:
        closing = [finding.say("link_line")] if finding.link else _more(finding)
        closing.append(finding.say("pick_hint"))
        return options.list_reply(leading, rows, "\n".join(closing), finding.state)
    parts = [leading]
    if finding.link and finding.link not in leading:
        parts.append(finding.say("link_line"))
    asks_for_a_shelf = finding.shelves and not finding.wished
    parts.append(finding.say("what_do_you_want_of" if asks_for_a_shelf else "narrow_hint"))
    return Text(text="\n\n".join(parts))


def _more(finding: Finding) -> list[str]:
    found = finding.found
    has_more = finding.action == "search" and found.total_estimate > len(found.items) > 0
    return [finding.say("more_hint", count=found.total_estimate)] if has_more else []


def _remembered(finding: Finding, rows: Sequence[Row]) -> ConversationState:
    """What is shown can be picked and narrowed; where nothing is, the last list and its wish still stand."""
    state = finding.state.having(
        catalog_total_matches_estimate=finding.found.total_estimate,
        catalog_rejections=finding.rejections,
        clarify_turns=0,
    )
    if not rows:
        return state
    already = state.catalog_shown_ids if finding.wants_others else []
    missed = [] if finding.found.items else [name for miss in finding.found.near_misses for name in miss.failed]
    return state.having(
        **to_remember(finding.wish.without(missed)),
        last_catalog_results=options.shown(rows),
        catalog_shown_ids=[*already, *(row.item.item_id for row in rows)],
        selected_item_ids=[],
        asked=options.asked(rows),
    )
