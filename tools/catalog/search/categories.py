"""Finds the shelf that a customer or a model names in other words than the shop does."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from knowledge import lexicon
from tools.catalog.indexing.facets import CATEGORY, of_category

_NEAR_NAME = 85


def resolve(asked: str, paths: Iterable[str]) -> list[str]:
    """The shelves meant: by path, by name, by meaning, or by a slip of the pen; none when unknown."""
    known = sorted(paths)
    wanted = max(of_category(asked), key=len, default=f"{CATEGORY}=").partition("=")[2]
    if not wanted:
        return []
    found = (
        [path for path in known if path == wanted]
        or [path for path in known if _shelf(path) == wanted]
        or _by_meaning(wanted, known)
        or _by_spelling(wanted, known)
    )
    return [path for path in found if not any(path.startswith(f"{wider} > ") for wider in found)]


def _by_meaning(wanted: str, known: list[str]) -> list[str]:
    meant = set(lexicon.concepts(wanted))
    exact = [path for path in known if meant and meant == set(lexicon.concepts(_shelf(path)))]
    return exact or [path for path in known if meant and meant <= set(lexicon.concepts(path))]


def _by_spelling(wanted: str, known: list[str]) -> list[str]:
    near = process.extractOne(wanted, {_shelf(path) for path in known}, scorer=fuzz.ratio, score_cutoff=_NEAR_NAME)
    return [path for path in known if near and _shelf(path) == near[0]]


def _shelf(path: str) -> str:
    return path.rpartition(" > ")[2]
