"""present: at most six options, or the honest word that there are none, with the catalog's link when it is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from journeys.flow import Turn
from journeys.reply import Reply, Text
from journeys.sales import catalog_link, options
from journeys.sales.catalog_present_options import opening, usual_opening
from journeys.sales.flow import SalesFlow
from journeys.sales.options import Row
from journeys.sales.sales_narrow_query import Action
from journeys.sales.search import WANTS_OTHERS
from journeys.sales.searching import Search, to_remember
from journeys.state import ConversationState
from journeys.wording.phrases import say
from tools.catalog.catalog_search import CatalogSearchResult

MOST_OPTIONS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """All that the wording of a search's result depends on."""

    state: ConversationState
    action: Action
    search: Search
    found: CatalogSearchResult
    rejections: int

    @property
    def wish(self) -> str:
        return self.search.words(self.state.currency)

    @property
    def link(self) -> str | None:
        """The catalog's link, when it is due and the tenant has one."""
        is_vague = catalog_link.is_vague(self.search, self.found)
        is_due = catalog_link.is_due(self.action, self.found, is_vague=is_vague, rejections=self.rejections)
        return catalog_link.of_search(self.state, self.search) if is_due else None

    def say(self, name: str, **values: object) -> str:
        return say(name, self.state, wish=self.wish, link=self.link, business=self.state.tenant_name, **values)


def present(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state, action = flow["state"], flow["narrowed"].action
    rejections = state.catalog_rejections + 1 if action == "reject" else 0
    finding = Finding(
        state=state, action=action, search=flow["search"], found=flow["found"], rejections=rejections
    )  # fmt: skip
    rows = _rows(finding)
    usual = _reply(finding, rows, _opening(finding, rows))
    said = usual
    if _is_plain_success(finding, rows):
        titles = [f"{row.item.title}: {row.facts}" for row in rows]
        said = _reply(finding, rows, opening(state, finding.wish, titles, runtime))
    return {"state": _remembered(finding, rows), "reply": said, "fallback": usual}


def _rows(finding: Finding) -> list[Row]:
    """What is shown to choose from; whoever wants everything, or refused twice, gets the link instead."""
    leads_elsewhere = finding.action == "all" or finding.rejections >= catalog_link.REJECTIONS
    if leads_elsewhere and finding.link:
        return []
    if finding.found.items:
        return options.rows_of(finding.found.items[:MOST_OPTIONS], finding.state)
    if finding.action in WANTS_OTHERS:
        return []
    return options.rows_of_misses(finding.found.near_misses[:MOST_OPTIONS], finding.state)


def _is_plain_success(finding: Finding, rows: Sequence[Row]) -> bool:
    found = finding.found
    is_sure = found.confidence == "strong" and not found.unmatched_words
    return bool(rows and found.items) and is_sure and finding.action == "search"


def _opening(finding: Finding, rows: Sequence[Row]) -> str:
    found = finding.found
    if finding.link and not rows and (finding.action == "all" or finding.rejections >= catalog_link.REJECTIONS):
        return _link_instead(finding)
    if finding.action in WANTS_OTHERS:
        return finding.say(f"others_{finding.action}" if rows else "no_others")
    if not found.items:
        nothing = finding.say("nothing_found" if finding.wish else "nothing_found_plain")
        return f"{nothing} {finding.say('near_misses')}" if rows else nothing
    if found.unmatched_words:
        return finding.say("options_unmatched", words=", ".join(found.unmatched_words))
    return finding.say("options_unsure") if found.confidence == "weak" else usual_opening(finding.state, finding.wish)


def _link_instead(finding: Finding) -> str:
    if finding.rejections >= catalog_link.REJECTIONS:
        return finding.say("link_after_rejections")
    return finding.say("link_to_wish" if finding.wish else "link_to_all")


def _reply(finding: Finding, rows: Sequence[Row], leading: str) -> Reply:
    if rows:
        hint = finding.say("pick_hint")
        closing = f"{finding.say('link_line')}\n{hint}" if finding.link else hint
        return options.list_reply(leading, rows, closing, finding.state)
    parts = [leading]
    if finding.link and finding.link not in leading:
        parts.append(finding.say("link_line"))
    parts.append(finding.say("narrow_hint"))
    return Text(text="\n\n".join(parts))


def _remembered(finding: Finding, rows: Sequence[Row]) -> ConversationState:
    state, goes_on = finding.state, finding.action in WANTS_OTHERS
    new_ids = [row.item.item_id for row in rows]
    return state.having(
        **to_remember(finding.search),
        last_catalog_results=options.shown(rows) if rows else state.last_catalog_results if goes_on else [],
        catalog_shown_ids=[*state.catalog_shown_ids, *new_ids] if goes_on else new_ids,
        catalog_total_matches_estimate=finding.found.total_estimate,
        catalog_rejections=finding.rejections,
        selected_item_ids=[],
        clarify_turns=0,
        asked=options.asked(rows) if rows else None,
    )
