"""An answer without a model: the sentences of the best passages that say what was asked, as they stand there."""

from knowledge.answer.extract import Extract, Quoted, extract
from knowledge.answer.passage import FoundPassage, Style

__all__ = ["Extract", "FoundPassage", "Quoted", "Style", "extract"]
