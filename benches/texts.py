"""Memories and questions that nobody wrote: realistic words in realistic proportions, the same ones in every run."""

from __future__ import annotations

import random
from itertools import accumulate
from typing import Any, Iterator

SEED = 20261130
TOPICS, WORDS_OF_A_TOPIC = 60, 30
# The share of words that comes from a text's own topic; the others come from everywhere, frequent ones more often.
OF_THE_TOPIC = 0.55
STOP_WORDS = "the a to of and in is for on with that we it as by from this was are be after before not when".split()
# In the order of how often they are drawn.
WORDS = """
service team release data customer deploy review change account request test build config version error project plan
meeting decision database report query table index server client user token key schedule budget contract invoice payment
cache memory storage backup migration schema column row record field value limit timeout retry queue worker job batch
pipeline branch commit merge conflict pull ticket issue bug fix patch rollback incident alert outage latency throughput
monitor dashboard metric trace log audit policy permission role group admin owner member guest session login password
certificate domain network firewall proxy gateway router balancer cluster node region zone replica shard partition leader
follower election consensus snapshot restore archive retention quota usage billing pricing discount refund subscription
renewal trial customer vendor supplier partner auditor lawyer finance marketing sales support engineer designer manager
director intern candidate interview offer salary holiday travel hotel flight train office desk kitchen garden window
printer laptop keyboard monitor camera microphone headset battery charger cable adapter bracket shelf drawer cabinet
paint wood steel glass paper plastic rubber cotton leather stone river mountain forest island harbour bridge tunnel
station airport market bakery library museum theatre school hospital clinic pharmacy doctor nurse patient medicine dose
allergy diet recipe breakfast lunch dinner coffee tea water juice bread cheese butter apple orange lemon pepper garlic
onion tomato potato carrot salad soup pasta rice bean chicken salmon birthday wedding anniversary concert festival
exhibition lecture workshop course exam degree thesis chapter paragraph sentence grammar translation dictionary glossary
draft outline summary abstract figure diagram chart legend caption footnote citation reference licence copyright trademark
patent invention prototype sample survey questionnaire response estimate forecast trend season quarter month week morning
evening midnight deadline milestone roadmap backlog sprint standup retrospective estimate capacity velocity priority
severity escalation handover rotation oncall runbook checklist template guideline convention standard protocol format
encoding compression encryption signature hash digest nonce cipher secret vault rotation expiry renewal revocation consent
privacy residency transfer export import mapping transform filter sort search ranking relevance embedding vector distance
threshold sample precision recall feature label model training inference prompt context window completion agent tool
connector webhook callback payload header cookie cursor page offset stream event topic consumer producer broker offset
""".split()
PEOPLE = "Amara Bela Chen Dmitri Elif Farah Goran Hana Ines Jonas Kofi Lena Mika Nadia Omar Priya Quinn Rosa Sven Tomas".split()
SERVICES = "billing search identity ledger mail reports catalogue gateway scheduler exports imports audit".split()

_CUMULATIVE = list(accumulate(1 / (place + 8) for place in range(len(WORDS))))


def memories(count: int) -> "Iterator[dict[str, Any]]":
    """Records in the form that the import takes; half of them are turns of conversations, as notes and sessions mix."""
    draw = random.Random(SEED)
    topics = _topics()
    for number in range(count):
        record: "dict[str, Any]" = {
            "content": _text(draw, draw.choice(topics), draw.randint(12, 60)),
            "external_id": f"bench-{number}",
            "kind": draw.choice(["note", "fact", "decision", "lesson"]),
            "occurred_at": f"2026-{draw.randint(1, 10):02}-{draw.randint(1, 28):02}T{draw.randint(0, 23):02}:00:00Z",
        }
        if number // 20 % 2:
            record.update(session=f"session {number // 20}", position=number % 20 + 1)
        yield record


def questions(seed: int) -> "Iterator[str]":
    """Questions without end; another seed gives others, and hardly one comes twice."""
    draw = random.Random(SEED + 1 + seed)
    topics = _topics()
    while True:
        topic = draw.choice(topics)
        words = draw.sample(topic, 3) + _frequent(draw, 2)
        shape = draw.choice(["What did {p} say about the {0} {1} and the {2}?", "When was the {0} of {s} changed for {3} {1}?",
                             "Which {0} {1} do we use for the {2} {4}?", "{p}: {0} {1} {2} {3}?"])
        yield shape.format(*words, p=draw.choice(PEOPLE), s=draw.choice(SERVICES))


def notes(seed: int) -> "Iterator[str]":
    """Texts to remember, without end and each different."""
    draw = random.Random(SEED + 1_000_003 * (seed + 1))
    topics = _topics()
    number = 0
    while True:
        number += 1
        yield f"{_text(draw, draw.choice(topics), draw.randint(12, 60))} Note {seed}-{number}."


def _topics() -> "list[list[str]]":
    draw = random.Random(SEED)
    distinct = sorted(set(WORDS))
    return [draw.sample(distinct, WORDS_OF_A_TOPIC) for _ in range(TOPICS)]


def _text(draw: random.Random, topic: "list[str]", length: int) -> str:
    sentences = [f"{draw.choice(PEOPLE)} on {draw.choice(SERVICES)}-{draw.choice(['api', 'worker', 'db'])}"]
    while length > 0:
        count = min(length, draw.randint(6, 14))
        length -= count
        words = []
        for _ in range(count):
            words.append(draw.choice(topic) if draw.random() < OF_THE_TOPIC else _frequent(draw, 1)[0])
            if draw.random() < 0.6:
                words.append(draw.choice(STOP_WORDS))
        sentences.append(" ".join(words).capitalize())
    if draw.random() < 0.2:
        sentences.append(f"See {draw.choice(SERVICES).upper()}-{draw.randint(100, 4000)}")
    return ". ".join(sentences) + "."


def _frequent(draw: random.Random, count: int) -> "list[str]":
    return draw.choices(WORDS, cum_weights=_CUMULATIVE, k=count)
