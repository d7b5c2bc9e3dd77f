"""BM25 alone, the yardstick of the library's search: plain words, or stems without stop words."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from knowledge.lexicon import is_stop_word, stem
from knowledge.text import words

K1, B = 1.2, 0.75
Tokens = Callable[[str], list[str]]


def stems(text: str) -> list[str]:
    return [stem(word) for word in words(text) if not is_stop_word(word)]


class Bm25:
    """The whole collection in memory."""

    def __init__(self, texts: Sequence[str], tokens: Tokens) -> None:
        self.tokens, self.size = tokens, len(texts)
        self.postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        read = [tokens(text) for text in texts]
        usual = sum(map(len, read)) / len(read)
        for at, tokens_of_text in enumerate(read):
            dampened = K1 * (1 - B + B * len(tokens_of_text) / usual)
            for token, count in Counter(tokens_of_text).items():
                self.postings[token].append((at, count * (K1 + 1) / (count + dampened)))

    def rank(self, query: str, most: int) -> list[int]:
        scores = np.zeros(self.size)
        for token, count in Counter(self.tokens(query)).items():
            found = self.postings.get(token, [])
            rarity = math.log(1 + (self.size - len(found) + 0.5) / (len(found) + 0.5))
            for at, weight in found:
                scores[at] += count * rarity * weight
        return [int(at) for at in np.argsort(-scores, kind="stable")[:most]]
