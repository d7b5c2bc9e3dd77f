"""A run of research, its to-do list, what it read and found, the references it followed, and its report."""

from tools.research.models.found import FollowedReference, ResearchFinding, ResearchReport, ResearchSource
from tools.research.models.rules import ResearchRules
from tools.research.models.run import ENDED, MOST_TASKS, ResearchRun, ResearchStep, ResearchTask

__all__ = [
    "ENDED",
    "MOST_TASKS",
    "FollowedReference",
    "ResearchFinding",
    "ResearchReport",
    "ResearchRules",
    "ResearchRun",
    "ResearchSource",
    "ResearchStep",
    "ResearchTask",
]
