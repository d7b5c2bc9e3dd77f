"""Numbers and sums of money are read as Kenyans say and write them."""

from decimal import Decimal

import pytest

from journeys.local.amounts import mark_amounts


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("5k", 5000),
        ("5.5k", 5500),
        ("ksh5000", 5000),
        ("ksh. 5,000", 5000),
        ("5,000/=", 5000),
        ("5000/-", 5000),
        ("5 000 bob", 5000),
        ("kes 1,250.50", "1250.50"),
        ("elfu tano", 5000),
        ("elfu mbili na mia tano", 2500),
        ("elfu kumi na mbili", 12000),
        ("elfu 5", 5000),
        ("mia nane", 800),
        ("mia mbili hamsini", 250),
        ("mia tano na hamsini", 550),
        ("laki moja na nusu", 150000),
        ("soo tano", 500),
        ("thao", 1000),
        ("thao tatu", 3000),
        ("3 thao", 3000),
        ("ngiri mbili", 2000),
        ("five thousand two hundred", 5200),
        ("two hundred and fifty bob", 250),
        ("jirongo", 500),
    ],
)
def test_money(said: str, value: int | str) -> None:
    _, amounts = mark_amounts(said)
    assert [(amount.value, amount.is_money) for amount in amounts] == [(Decimal(value), True)]


@pytest.mark.parametrize(
    ("said", "marked"),
    [
        ("viatu chini ya 5,000/= tu", "viatu chini ya N tu"),
        ("iphone 13 128gb", "iphone N Ngb"),
        ("samsung a15 2xl", "samsung a15 2xl"),
        ("kati ya elfu mbili na elfu nne", "kati ya N na N"),
        ("call 0712345678", "call 0712345678"),
        ("no numbers", "no numbers"),
        ("", ""),
    ],
)
def test_every_number_is_marked_where_it_stood(said: str, marked: str) -> None:
    text, amounts = mark_amounts(said)
    assert (text, len(amounts)) == (marked, marked.count("N"))


def test_a_measure_is_no_money() -> None:
    _, [amount] = mark_amounts("43 inch tv")
    assert (amount.is_measure, amount.is_money, amount.said) == (True, False, "43")
