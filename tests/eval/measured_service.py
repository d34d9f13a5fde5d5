"""The service under measurement: a process that serves, and the command line beside it."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence

from console import Problem

READY_SECONDS = 120
STOP_SECONDS = 30
POLL_SECONDS = 0.005


def environment(command: str) -> "dict[str, str]":
    """What the processes are told, on the database that was made for this run; `command` is how a person starts it."""
    needed = ("ANNALS_BIN", "ANNALS_TEST_DATABASE_URL", "ANNALS_MASTER_KEY", "ANNALS_EMBEDDING_MODEL_DIR")
    for name in needed:
        if not os.environ.get(name):
            raise Problem(f"{name} is not set: start this with `{command}`")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ANNALS_")}
    return {
        **kept,
        "ANNALS_BIN": os.environ["ANNALS_BIN"],
        "ANNALS_DATABASE_URL": os.environ["ANNALS_TEST_DATABASE_URL"],
        "ANNALS_MASTER_KEY": os.environ["ANNALS_MASTER_KEY"],
        "ANNALS_EMBEDDING_MODEL_DIR": os.environ["ANNALS_EMBEDDING_MODEL_DIR"],
        "ANNALS_METRICS_BIND": "off",
        # One public URL for every process, so that a token is good at each of them.
        "ANNALS_PUBLIC_URL": "http://127.0.0.1:8080",
    }


def annals(values: Mapping[str, str], *arguments: str) -> "dict[str, Any]":
    """Runs a command with --json and gives what it answers."""
    outcome = _run(values, [*arguments, "--json"])
    return json.loads(outcome)


def export_records(values: Mapping[str, str], account: str, scope: str) -> "list[dict[str, Any]]":
    """The records of a scope, in the form that the import takes."""
    lines = _run(values, ["export", "--account", account, "--scope", scope]).splitlines()
    return [json.loads(line) for line in lines]


def make_token(values: Mapping[str, str], account: Mapping[str, str]) -> str:
    """A token of the account's owner that reads and writes memories."""
    made = annals(
        values, "token", "create", "--account", account["account_id"], "--user", account["user_id"],
        "--permissions", "memory:read memory:write decisions:read decisions:write", "--agent", "measurement", "--expires", "1d",
    )
    return str(made["token"])


def import_records(values: Mapping[str, str], account: str, scope: str, file: Path, options: Sequence[str] = ()) -> int:
    """Imports a file of JSON Lines; gives how many records were stored. Refuses if one was not taken."""
    report = annals(values, "import", str(file), "--account", account, "--scope", scope, *options)
    if report["refused"]:
        raise Problem(f"the import into {scope} refused {len(report['refused'])} records, first {report['refused'][0]}")
    if report["notes"]:
        raise Problem(f"the import into {scope} was not whole: {report['notes'][0]}")
    return int(report["stored"])


def _run(values: Mapping[str, str], arguments: "list[str]") -> str:
    outcome = subprocess.run(
        [values["ANNALS_BIN"], *arguments], env=dict(values), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, check=False,
    )
    if outcome.returncode != 0 and not outcome.stdout.startswith("{"):
        raise Problem(
            f"`annals {arguments[0]}` failed with exit code {outcome.returncode}:\n{outcome.stderr.strip()[-2000:]}"
        )
    return outcome.stdout


class Service:
    """A process that serves on a port of its own, from entering to leaving the context.

    `ready_seconds` is the time from starting the process to its first /readyz of 200.
    """

    def __init__(self, values: Mapping[str, str], log: Path, **settings: str) -> None:
        self.port = free_port()
        self.ready_seconds = 0.0
        self._values = {**values, "ANNALS_BIND": f"127.0.0.1:{self.port}", **settings}
        self._log = log
        self._process: "Optional[subprocess.Popen[bytes]]" = None

    def __enter__(self) -> "Service":
        started = time.monotonic()
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [self._values["ANNALS_BIN"], "serve"], env=self._values, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True,
            )
        try:
            self._wait_until_ready(started)
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def resident_bytes(self) -> int:
        """The memory that the process holds right now; 0 where the system does not say."""
        assert self._process is not None
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
        except OSError:
            return 0
        return next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS:")), 0)

    def _wait_until_ready(self, started: float) -> None:
        assert self._process is not None
        while not self._is_ready():
            if self._process.poll() is not None:
                raise Problem(f"the service ended (exit code {self._process.returncode}):\n{self._last_lines()}")
            if time.monotonic() - started > READY_SECONDS:
                raise Problem(f"the service was not ready after {READY_SECONDS} s:\n{self._last_lines()}")
            time.sleep(POLL_SECONDS)
        self.ready_seconds = time.monotonic() - started

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _last_lines(self) -> str:
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-20:])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
