"""What the person at the terminal reads: progress lines, and problems that say what to do."""

from __future__ import annotations

import sys


class Problem(Exception):
    """Something that the person can put right; its text says how."""


def say(line: str = "") -> None:
    print(line, flush=True)


def step(line: str) -> None:
    print(f"==> {line}", flush=True)


def complain(line: str) -> None:
    print(f"annals: {line}", file=sys.stderr, flush=True)
