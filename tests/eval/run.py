#!/usr/bin/env python3
"""Retrieval quality on real conversations: `make eval`.

Starts the service on the database that was made for this run, imports each corpus of ANNALS_EVAL_DATA (default
`../shared/eval`) into a project of its own, asks every question through `recall` over REST and over MCP, and the same of a
second process that has no model. Prints the figures; the exit code is not 0 if both surfaces do not answer alike, or if
meaning and words together are not far enough above words alone.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "deploy" / "local"))

import corpora as data  # noqa: E402
import interrupts  # noqa: E402
import tables  # noqa: E402
from asking import Names, Run, ask, names_of  # noqa: E402
from console import Problem, complain, say, step  # noqa: E402
from corpora import Corpus  # noqa: E402
from overlap import shared_stems  # noqa: E402
from measured_service import Service, annals, environment, export_records, import_records, make_token  # noqa: E402

BOTH_REST, BOTH_MCP, WORDS = "meaning + words, REST", "meaning + words, MCP", "words only, REST"
# Points of R@10 by which meaning must raise what words find.
LEAST_GAIN = 3.0


def main() -> int:
    interrupts.raise_on_signals()
    try:
        return measure()
    except Problem as problem:
        complain(str(problem))
        return 1
    except KeyboardInterrupt:
        return 130


def measure() -> int:
    corpora = data.read(ROOT)
    values = environment("make eval")
    with tempfile.TemporaryDirectory() as folder:
        account = annals(values, "account", "create", "--name", "Evaluation", "--owner-email", "owner@eval.example")
        token = make_token(values, account)
        names, seconds = load(values, account["account_id"], corpora, Path(folder))
        runs = {}
        with Service(values, Path(folder) / "service.log") as service:
            for label, surface in ((BOTH_REST, "REST"), (BOTH_MCP, "MCP")):
                step(f"Asking: {label}")
                runs[label] = ask(service.port, token, surface, corpora, names)
        with Service(values, Path(folder) / "words.log", ANNALS_EMBEDDER="off") as service:
            step(f"Asking: {WORDS}")
            runs[WORDS] = ask(service.port, token, "REST", corpora, names)
    report(corpora, runs, seconds)
    return judge(runs)


def load(
    values: "dict[str, str]", account: str, corpora: "list[Corpus]", folder: Path
) -> "tuple[dict[str, Names], float]":
    """Imports each corpus; gives its external ids by what recall shows, and how long the imports took."""
    names = {}
    total = 0.0
    for corpus in corpora:
        step(f"Importing {corpus.name}: {len(corpus.records)} records")
        file = folder / f"{corpus.name}.jsonl"
        file.write_text("".join(json.dumps(record) + "\n" for record in corpus.records), encoding="utf-8")
        started = time.monotonic()
        # Each turn is a piece of evidence of its own, also where its words were said before.
        stored = import_records(values, account, corpus.scope, file, ["--no-fold"])
        total += time.monotonic() - started
        exported = export_records(values, account, corpus.scope)
        check_loaded(corpus, stored, exported)
        names[corpus.name] = names_of(exported)
    return names, total


def check_loaded(corpus: Corpus, stored: int, exported: "list[dict[str, object]]") -> None:
    """Refuses to measure on what was not kept as it was given."""
    kept = {record["external_id"]: record for record in exported}
    if stored != len(corpus.records) or len(kept) != len(corpus.records):
        raise Problem(f"{corpus.name}: {len(corpus.records)} records given, {stored} stored, {len(kept)} exported")
    for given in corpus.records:
        for name in ("content", "session", "position", "author", "occurred_at"):
            held = kept[given["external_id"]].get(name)
            if held != given[name]:
                raise Problem(f"{given['external_id']}: {name} was given as {given[name]!r} and is kept as {held!r}")


def report(corpora: "list[Corpus]", runs: "dict[str, Run]", import_seconds: float) -> None:
    questions = [question for corpus in corpora for question in corpus.questions]
    records = sum(len(corpus.records) for corpus in corpora)
    say()
    say(f"{records} memories in {len(corpora)} projects, {len(questions)} questions; figures are percentages.")
    for label, run in runs.items():
        say()
        say(tables.by_category(label, run, questions))
    say()
    say(tables.by_overlap(runs, shared_stems(corpora)))
    say()
    say(f"Import: {import_seconds:.1f} s, {records / import_seconds:.0f} memories a second.")
    say(tables.latencies(runs))
    for label, run in runs.items():
        for note in sorted(run.notes):
            say(f"{label}: {note}")


def judge(runs: "dict[str, Run]") -> int:
    say()
    alike = runs[BOTH_REST].found == runs[BOTH_MCP].found
    gain = tables.overall(runs[BOTH_REST]) - tables.overall(runs[WORDS])
    say("REST and MCP found " + ("the same." if alike else "DIFFERENT MEMORIES."))
    say(f"Meaning adds {gain:+.1f} points of R@10 to words alone; at least {LEAST_GAIN:+.1f} are asked for.")
    unavailable = runs[BOTH_REST].notes | runs[BOTH_MCP].notes
    if unavailable:
        complain("some questions were not asked by meaning; the notes above say why")
    return 0 if alike and gain >= LEAST_GAIN and not unavailable else 1


if __name__ == "__main__":
    sys.exit(main())
