"""present: at most six options, or the honest word that there are none, and the link when it is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from journeys.flow import Turn
from journeys.reply import Reply, Text
from journeys.sales.catalog_present_options import opening, usual_opening
from journeys.sales.flow import SalesFlow
from journeys.sales.search import WANTS_OTHERS
from journeys.sales.shown import catalog_link, options
from journeys.sales.shown.options import Row
from journeys.sales.shown.wish_words import wish_words
from journeys.sales.wish.reading import Action
from journeys.sales.wish.wish import Wish, to_remember
from journeys.state import ConversationState
from journeys.wording.phrases import say
from tools.catalog.catalog_search import CatalogSearchResult

MOST_OPTIONS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """All that the wording of a search's result depends on."""

    state: ConversationState
    action: Action
    wish: Wish
    found: CatalogSearchResult
    rejections: int

    @property
    def wished(self) -> str:
        return wish_words(self.wish, self.state)

    @property
    def leads_elsewhere(self) -> bool:
        """Whoever wants everything, or refused twice in a row, is shown the way instead of a list."""
        is_asked_for = self.action == "all" or self.rejections >= catalog_link.REJECTIONS
        return is_asked_for and self.link is not None

    @property
    def link(self) -> str | None:
        """The catalog's link, when it is due and the tenant has one."""
        is_vague = catalog_link.is_vague(self.wish, self.found)
        is_due = catalog_link.is_due(self.action, self.found, is_vague=is_vague, rejections=self.rejections)
        opened_at = self.wish if self.found.total_estimate else Wish()
        return catalog_link.of_wish(self.state, opened_at) if is_due else None

    def say(self, name: str, **values: object) -> str:
        told = {"wish": self.wished, "link": self.link, "business": self.state.tenant_name}
        return say(name, self.state, **told, **values)


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
    if finding.action in WANTS_OTHERS:
        return []
    return options.rows_of_misses(finding.found.near_misses[:MOST_OPTIONS], finding.state)


def _is_plain_success(finding: Finding, rows: Sequence[Row]) -> bool:
    found = finding.found
    is_sure = found.confidence == "strong" and not found.unmatched_words
    return bool(rows and found.items) and is_sure and finding.action == "search"


def _opening(finding: Finding, rows: Sequence[Row]) -> str:
    found = finding.found
    if finding.leads_elsewhere:
        return _link_instead(finding)
    if finding.action in WANTS_OTHERS:
        return finding.say(f"others_{finding.action}" if rows else "no_others")
    if not found.items:
        nothing = finding.say("nothing_found" if finding.wished else "nothing_found_plain")
        return f"{nothing} {finding.say('near_misses')}" if rows else nothing
    if found.unmatched_words:
        return finding.say("options_unmatched", words=", ".join(found.unmatched_words))
    if found.confidence == "weak":
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
    parts.append(finding.say("narrow_hint"))
    return Text(text="\n\n".join(parts))


def _more(finding: Finding) -> list[str]:
    found = finding.found
    has_more = finding.action == "search" and found.total_estimate > len(found.items) > 0
    return [finding.say("more_hint", count=found.total_estimate)] if has_more else []


def _remembered(finding: Finding, rows: Sequence[Row]) -> ConversationState:
    """The wish, and the list that can be picked from: without a new one, the last one still stands."""
    state = finding.state.having(
        **to_remember(finding.wish),
        catalog_total_matches_estimate=finding.found.total_estimate,
        catalog_rejections=finding.rejections,
        clarify_turns=0,
    )
    if not rows:
        return state
    already = state.catalog_shown_ids if finding.action in WANTS_OTHERS else []
    return state.having(
        last_catalog_results=options.shown(rows),
        catalog_shown_ids=[*already, *(row.item.item_id for row in rows)],
        selected_item_ids=[],
        asked=options.asked(rows),
    )
