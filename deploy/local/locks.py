"""File locks, so that two commands in one checkout do not get in each other's way."""

from __future__ import annotations

import contextlib
import fcntl
import os
from typing import Iterator

import checkout
import private_files
from console import Problem, say


@contextlib.contextmanager
def held(name: str, waiting_for: str, wait: bool = True) -> Iterator[None]:
    """Holds `.local/NAME.lock`; the kernel lets go of it when the process ends, however it ends.

    With `wait` a second holder waits and says `waiting_for`; without, it is refused with those words.
    """
    checkout.make_local()
    descriptor = open_lock_file(name)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not wait:
                raise Problem(waiting_for) from None
            say(f"Waiting: {waiting_for}")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def open_lock_file(name: str) -> int:
    descriptor = os.open(checkout.LOCAL / f"{name}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    private_files.give_to_owner(descriptor, checkout.LOCAL)
    return descriptor
