"""How many content stems a question shares with its evidence: what words can find at all, and what meaning must."""

from __future__ import annotations

import json
import os
import subprocess

from console import Problem
from corpora import Corpus, Question
from postgres import Cluster

# One line in, one line out. A line cannot hold the delimiter and the quote below, as JSON escapes what is below a blank.
STEMS = (
    "CREATE TEMPORARY TABLE given (line int GENERATED ALWAYS AS IDENTITY, text jsonb);\n"
    "COPY given (text) FROM STDIN WITH (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02');\n"
    "{lines}\n\\.\n"
    "SELECT array_to_json(tsvector_to_array(to_tsvector('english', text #>> '{{}}'))) FROM given ORDER BY line;\n"
)
MOST = 3


def shared_stems(corpora: "list[Corpus]") -> "dict[Question, int]":
    """For each question, the stems that it shares with the evidence that it shares most with, at most 3. Names of the
    speakers do not count. Stems and stop words are Postgres' English ones, as in the published table."""
    texts: "list[str]" = []
    for corpus in corpora:
        texts += [" ".join(corpus.speakers)]
        texts += [question.text for question in corpus.questions]
        texts += [record["content"] for record in corpus.records]
    stems = iter(_stems(texts))
    shared: "dict[Question, int]" = {}
    for corpus in corpora:
        names = next(stems)
        asked = [next(stems) - names for _ in corpus.questions]
        told = {record["external_id"]: next(stems) - names for record in corpus.records}
        for question, own in zip(corpus.questions, asked):
            shared[question] = min(MOST, max(len(own & told[name]) for name in question.relevant))
    return shared


def _stems(texts: "list[str]") -> "list[set[str]]":
    psql = Cluster().place.program("psql")
    lines = "\n".join(json.dumps(text) for text in texts)
    outcome = subprocess.run(
        [psql, "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1", "--file=-",
         os.environ["ANNALS_TEST_SUPERUSER_DATABASE_URL"]],
        input=STEMS.format(lines=lines), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
    )
    if outcome.returncode != 0:
        raise Problem(f"psql could not stem the texts:\n{outcome.stderr.strip()}")
    return [set(json.loads(line)) for line in outcome.stdout.splitlines()]
