"""The figures as tables for a terminal and for an issue."""

from __future__ import annotations

from typing import Callable, Iterable

from asking import Run
from corpora import CATEGORIES, Question
from overlap import MOST
from scores import MEASURES, mean, percentile
from table import table

# Most published tables leave the questions out whose speaker was swapped.
WITHOUT_ADVERSARIAL, ALL = "cats1-4", "all"


def by_category(label: str, run: Run, questions: "list[Question]") -> str:
    """One way of asking: a row for each category, a column for each measure."""
    groups: "dict[str, Callable[[Question], bool]]" = {
        name: lambda question, name=name: question.category == name for name in CATEGORIES
    }
    groups[WITHOUT_ADVERSARIAL] = lambda question: question.category != "adversarial"
    groups[ALL] = lambda _: True
    rows = []
    for name, belongs in groups.items():
        held = [question for question in questions if belongs(question)]
        figures = [_percent(run, held, measure) for measure in MEASURES]
        rows.append([name, str(len(held)), *(f"{figure:.1f}" for figure in figures)])
    return table([label, "questions", *MEASURES], rows)


def by_overlap(runs: "dict[str, Run]", shared: "dict[Question, int]") -> str:
    """R@10 by the number of content stems that a question shares with its evidence."""
    groups = [[question for question, count in shared.items() if count == stems] for stems in range(MOST + 1)]
    heads = [f"{stems}{'+' if stems == MOST else ''} (n {len(group)})" for stems, group in enumerate(groups)]
    rows = [
        [label, *(f"{_percent(run, group, 'R@10'):.1f}" for group in groups)]
        for label, run in runs.items()
    ]
    return table(["R@10 by shared stems", *heads], rows)


def latencies(runs: "dict[str, Run]") -> str:
    """How long the questions took, in milliseconds, on this machine."""
    rows = [
        [label, f"{percentile(run.seconds, 0.5) * 1000:.1f}", f"{percentile(run.seconds, 0.95) * 1000:.1f}"]
        for label, run in runs.items()
    ]
    return table(["ms a question (this machine only)", "p50", "p95"], rows)


def overall(run: Run) -> float:
    """R@10 over all questions, in points."""
    return _percent(run, run.found, "R@10")


def _percent(run: Run, questions: "Iterable[Question]", measure: str) -> float:
    score = MEASURES[measure]
    return 100 * mean(score(run.found[question], question.relevant) for question in questions)
