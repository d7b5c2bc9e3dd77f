"""Whatever commands a model gives, in any order: the state stays whole, and nothing is charged without a yes."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from journeys.reply import ListReply
from journeys.state import ConversationState
from tests.depth import thorough
from tests.journeys.checkout.till import COUPON, NUMBER, PHONE, Till
from tests.journeys.shop import THINGS, Chat
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer
from tools.contract import Call, Refusal, ToolContext

SAID = ("two of the first one and deliver on friday", "nataka viatu saizi 42", "what is the total", "nipe mtu", "hi 👍")
WORDS = (
    "", "running shoes", *(thing.title for thing in THINGS[:4]), "1", "the second", "42", "red", "size", "colour",
    "Friday 6 March at 8pm", "no nuts, for 8 people", "Kisumu", COUPON, NUMBER, PHONE, "\u202e", "a" * 90,
)  # fmt: skip
Schema = Mapping[str, Any]
SHOE = THINGS[0].title
LINE = {"item": SHOE, "options": [{"name": "size", "value": "42"}], "quantity": 2}
BARE = {"item": SHOE, "options": [], "quantity": None}
OF_IT = {"recipient": "", "place": "", "when": "Friday 6 March", "note": "no nuts", "item": SHOE}
# What mostly comes, so that one leads to another; what a schema allows leads nowhere more often than not.
LIKELY = (
    give("add", lines=[LINE]), give("add", lines=[BARE, LINE]), give("deliver", **OF_IT),
    give("deliver", **OF_IT | {"when": "", "place": "Kisumu", "item": ""}), give("show_cart"),
    give("hand_over", reason="human_request", about=""), give("drop_item"), give("search", queries=["running shoes"]),
    give("change_cart", change="remove", line=SHOE, options=[], quantity=None),
    give("choose_payment", method="mpesa_stk", phone=""), give("apply_coupon", code=COUPON),
)  # fmt: skip


class Refusing(Till):
    """Refuses what a tool does not take, as the tools' own registry does."""

    def __call__(self, name: str, arguments: Mapping[str, Any], context: ToolContext) -> Call:
        try:
            return super().__call__(name, arguments, context)
        except ValidationError as error:
            refusal = Refusal(code="invalid_arguments", reason=str(error))
            return Call(tool=name, effect="read", arguments=dict(arguments), answer=refusal, milliseconds=0.1)


def of_schema(schema: Schema, whole: Schema) -> st.SearchStrategy[Any]:
    """Whatever the schema that a model is asked to follow allows, with words that may mean something here."""
    if "$ref" in schema:
        return of_schema(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in schema or "oneOf" in schema:
        return st.one_of([of_schema(each, whole) for each in schema.get("anyOf", schema.get("oneOf", ()))])
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    match schema.get("type"):
        case "object":
            return st.fixed_dictionaries({name: of_schema(each, whole) for name, each in schema["properties"].items()})
        case "array":
            return st.lists(of_schema(schema["items"], whole), max_size=min(3, schema.get("maxItems", 3)))
        case "string":
            return st.sampled_from(WORDS)
        case "integer" | "number":
            return st.sampled_from((1, 2, 7, 4500))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
    raise AssertionError(f"no strategy for {schema}")


# Feature: tulia-ai-v2-langgraph-refactor, Property 4: For any conversation transition, the system should maintain
# explicit ConversationState with all required fields and treat missing state information as unknown
@thorough
def test_any_commands_leave_a_whole_state_and_charge_nothing(openai_server: OpenAIServer) -> None:
    openai_server.reply = Script()
    Chat(shop=Till(), provider=openai_server.provider).say(SAID[0])
    schema = openai_server.asked[0].schema
    any_command = of_schema(schema["properties"]["commands"]["items"], schema)
    # One that is refused takes the whole answer with it.
    commands = st.lists(st.sampled_from(LIKELY), min_size=1, max_size=4) | st.lists(any_command, max_size=2)
    accepted = 0

    @settings(max_examples=100, deadline=None)
    @given(turns=st.lists(st.tuples(st.sampled_from(SAID), commands), min_size=1, max_size=4))
    def holds(turns: list[tuple[str, list[dict[str, Any]]]]) -> None:
        nonlocal accepted
        till = Refusing()
        chat = Chat(shop=till, provider=openai_server.provider)
        for said, given_ in ((SAID[0], [LIKELY[0]]), *turns):
            openai_server.reply = Script(*given_, text="", sources=[])
            chat.say(said)
            accepted += any(call.outcome == "ok" for call in chat.trace.model_calls)
            ConversationState.model_validate(chat.state.model_dump(mode="json"))
            for reply in chat.outcome.replies if chat.outcome else ():
                assert not isinstance(reply, ListReply) or len(reply.options) <= 10
                assert "\n7. *" not in reply.text
            assert not till.charges

    holds()
    assert accepted
