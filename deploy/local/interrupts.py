"""Signals that ask for an end: each raises KeyboardInterrupt, so that what was started is also stopped."""

from __future__ import annotations

import signal
from typing import Any

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def raise_on_signals() -> None:
    def interrupt(_number: int, _frame: Any) -> None:
        # One is enough; a second must not break off the stopping.
        ignore()
        raise KeyboardInterrupt

    for number in ENDING:
        signal.signal(number, interrupt)


def ignore() -> None:
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
