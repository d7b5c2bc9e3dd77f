"""With a business's own words the lexicon knows its goods; without them, or of another business, it does not."""

import pytest

from knowledge import lexicon
from knowledge.own_words import AS_WRITTEN, OwnWords, speaking_of

SHOP = OwnWords(goods=frozenset({"tile", "nondo"}), spelled=frozenset({"tile", "nondo", "matur"}))


def test_a_word_of_the_shop_is_no_slip_of_another() -> None:
    assert lexicon.concept("tiles") == "tie"
    with speaking_of(SHOP):
        assert lexicon.concept("tiles") == "tile"
        assert lexicon.things("floor tiles") == {"tile"}
        assert lexicon.concept("matures") is None
    assert lexicon.concept("tiles") == "tie", "nothing of it is left"


@pytest.mark.parametrize(("said", "things"), [("bei ya nondo", {"nondo"}), ("shoes and tiles", {"shoe", "tile"})])
def test_goods_are_things_beside_those_of_the_lists(said: str, things: set[str]) -> None:
    with speaking_of(SHOP):
        assert lexicon.things(said) == things


def test_what_the_lists_know_stays_what_it_is() -> None:
    with speaking_of(OwnWords(goods=frozenset({"shoe"}), spelled=AS_WRITTEN.spelled)):
        assert lexicon.concept("sneakers") == "sneaker"
        assert lexicon.concept("sneekers") is None, "as it is written"


def test_another_business_within_is_spoken_of_alone() -> None:
    with speaking_of(SHOP):
        with speaking_of(None):
            assert not lexicon.things("nondo")
        assert lexicon.things("nondo")
