"""Measures of a ranked list against the ids that are right, each averaged over questions."""

from __future__ import annotations

import math
from typing import Callable, Iterable, Sequence

Measure = Callable[[Sequence[str], Sequence[str]], float]


def recall_at(count: int) -> Measure:
    """The share of the right ids that is among the first `count`."""
    return lambda found, right: len(set(found[:count]) & set(right)) / len(set(right))


def ndcg_at(count: int) -> Measure:
    """Discounted gain of the first `count` with gains of 0 and 1, divided by the best that could be."""

    def measure(found: Sequence[str], right: Sequence[str]) -> float:
        wanted = set(right)
        gain = sum(_discount(place) for place, name in enumerate(found[:count]) if name in wanted)
        return gain / sum(_discount(place) for place in range(min(count, len(wanted))))

    return measure


def reciprocal_rank_at(count: int) -> Measure:
    """One divided by the place of the first right id, 0 where it is not among the first `count`."""
    return lambda found, right: next((1 / place for place, name in enumerate(found[:count], 1) if name in right), 0.0)


def _discount(place: int) -> float:
    return 1 / math.log2(place + 2)


MEASURES: "dict[str, Measure]" = {
    "R@5": recall_at(5), "R@10": recall_at(10), "nDCG@10": ndcg_at(10), "MRR@50": reciprocal_rank_at(50),
}


def mean(values: Iterable[float]) -> float:
    held = list(values)
    return sum(held) / len(held) if held else math.nan


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that is not exceeded by `share` of the values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan
