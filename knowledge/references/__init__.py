"""References between documents: found in their texts, resolved to sections and documents, stored as a graph, followed.

`detect` and `merge` read text and need nothing else. `resolve`, `follow`, `references_of` read the library of the
tenant in scope. `graph.bring_up` stores what the library's documents refer to; docs/references.md tells it all.
"""

from knowledge.references.detecting import detect, merge
from knowledge.references.following import follow, references_of
from knowledge.references.names import KnownNames
from knowledge.references.reference import FollowedPassage, Reference, Resolution, StoredReference
from knowledge.references.resolving import list_names, resolve
from knowledge.references.sections import OWN_SECTION

__all__ = [
    "OWN_SECTION", "FollowedPassage", "KnownNames", "Reference", "Resolution", "StoredReference", "detect", "follow",
    "list_names", "merge", "references_of", "resolve",
]  # fmt: skip
