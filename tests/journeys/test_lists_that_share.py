"""Two searches in one message that find the same: an item of the first list is told of under the second's words too."""

from typing import Any

from tests.journeys.shop import Chat, Shop, Thing
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer

LACED = Thing("Bora Leather School Shoes", 2400, category="Shoes > School", sizes=("32", "35", "36"))
JANE = Thing("Jane Leather School Shoes", 2250, category="Shoes > School", sizes=("32", "33", "35"))
VELCRO = Thing("Velcro School Shoes", 1350, category="Shoes > School", sizes=("30", "32"))
GONE = Thing("Toto School Shoes", 1100, category="Shoes > School", sizes=("32", "35"), stock=0)


def school(size: str) -> dict[str, Any]:
    return give("search", queries=["school shoes"], options=[{"name": "size", "value": size}])


def said(
    server: OpenAIServer, things: tuple[Thing, ...], *commands: dict[str, Any], text: str = "Here they are:"
) -> str:
    server.reply = Script(*commands, text=text)
    return Chat(shop=Shop(things=things), provider=server.provider).say("school shoes, my boy is 35 and the girl 32")


def test_what_stands_in_the_first_list_is_told_for_the_second_with_its_size(openai_server: OpenAIServer) -> None:
    told = said(openai_server, (LACED, JANE, VELCRO), school("35"), school("32"))
    also = "There is also, in the list above: *Bora Leather School Shoes* \u2014 KES 2,400 (size 32); "
    assert also + "*Jane Leather School Shoes* \u2014 KES 2,250 (size 32)." in told
    assert told.index("2. *Jane") < told.index("There is also") < told.index("3. *Velcro School Shoes*")
    assert openai_server.asked[-1].facts["findings"][1]["also_in_the_list_above"].startswith("There is also")


def test_it_is_told_where_the_second_search_finds_nothing_else(openai_server: OpenAIServer) -> None:
    told = said(openai_server, (LACED, JANE), school("35"), school("32"))
    assert "There is also, in the list above: *Bora Leather School Shoes* \u2014 KES 2,400 (size 32)" in told
    assert told.count("1. *Bora Leather") == 1


def test_the_same_search_twice_is_told_once(openai_server: OpenAIServer) -> None:
    assert "There is also" not in said(openai_server, (LACED, JANE), school("35"), school("35"))


def test_what_does_not_come_in_the_second_size_or_is_sold_out_is_not_told(openai_server: OpenAIServer) -> None:
    only = Thing("Bora Leather School Shoes", 2400, category="Shoes > School", sizes=("35",))
    told = said(openai_server, (only, GONE, VELCRO), school("35"), school("32"))
    assert "Velcro" in told
    assert "There is also" not in told
