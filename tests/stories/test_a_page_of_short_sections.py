"""A model that answers from a page of short sections reads what stands beside the one that was found."""

from typing import Any

import pytest

from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer
from tests.stories.conftest import Say

HOW_LONG = "Shoes and clothes may be exchanged for another size within 30 days."
IN_WHICH_STATE = "They must be unworn and unwashed, with their labels."


@pytest.fixture
def model(openai_server: OpenAIServer, settings: Any) -> OpenAIServer:
    settings.TULIA = settings.TULIA.model_copy(update={"openai_base_url": openai_server.base_url})
    return openai_server


def read(model: OpenAIServer) -> list[dict[str, Any]]:
    passages: list[dict[str, Any]] = model.asked[-1].facts["findings"][0]["passages"]
    return passages


def test_the_conditions_of_a_rule_are_read_with_it_and_may_be_told(shop: Say, model: OpenAIServer) -> None:
    asked = give("ask_library", question="How long can a jersey be exchanged for another size?", queries=[])
    model.reply = Script(asked, text=f"{HOW_LONG} {IN_WHICH_STATE}", sources=[1, 2, 3, 4, 5])
    told = shop("the match is on saturday, if a jersey does not fit somebody can i change it after")
    assert HOW_LONG in told
    assert IN_WHICH_STATE in told
    of_state = next(passage for passage in read(model) if "Unworn" in passage["text"])
    assert of_state["section"].endswith("In which state")
    assert [passage["number"] for passage in read(model)] == list(range(1, len(read(model)) + 1))


def test_what_was_found_comes_first_and_only_that_has_a_score(resort: Say, model: OpenAIServer) -> None:
    model.reply = Script(
        give("ask_library", question="What does Oasis Circle Lulu give?", queries=[]), text="", sources=[]
    )
    resort("i have stayed with you four nights, what does the lulu circle give me")
    scores = ["score" in passage for passage in read(model)]
    assert scores == sorted(scores, reverse=True)
    assert any("Dhahabu" in passage["section"] for passage in read(model))
