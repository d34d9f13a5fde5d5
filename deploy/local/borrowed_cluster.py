"""Postgres for as long as a command needs it."""

from __future__ import annotations

import contextlib
import fcntl
import os
from typing import Iterator

import fetch
import locks
from postgres import Cluster

SETTING_UP = "another command is setting up this checkout"


@contextlib.contextmanager
def borrowed() -> Iterator[Cluster]:
    """Starts Postgres unless it runs. The last command that needs it stops it, unless `make db` left it running."""
    with contextlib.ExitStack() as stack:
        with locks.held("setup", SETTING_UP):
            fetch.fetch_server()
            users = locks.open_lock_file("users")
            stack.callback(os.close, users)
            fcntl.flock(users, fcntl.LOCK_SH)
            cluster = Cluster()
            stack.callback(_give_back, cluster, users)
            if cluster.start():
                cluster.keep_running(False)
        yield cluster


def started_to_stay() -> Cluster:
    """Starts Postgres unless it runs, and leaves it running until `make stop`."""
    with locks.held("setup", SETTING_UP):
        fetch.fetch_server()
        cluster = Cluster()
        cluster.start()
        cluster.keep_running(True)
        return cluster


def _give_back(cluster: Cluster, users: int) -> None:
    with locks.held("setup", SETTING_UP):
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        if not cluster.stays():
            cluster.stop()
