"""Asks every question through the product's `recall` and gives what it found as external ids."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from client import Client
from console import Problem
from corpora import Corpus, Question

THREADS = 2
LIMIT = 50

# A text and its time name a record of a scope: recall answers ids of its own, and some texts were said twice.
Names = "dict[tuple[str, str], str]"


@dataclass
class Run:
    """What one way of asking found: external ids for each question, best first, and how long each call took."""

    found: "dict[Question, list[str]]" = field(default_factory=dict)
    seconds: "list[float]" = field(default_factory=list)
    notes: "set[str]" = field(default_factory=set)


def names_of(records: "list[dict[str, Any]]") -> "Names":
    """External ids by what recall shows of a record."""
    names = {(record["content"], record["occurred_at"]): record["external_id"] for record in records}
    if len(names) != len(records):
        raise Problem("two records of one scope have the same text and the same time")
    return names


def ask(port: int, token: str, surface: str, corpora: "list[Corpus]", names: "dict[str, Names]") -> Run:
    """Asks all questions of all corpora, each in its corpus' scope alone, on two connections."""
    local = threading.local()
    clients: "list[Client]" = []

    def one(asked: "tuple[Corpus, Question]") -> "tuple[Question, list[str], float, list[str]]":
        corpus, question = asked
        if not hasattr(local, "client"):
            local.client = Client(port, token, surface)
            clients.append(local.client)
        started = time.monotonic()
        answer = local.client.recall({"query": question.text, "limit": LIMIT, "path_filter": f"{corpus.scope}/%"})
        took = time.monotonic() - started
        known = names[corpus.name]
        found = [known[item["content"], item["occurred_at"]] for item in answer["items"]]
        return question, found, took, answer.get("notes", [])

    run = Run()
    with ThreadPoolExecutor(THREADS) as pool:
        asked = [(corpus, question) for corpus in corpora for question in corpus.questions]
        for question, found, took, notes in pool.map(one, asked):
            run.found[question] = found
            run.seconds.append(took)
            run.notes.update(notes)
    for client in clients:
        client.close()
    return run
