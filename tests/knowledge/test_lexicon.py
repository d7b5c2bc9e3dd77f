"""Words of three languages read as the same concepts."""

import tomllib
from pathlib import Path

import pytest

from knowledge import lexicon
from knowledge.lexicon import broader, concept, concepts, is_stop_word, kind, stem, terms

TABLES = tomllib.loads(Path(lexicon.__file__).with_suffix(".toml").read_text(encoding="utf-8"))
CONCEPTS = {
    name: words for table in set(TABLES) - {"broader", "plain", "stop"} for name, words in TABLES[table].items()
}


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("viatu", "shoe"), ("Kiatu", "shoe"), ("ndula", "shoe"), ("trainer", "sneaker"),
        ("njumu", "football_boot"), ("dresses", "dress"), ("magauni", "dress"), ("mikoba", "bag"),
        ("nyekundu", "red"), ("vyekundu", "red"), ("mwekundu", "red"), ("jeusi", "black"),
        ("vikubwa", "large"), ("knives", "knife"), ("ninanunua", "buy"), ("kimbia", "running"),
        ("dukani", "shop"), ("madem", "women"), ("wanaume's", "men"),
        ("kiamsha kinywa", "breakfast"), ("power banks", "powerbank"), ("begi za shule", "backpack"),
    ],
)  # fmt: skip
def test_a_word_means_its_concept(word: str, name: str) -> None:
    assert concept(word) == name


@pytest.mark.parametrize(
    ("slip", "name"),
    [
        ("runing", "running"),
        ("shoess", "shoe"),
        ("blendr", "blender"),
        ("nyekudu", "red"),
        ("shrit", "shirt"),
    ],
)
def test_one_slip_is_forgiven(slip: str, name: str) -> None:
    assert concept(slip) == name


@pytest.mark.parametrize("word", ["place", "spend", "means", "zzzzz", "teh", "", "👟", "ya", "5000", "the quick fox"])
def test_a_word_that_means_no_concept_is_left_alone(word: str) -> None:
    assert concept(word) is None


@pytest.mark.parametrize("word", ["tangu", "masharti", "sauti", "mnaeza", "mingi", "mazee"])
def test_a_word_of_swahili_or_sheng_is_no_slip_of_another(word: str) -> None:
    assert concept(word) is None


def test_a_sentence_reads_the_same_in_three_languages() -> None:
    assert set(concepts("I want red running shoes")) == {"red", "running", "shoe"}
    assert set(concepts("nataka viatu vyekundu vya kukimbia")) == {"red", "running", "shoe"}
    assert set(concepts("nadai ndula nyekundu za mbio")) == {"red", "running", "shoe"}


def test_unknown_words_are_left_as_stems_and_stop_words_are_dropped() -> None:
    assert concepts("please show me the Zephyrs 5000") == ("zephyr", "5000")
    assert stem("zephyrs") == "zephyr"
    assert is_stop_word("tafadhali")


def test_the_longest_phrase_wins() -> None:
    assert terms("chupa ya chai na chupa") == ["chupa ya chai", "na", "chupa"]
    assert concepts("chupa ya chai na chupa") == ("flask", "bottle")


def test_kinds_and_wider_concepts() -> None:
    assert (kind("red"), kind("men"), kind("shoe"), kind("no such concept")) == (
        "colour",
        "audience",
        "product",
        None,
    )
    assert (broader("sneaker"), broader("shoe")) == ("shoe", None)


def test_every_entry_stands_under_one_concept_only() -> None:
    owner: dict[str, str] = {}
    for name, words in CONCEPTS.items():
        for entry in {name.replace("_", " "), *words}:
            assert owner.setdefault(entry, name) == name, f"{entry} stands under {owner[entry]} and {name}"
    assert not {word for group in TABLES["stop"].values() for word in group} & set(owner)


def test_every_entry_finds_its_concept() -> None:
    plain = {entry: name for name, words in CONCEPTS.items() for entry in words if entry[0] not in "-+"}
    assert {entry: concept(entry) for entry in plain} == plain
    assert len(CONCEPTS) >= 250


def test_wider_concepts_exist_and_never_circle() -> None:
    for name in TABLES["broader"]:
        seen = {name}
        while wider := broader(name):
            assert wider in CONCEPTS
            assert wider not in seen
            seen.add(name := wider)
