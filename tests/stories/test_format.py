"""A story file that is wrong says where; facts are found as people write them."""

from pathlib import Path

import pytest

from conversations.simulator.stories import story, words
from conversations.simulator.stories.story import AnyOf, BadStory
from tests.depth import sampled

HEAD = 'business = "duka"\nlanguage = "en"\nkind = "find"\n'
STEP = '[[say]]\ntext = "hi"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    sampled(
        [
            ("business =", "Invalid value"),
            (HEAD, r"story 1 \(x\): step: Field required"),
            (HEAD + '[[say]]\nsaid = "hi"\n', r"story 1 \(x\): step 1, said: Extra inputs are not permitted"),
            (HEAD + STEP + '[[say]]\ntext = "hi"\ntap = 1\n', r"step 2: Value error, a step is one of text, .* has 2"),
            (HEAD + STEP + "[[say]]\nmet = []\n", "step 2: Value error, .* has 0"),
            (HEAD + STEP + 'met = [{ reply_hass = ["x"] }]\n', "step 1, condition 1, reply_hass: Extra inputs"),
            (
                HEAD + STEP + 'met = [{ silent = true }, { wish = "x" }]\n',
                "step 1, condition 2: .* nothing must hold here",
            ),
            (HEAD + STEP + 'met = [{ cart = [{ title = "x", quantity = 0 }] }]\n', "step 1, condition 1, cart"),
            (HEAD.replace("duka", "shop") + STEP, "business: Input should be 'duka', 'mtandao' or 'oasis'"),
            (HEAD.replace("find", "fnd") + STEP, "kind: Input should be"),
            (HEAD + 'at = "tuesday"\n' + STEP, "at: String should match"),
            (
                HEAD + f'[[story]]\nname = "a"\n{STEP}'.replace("[[say]]", "[[story.say]]") * 2,
                "two stories are called a",
            ),
            (HEAD + '[[story]]\nname = "b c"\nsay = [{ text = "x" }]\n', r"story 1 \(b c\): name"),
        ],
        quick=3,
    ),
)
def test_a_wrong_file_says_where(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(text)
    with pytest.raises(BadStory, match=says) as bad:
        story.load(file)
    assert str(bad.value).startswith(str(file))


def test_many_stories_share_what_stands_above_them(tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    one, other = '[[story]]\nname = "a"\nsay = [{ text = "x" }]\n', '[[story]]\nname = "b"\nlanguage = "sw"\n'
    file.write_text(HEAD + one + other + 'say = [{ burst = ["x", "y"] }]\n')
    a, b = story.load(tmp_path)
    assert (a.language, b.language, b.business, b.say[0].words) == ("en", "sw", "duka", "x / y")


@pytest.mark.parametrize(
    ("text", "fact", "is_there"),
    sampled(
        [
            ("Total: *KES 11,500*", "11500", True),
            ("Total: KES 11,500.00", "KES 11,500", True),
            ("Total: KES 11,500", "500", False),
            ("Total: KES 11,500", "1150", False),
            ("It is 2.5 GB", "5", False),
            ("It is 2.5 GB.", "2.5 gb", True),
            ("KES 1\u00a0500", "1500", True),
            ("_Karibu 10_: KARIBU10", "karibu10", True),
            ("refunded", "refund", False),
            ("refunded", "refund*", True),
            ("unavailable", "*available", True),
            ("Dial *544*8#", "*544*8#", True),
            ("Dial *544#", "*544#", True),
            ("We don\u2019t deliver", "don't deliver", True),
            ("from 9 to 5", AnyOf(any_of=("never", "9 to 5")), True),
            ("Mtandao Smart 5G", "Mtandao Smart 5", False),
        ],
        quick=3,
    ),
)
def test_a_fact_is_found_as_a_whole(text: str, fact: story.Fact, is_there: bool) -> None:
    assert words.has(text, fact) == is_there


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Here is what I found for running shoes", "en"),
        ("Haya ndiyo niliyopata kwa viatu", "sw"),
        ("Hati zetu kuhusu hili ziko kwa Kiingereza. Hiki ndicho nilichopata: You may pick up at the shop.", "sw"),
        ("Cheki chenye nimepata. Unadai gani? Jibu na number upate details, ama niambie unasaka aje.", "sheng"),
        ("KES 4,500", ""),
    ],
)
def test_a_replys_language_is_told_from_its_small_words(text: str, language: str) -> None:
    assert words.language_of(text) == language
