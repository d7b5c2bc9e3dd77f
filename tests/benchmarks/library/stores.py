"""What the library's search is held against: the same vectors in FAISS and in Chroma, in memory, without tenants."""

from pathlib import Path
from uuid import UUID

import chromadb
import faiss
import numpy as np
from chromadb.config import Settings
from numpy.typing import NDArray

from knowledge.search.question import SearchQuestion

_BATCH = 5_000


class Faiss:
    """Every vector compared."""

    def __init__(self, vectors: NDArray[np.float32], ids: list[UUID]) -> None:
        self._ids, self._flat = ids, faiss.IndexFlatIP(vectors.shape[1])
        self._flat.add(vectors)

    def nearest(self, one: SearchQuestion) -> list[UUID]:
        return [self._ids[at] for at in self._flat.search(np.array([one.vector], dtype=np.float32), 8)[1][0]]


class Chroma:
    """Its own HNSW index with its own settings, on disk."""

    def __init__(self, vectors: NDArray[np.float32], ids: list[UUID], folder: Path) -> None:
        client = chromadb.PersistentClient(str(folder / "chroma"), Settings(anonymized_telemetry=False))
        self._kept = client.create_collection(f"passages-{len(ids)}", configuration={"hnsw": {"space": "ip"}})
        for start in range(0, len(ids), _BATCH):
            self._kept.add([str(one) for one in ids[start : start + _BATCH]], vectors[start : start + _BATCH])

    def nearest(self, one: SearchQuestion) -> list[UUID]:
        found = self._kept.query(query_embeddings=[one.vector], n_results=8, include=[])
        return [UUID(id_) for id_ in found["ids"][0]]
