"""Numbers beside words tell goods apart; how many are wanted tells nothing."""

import pytest

from journeys.local.numbered import is_of_another, pairs_in, pairs_said


@pytest.mark.parametrize(
    ("said", "title", "is_other"),
    [
        ("vitabu vya grade 8", "Mathematics Grade 7", True), ("grade 7 maths book", "Mathematics Grade 7", False),
        ("daftari 10 za 96 pages", "Exercise Book 200 Pages", True),
        ("daftari 10 za 96 pages", "Exercise Book 96 Pages", False),
        ("3 books", "Exercise Book 96 Pages", False), ("give me 2 packs", "SMS Pack 200", False),
        ("size 42 shoes", "Trail Shoe", False), ("a book", "Exercise Book 96 Pages", False),
    ],
)  # fmt: skip
def test_another_number_beside_the_same_word_is_another_thing(said: str, title: str, is_other: bool) -> None:
    assert is_of_another(pairs_said(said), pairs_in(title)) is is_other
