"""No data hallucination, over random tool results and every way to write a price."""

# Feature: tulia-ai-v2-langgraph-refactor, Property 2: No Data Hallucination

from decimal import Decimal

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from journeys.check import Evidence
from journeys.language.numbers import spoken
from tools.contract import Call, Result

ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
FULLWIDTH = str.maketrans("0123456789", "０１２３４５６７８９")  # noqa: RUF001 - they are what is tested
MARKS = (
    "KES {}",
    "Ksh {}",
    "Ksh. {}",
    "KES{}",
    "{}/=",
    "{} bob",
    "Sh {}",
    "{} shillings",
    "*KES {}*",
    "bei ni {}",
    "price: {}",
)


class Thing(Result):
    title: str
    price: Decimal
    stock: int


class Things(Result):
    items: list[Thing]


prices = st.decimals(min_value=1, max_value=9_999_999, places=2)
things = st.builds(
    Thing,
    title=st.sampled_from(["Shoe", "Nike Air 270", "Jiko 3kg", "TV 43 inch"]),
    price=prices,
    stock=st.integers(0, 500),
)
results = st.lists(things, min_size=1, max_size=6).map(lambda found: Things(items=found))


def evidence(found: Things) -> Evidence:
    return Evidence.of([Call(tool="t", effect="read", arguments={}, answer=found, milliseconds=1)])


def writings(price: Decimal) -> list[str]:
    """One price in every usual form of its digits."""
    exact = f"{price:.2f}"
    grouped = f"{price:,.2f}"
    forms = [
        exact,
        grouped,
        grouped.replace(",", " "),
        grouped.translate(ARABIC),
        grouped.translate(FULLWIDTH),
    ]
    if price == price.to_integral():
        whole = f"{price:,.0f}"
        forms += [whole, whole.replace(",", ""), whole.replace(",", " "), whole.replace(",", "\u200b")]
        forms += [f"{(price / 1000).normalize():f}k"]
    return forms


@settings(max_examples=200)
@given(found=results, mark=st.sampled_from(MARKS), data=st.data())
def test_a_true_price_may_be_written_in_any_form(found: Things, mark: str, data: st.DataObject) -> None:
    price = data.draw(st.sampled_from(found.items)).price
    written = mark.format(data.draw(st.sampled_from(writings(price))))
    assert evidence(found).unsupported(f"Nimepata hii: {written} tu") == []


@settings(max_examples=300)
@given(found=results, mark=st.sampled_from(MARKS), data=st.data())
@example(found=Things(items=[Thing(title="Shoe", price=Decimal(5000), stock=12)]), mark="KES {}", data=None)
def test_a_price_with_any_digit_altered_is_found(found: Things, mark: str, data: st.DataObject | None) -> None:
    if data is None:
        assert evidence(found).unsupported("KES 12") == ["KES 12"]
        return
    price = data.draw(st.sampled_from(found.items)).price
    false = altered(price, data)
    assume(false not in {thing.price for thing in found.items})
    written = mark.format(data.draw(st.sampled_from(writings(false))))
    assert evidence(found).unsupported(f"Nimepata hii: {written} tu") != []


def altered(price: Decimal, data: st.DataObject) -> Decimal:
    digits = list(f"{price:.2f}")
    place = data.draw(st.sampled_from([i for i, char in enumerate(digits) if char.isdigit()]))
    digits[place] = data.draw(st.sampled_from([char for char in "0123456789" if char != digits[place]]))
    return Decimal("".join(digits))


@settings(max_examples=150)
@given(found=results, stock=st.integers(0, 999))
def test_a_stock_is_told_by_no_other_number(found: Things, stock: int) -> None:
    assume(stock not in {thing.stock for thing in found.items})
    assert evidence(found).unsupported(f"We have {stock} in stock") != []


@settings(max_examples=150)
@given(text=st.text(max_size=400))
def test_no_text_breaks_the_check(text: str) -> None:
    assert isinstance(Evidence.of([], words=[text]).unsupported(text), list)


ENGLISH = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SWAHILI = ("moja", "mbili", "tatu", "nne", "tano", "sita", "saba", "nane", "tisa", "kumi")


@given(thousands=st.integers(1, 10), hundreds=st.integers(0, 9))
def test_amounts_in_english_words_are_read(thousands: int, hundreds: int) -> None:
    text = f"{ENGLISH[thousands - 1]} thousand" + (f" {ENGLISH[hundreds - 1]} hundred" if hundreds else "")
    assert [each.value for each in spoken(text)] == [Decimal(thousands * 1000 + hundreds * 100)]


@given(thousands=st.integers(1, 10), hundreds=st.integers(0, 9))
def test_amounts_in_swahili_words_are_read(thousands: int, hundreds: int) -> None:
    text = f"elfu {SWAHILI[thousands - 1]}" + (f" na mia {SWAHILI[hundreds - 1]}" if hundreds else "")
    assert [each.value for each in spoken(text)] == [Decimal(thousands * 1000 + hundreds * 100)]
