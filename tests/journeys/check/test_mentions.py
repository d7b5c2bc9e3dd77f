"""Which item a sentence names: none by the name of the house alone."""

from journeys.check.reading.mentions import named_in

PHONE = "Mtandao Neo 4G Phone"


def test_the_name_of_the_house_names_no_item() -> None:
    said = "Dial *544*4# to move 50 MB to 2 GB to a line of Mtandao"
    assert [part.titles for part in named_in(said, (PHONE,))] == [(PHONE,)]
    assert named_in(said, (PHONE,), frozenset({"mtandao"})) == ()


def test_an_item_that_bears_it_is_named_by_the_rest() -> None:
    for said in ("The Mtandao Neo has a torch", "The Neo has a torch", "Mtandao Neo 4G Phone has a torch"):
        assert [part.titles for part in named_in(said, (PHONE,), frozenset({"mtandao"}))] == [(PHONE,)], said
