"""Whether what guests ask of the resort is taken up, and what is no business of a shop is left alone."""

from collections.abc import Sequence
from functools import cache
from random import Random

from journeys.wording.phrases import phrases
from tenants.scope import tenant_scope
from tests.benchmarks.mind import rows
from tests.benchmarks.table import Figure
from tests.benchmarks.turn import answer, customer

MOST = 150
# Their domains have nothing in common with a shop, a phone company or a resort.
ELSEWHERE = """
    translate transfer timer definition flip_coin roll_dice calculator spelling measurement_conversion make_call
    alarm date time todo_list reminder calendar calendar_update schedule_meeting oil_change_how oil_change_when
    tire_change tire_pressure jump_start gas mpg traffic directions taxes w2 rollover_401k payday income insurance
    insurance_change pto_request pto_balance credit_score improve_credit_score apr interest_rate routing
    account_blocked direct_deposit recipe calories ingredient_substitution cook_time food_last nutrition_info
    play_music next_song smart_home
"""
NOES = frozenset({
    "not_understood", "which_topic", "not_our_business", "not_in_documents", "nothing_found", "nothing_found_for",
})  # fmt: skip


def measure() -> list[Figure]:
    guests = [is_taken("oasis", text) for text in rows.own("guests.txt")]
    figures = [
        Figure(
            what="local mind: guests' requests that reach a journey", bar="≥ 70 %", is_met=_share(guests) >= 0.7,
            measured=rows.share(guests), method=f"{len(guests)} of our own, written before any was tried",
        )
    ]  # fmt: skip
    strangers = [row["text"] for row in rows.of_csv("clinc150/val.csv") if row["intent"] in ELSEWHERE.split()]
    if strangers:
        drawn = Random(1).sample(strangers, k=min(MOST, len(strangers)))
        taken = [is_taken(("duka", "mtandao", "oasis")[at % 3], text) for at, text in enumerate(drawn)]
        figures.append(
            Figure(
                what="local mind: no business here, yet a journey takes it", bar="≤ 12 %",
                is_met=_share(taken) <= 0.12, measured=rows.share(taken),
                method=f"{len(taken)} of {len(strangers)} questions to assistants at home, to the three businesses",
            )
        )  # fmt: skip
    return figures


def is_taken(slug: str, text: str) -> bool:
    """Whether a first message is answered by a journey, and neither asked back about nor denied."""
    talk = customer(slug)
    answer(talk, Body=text)
    with tenant_scope(talk.tenant.id):
        turn = talk.last_turn
        told = " ".join(message.reply.get("text", "") for message in turn.replies.all())
    return turn.trace["notes"].get("governed") == "business" and not any(no in told for no in _noes())


@cache
def _noes() -> tuple[str, ...]:
    """The beginnings of the sentences that deny or ask back."""
    said = (words for name in NOES for words in phrases()[name].values() if isinstance(words, str))
    return tuple(words.partition("{")[0].strip() for words in said)


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits)
