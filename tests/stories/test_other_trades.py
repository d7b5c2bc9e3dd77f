"""A hardware shop, of whose goods no list knows: its own shelves tell what is meant, in three languages."""

import functools
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone

from conversations.simulator.demo import load
from knowledge import own_words
from knowledge.library import intake
from knowledge.load import load as read_file
from tenants.scope import tenant_scope
from tests import demo, people
from tests.depth import sampled
from tests.talk import Talk
from tools.catalog import embedding
from tools.catalog.importing import applying, planning

FOLDER = Path(__file__).with_name("hardware")
Say = Callable[..., str]


def _make() -> None:
    tenant = people.new_tenant("hardware", name="Jenga Hardware", currency="KES")
    with tenant_scope(tenant.id):
        plan = planning.plan((FOLDER / "catalog.csv").read_bytes(), currency="KES")
        applying.apply(plan, tenant.id)
    embedding.embed_missing(tenant.id, load.QUICK)
    files = sorted((FOLDER / "library").iterdir())
    for file in files:
        intake.add(
            tenant.id, file.read_bytes(), file.name, now=timezone.now(), read=read_file, embedder=load.QUICK,
            is_last=file == files[-1],
        )  # fmt: skip


@pytest.fixture
def hardware(db: None, talk: Callable[..., Talk]) -> Say:
    """What somebody new says message by message, and the reply to the last."""
    tenant = demo.copied("hardware", _make, name="hardware", of=FOLDER / "catalog.csv")

    def said(*texts: str) -> str:
        customer = talk(tenant)
        return ["\n".join(customer.say(text)) for text in texts][-1]

    return said


@pytest.mark.parametrize(
    ("said", "told"),
    sampled([
        ("bei ya nondo 12mm", "1,560"), ("how much are twisted bars, 10 mm", "1,080"),
        ("what paint do you have for outside walls", "Weatherguard"), ("rangi ya nje mko nayo?", "Weatherguard"),
        ("uko na vigae za ukuta?", "Wall Tile"), ("do you sell floor tiles", "Floor Tile"),
        ("How much is a bag of cement?", "Nguvu Cement"), ("mfuko wa saruji ni bei gani", "Nguvu Cement"),
        ("I need a tank of 1000 litres", "Roto Water Tank"), ("niaje, mko na mabati?", "Sheet"),
        ("which roofing does not rust", "Dumuzas"),
    ], quick=3),
)  # fmt: skip
def test_goods_that_no_list_knows_are_found_by_the_shops_own_words(hardware: Say, said: str, told: str) -> None:
    reply = hardware(said)
    assert told in reply
    assert "Sources" not in reply
    assert "Vyanzo" not in reply


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("can I return mixed paint", "cannot be returned"), ("how long does it take to mix paint", "20 minutes"),
        ("how much paint do I need for a room", "8 litres"), ("can contractors get credit", "30 days"),
    ],
)  # fmt: skip
def test_what_the_rules_tell_of_such_goods_is_no_wish_for_them(hardware: Say, said: str, told: str) -> None:
    assert told in hardware(said)


@pytest.mark.parametrize("said", ["do you sell gas cookers", "mko na viatu?"])
def test_what_only_looks_like_a_word_of_the_shop_is_not_sold(hardware: Say, said: str) -> None:
    reply = hardware(said)
    assert "Tile" not in reply.replace("Tiles,", "")  # the name of a shelf
    assert "KES" not in reply


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (("do you have water tanks", "how much is the 500 litre one"), "5,200"),
        (("mko na tangi la maji?", "ya lita 1000 ni ngapi"), "8,900"),
        (("Nahitaji waya", "ile ya 2.5 ni bei gani"), "9,700"),
        (("what paint do you have for outside walls", "how much is the small one", "and the big one"), "13,800"),
    ],
)  # fmt: skip
def test_a_measure_tells_which_form_is_asked_about(hardware: Say, messages: tuple[str, ...], told: str) -> None:
    assert told in hardware(*messages)


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (("do you have water tanks", "how much is the 500 litre one", "do you have it in blue"), "blue: it does not"),
        (("do you have water tanks", "do you have a 2000 litre one"), "500 L: KES 5,200\n• 1000 L: KES 8,900"),
        (("mko na tangi la maji?", "iko ya lita 200?"), "500 L: KES 5,200\n• 1000 L: KES 8,900"),
        (("hi do u have roofing sheets", "the coloured ones", "do you have it in blue"), "brick red, green"),
    ],
)  # fmt: skip
def test_a_form_that_there_is_not_is_denied_with_what_there_is(
    hardware: Say, messages: tuple[str, ...], told: str
) -> None:
    assert told in hardware(*messages)


def test_a_colour_that_it_has_is_not_denied(hardware: Say) -> None:
    told = hardware("do you have water tanks", "how much is the 500 litre one", "is it black?")
    assert "does not come" not in told


@pytest.mark.parametrize(
    ("said", "told"),
    [("remove two", "8 bags"), ("toa mbili", "8"), ("ondoa mifuko mitatu", "7"), ("remove it", "nothing is ordered")],
)
def test_some_of_a_line_are_taken_out(hardware: Say, said: str, told: str) -> None:
    assert told in hardware("give me 10 bags of bamburi cement", said)


@pytest.mark.parametrize(
    ("said", "told"), [("na delivery hadi Juja ni ngapi", "4,000"), ("can I collect it myself", "Kihunguro")]
)
def test_what_is_asked_of_delivery_is_told_and_not_noted(hardware: Say, said: str, told: str) -> None:
    reply = hardware("give me 10 bags of bamburi cement", said)
    assert told in reply
    assert "noted" not in reply


def test_another_thing_of_the_shop_is_not_what_is_open(hardware: Say) -> None:
    assert "Grinder" in hardware("do you have a cordless drill", "1", "I'll take the grinder")


def test_nothing_that_one_business_means_is_remembered_for_another(
    hardware: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No cache that all businesses share is filled while the words of one are in force."""
    caches = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("journeys", "knowledge", "tools", "conversations"):
            for found in list(vars(module).values()):
                if isinstance(found, functools._lru_cache_wrapper):
                    if hasattr(found.__wrapped__.__annotations__.get("return"), "close"):
                        continue  # a client holds lines that are open, and no words
                    found.cache_clear()
                    caches[found.__wrapped__.__code__] = f"{name}.{found.__wrapped__.__qualname__}"
    assert caches
    asked, shared = own_words.spoken_of, set[str]()

    def noted() -> own_words.OwnWords | None:
        own, frame = asked(), sys._getframe(1)
        while own is not None and frame is not None and frame.f_back is not None:
            shared.update({caches[frame.f_code]} if frame.f_code in caches else ())
            frame = frame.f_back
        return own

    monkeypatch.setattr(own_words, "spoken_of", noted)
    for said in (
        "niaje, mko na mabati?", "I need a tank of 1000 litres", "na delivery Thika?", "how much is the 20 litre one",
        "what paint do you have for outside walls", "the grinder under 5k in red", "wapi duka lenu",
    ):  # fmt: skip
        hardware(said)
    hardware("bei ya nondo 12mm", "nipe mbili", "is it cheaper than the other?", "lete Juja kesho")
    assert shared == set()
