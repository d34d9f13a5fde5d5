"""The evaluation data: conversations as memories, and questions with the memories that answer them."""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from console import Problem

FILE = "locomo-dev.jsonl.gz"
# In the order of the tables that were published for this data.
CATEGORIES = ("single-hop", "multi-hop", "temporal", "open-domain", "adversarial")


@dataclass(frozen=True)
class Question:
    """A question, and the external ids of the memories that answer it."""

    text: str
    category: str
    relevant: "tuple[str, ...]"


@dataclass
class Corpus:
    """A conversation: records in the form that the import takes, and the questions that are asked of it alone."""

    name: str
    records: "list[dict[str, Any]]" = field(default_factory=list)
    questions: "list[Question]" = field(default_factory=list)
    speakers: "set[str]" = field(default_factory=set)

    @property
    def scope(self) -> str:
        return f"projects/{self.name}"


def read(root: Path) -> "list[Corpus]":
    """The corpora in the folder ANNALS_EVAL_DATA, or in `shared/eval` beside the checkout."""
    folder = Path(os.environ.get("ANNALS_EVAL_DATA") or root.parent / "shared" / "eval")
    file = folder / FILE
    if not file.is_file():
        raise Problem(
            f"there is no {FILE} in {folder}. It is evaluation data that may not be kept in this repository: get the file, "
            "then say where it lies, ANNALS_EVAL_DATA=/the/folder make eval"
        )
    corpora: "dict[str, Corpus]" = {}
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            corpus = corpora.setdefault(entry["corpus"], Corpus(entry["corpus"]))
            if entry["kind"] == "memory":
                corpus.records.append(_record(corpus, entry))
                corpus.speakers.add(entry["speaker"])
            else:
                corpus.questions.append(Question(entry["query"], entry["category"], tuple(entry["relevant"])))
    _check(corpora)
    return list(corpora.values())


def _record(corpus: Corpus, entry: "dict[str, Any]") -> "dict[str, Any]":
    session = f"session {entry['session']}"
    previous = corpus.records[-1] if corpus.records else None
    position = previous["position"] + 1 if previous and previous["session"] == session else 1
    shares = f" [shares {entry['caption']}]" if entry.get("caption") else ""
    return {
        "content": f"{entry['speaker']}: {entry['text']}{shares}",
        "external_id": entry["id"],
        "session": session,
        "position": position,
        "author": entry["speaker"],
        # The times of the data have no zone; they are taken as UTC.
        "occurred_at": f"{entry['time']}Z",
    }


def _check(corpora: "dict[str, Corpus]") -> None:
    for corpus in corpora.values():
        known = {record["external_id"] for record in corpus.records}
        for question in corpus.questions:
            if not question.relevant or not known.issuperset(question.relevant):
                raise Problem(f"{FILE} is damaged: a question of {corpus.name} has no evidence among the memories")
            if question.category not in CATEGORIES:
                raise Problem(f"{FILE} has a category that is not known: {question.category}")
