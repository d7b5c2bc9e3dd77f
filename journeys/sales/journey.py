"""Sales: from a wish to the cart.

search, more, browse ──▶ a list ──▶ open_item, ask_item, compare ──▶ add, choose ──▶ the till
                                                                      change_cart, empty_cart
"""

from collections.abc import Iterable
from typing import Any, Final

from journeys.contract import Journey, by_kind
from journeys.sales import catalog_present_options, commands, find, look, ordering, sales_narrow_query, sums
from journeys.sales.buying import cart, product_disambiguate, put_together
from journeys.sales.claiming import claims
from journeys.sales.continuing import continues
from journeys.sales.errands import ERRANDS
from journeys.sales.reading import read
from journeys.sales.settling import answers
from journeys.state import ConversationState, Pick

act: Final = by_kind({
    commands.Search: find.search,
    commands.Suggest: find.suggest,
    commands.More: find.more,
    commands.Browse: find.browse,
    commands.OpenItem: look.open_item,
    commands.AskItem: look.ask_item,
    commands.Compare: look.compare,
    commands.SumUp: sums.sum_up,
    commands.Add: ordering.add,
    commands.Choose: put_together.choose_form,
    commands.DropItem: cart.drop_item,
    commands.ChangeCart: cart.change,
    commands.EmptyCart: cart.empty,
    commands.GoOnShopping: cart.go_on_shopping,
})  # fmt: skip


def grounds(state: ConversationState) -> Iterable[Any]:
    """What was shown and is wanted, at the prices that were told."""
    asked = state.controls.asked
    return [
        [item.model_dump() for item in state.sales.last_catalog_results],
        [item.model_dump() for item in state.sales.earlier_catalog_results],
        [line.model_dump() for line in state.purchase.cart],
        [each.title for each in asked.choices] if isinstance(asked, Pick) and asked.of == "option" else None,
    ]


JOURNEY: Final = Journey(
    name="sales",
    intents=("sales_discovery", "product_question"),
    commands=commands.COMMANDS,
    act=act,
    read=read,
    claims=claims,
    answers=answers,
    continues=continues,
    errands=ERRANDS,
    prompt=sales_narrow_query.PROMPT,
    prompt_node="sales_narrow_query",
    nodes={
        "catalog_present_options": catalog_present_options.PROMPT,
        "item_answer": catalog_present_options.ITEM_ANSWER,
        "product_disambiguate": product_disambiguate.PROMPT,
    },
    grounds=grounds,
    is_sticky=True,
)
