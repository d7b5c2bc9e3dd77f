"""How well the local mind judges texts of strangers, where such texts lie beside the repository."""

from pathlib import Path

from tests.benchmarks.mind import check, errands, intents, language, manners, reliability, routes, words
from tests.benchmarks.table import Figure


def measure(folder: Path) -> list[Figure]:
    parts = (language, manners, routes, intents, reliability, words, errands, check)
    return [figure for part in parts for figure in part.measure()]
