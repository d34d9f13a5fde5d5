#!/usr/bin/env python3
"""Learns the weights by which texts that read like instructions are known: `src/frame/instructions/learned_weights.bin`.

    tests/corpora/learn_instructions.py [--without injections-4]

A linear model over hashed words, pairs of words and letter sequences, fitted to the corpora beside this file by stochastic
gradient descent on the logistic loss. Standard library alone; the same corpora give the same weights. With --without a
corpus is left out of the fit and measured instead, and nothing is written. Features are those of `learned.rs`, to the bit.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import struct
import sys
import unicodedata
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "src" / "frame" / "instructions" / "learned_weights.bin"
BUCKETS = 1 << 14
SEQUENCES = (3, 4, 5)
EPOCHS, RATE, DECAY, SEED = 15, 4.0, 1e-4, 7


def fold(text: str) -> str:
    lower = unicodedata.normalize("NFKC", text).lower()
    return "".join(letter for letter in unicodedata.normalize("NFD", lower) if not unicodedata.combining(letter))


def words(text: str) -> "list[str]":
    found: "list[str]" = []
    for token in fold(text).split():
        if any(mark in token for mark in ("://", "@", "www.", ".example")):
            found.append("url")
            continue
        word = ""
        for letter in token:
            kind = unicodedata.category(letter)
            if kind == "Nd":
                word += "" if word.endswith("0") else "0"
            elif kind[0] in "LN" or letter == "_":
                word += letter
            elif word:
                found.append(word)
                word = ""
        if word:
            found.append(word)
    return found


def bucket(text: str, kind: int) -> int:
    value = 0xCBF29CE484222325 ^ kind
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return (value ^ (value >> 32)) % BUCKETS


def features(text: str) -> "list[int]":
    found = set()
    before = None
    for word in words(text):
        found.add(bucket(word, 1))
        if before is not None:
            found.add(bucket(f"{before} {word}", 2))
        before = word
        padded = f" {word} "
        for length in SEQUENCES:
            for start in range(len(padded) - length + 1):
                found.add(bucket(padded[start:start + length], 3))
    return sorted(found)


def corpus(path: Path) -> "list[tuple[list[int], int]]":
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row.get("doubtful") or row.get("subtle"):
            continue
        text = row["text"] if isinstance(row["text"], str) else "".join(row["text"])
        rows.append((features(text), int(row["inject"])))
    return rows


def fit(rows: "list[tuple[list[int], int]]") -> "tuple[list[float], float]":
    weights, bias = [0.0] * BUCKETS, 0.0
    order = list(range(len(rows)))
    draw = random.Random(SEED)
    for epoch in range(EPOCHS):
        draw.shuffle(order)
        rate = RATE / (1 + epoch / 5)
        for place in order:
            found, wanted = rows[place]
            if not found:
                continue
            share = 1 / math.sqrt(len(found))
            score = bias + share * sum(weights[feature] for feature in found)
            error = wanted - 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
            step = rate * error * share
            bias += 0.01 * rate * error
            for feature in found:
                weights[feature] += step - rate * DECAY * weights[feature]
    return weights, bias


def score(found: "list[int]", weights: "list[float]", bias: float) -> float:
    return bias + sum(weights[feature] for feature in found) / math.sqrt(len(found)) if found else bias


def main() -> int:
    parser = argparse.ArgumentParser(description="Learns which texts read like instructions.")
    parser.add_argument("--without", help="a corpus that is measured instead of learned, such as injections-4")
    options = parser.parse_args()
    corpora = {path.stem: corpus(path) for path in sorted(HERE.glob("injections*.jsonl"))}
    left_out = corpora.pop(options.without) if options.without else None
    weights, bias = fit([row for rows in corpora.values() for row in rows])
    if left_out is not None:
        scores = [(score(found, weights, bias), wanted) for found, wanted in left_out]
        for threshold in (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0):
            hits = [sum(value > threshold for value, wanted in scores if wanted == kind) for kind in (1, 0)]
            totals = [sum(wanted == kind for _, wanted in scores) for kind in (1, 0)]
            print(f"over {threshold}: {hits[0]} of {totals[0]} injections, {hits[1]} of {totals[1]} ordinary notes")
        return 0
    scale = max(abs(weight) for weight in weights) / 127
    TARGET.write_bytes(struct.pack("<ff", bias, scale) + bytes(round(weight / scale) & 0xFF for weight in weights))
    print(f"wrote {TARGET.name}: bias {bias:.3f}, scale {scale:.5f}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
