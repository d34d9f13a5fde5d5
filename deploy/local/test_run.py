"""Runs a command, such as the test suites, against databases made for it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Mapping

import binary as binaries
import checkout
import database
import fetch
import locks
import private_files
from borrowed_cluster import borrowed
from console import Problem, say
from postgres import Cluster

# The closing lines of cargo test, and of any runner that ends with the plain 'N passed, N failed'.
CLOSING = re.compile(r"test result: \w+\. (\d+) passed; (\d+) failed|(?:\w+: )?(\d+) passed, (\d+) failed")
ONE_AT_A_TIME = "another test run is going on in this checkout"
END_SECONDS = 20


def make_databases(cluster: Cluster, profile: str) -> "dict[str, str]":
    """The environment of the tests, their databases made anew; also kept in `.local/test-env`."""
    fetch.fetch_default_model()
    binary = binaries.find(profile)
    values = database.make_test_databases(cluster, binary)
    private_files.write_exports(checkout.TEST_ENV, values)
    return {**values, "ANNALS_BIN": str(binary.path)}


def run(command: "list[str]", profile: str, count: bool) -> int:
    """Runs `command` with the test environment and gives its exit code.

    With `count` the closing lines of the test runners are repeated at the end, and it is a failure if no test ran.
    """
    with locks.held("test", ONE_AT_A_TIME), borrowed() as cluster:
        values = make_databases(cluster, profile)
        try:
            process = subprocess.Popen(command, cwd=checkout.ROOT, env=_environment(values), text=True, errors="replace",
                                       stdout=subprocess.PIPE if count else None)
        except (FileNotFoundError, PermissionError) as error:
            raise Problem(f"cannot run {command[0]}: {error.strerror}") from None
        try:
            return _count(process) if count else process.wait()
        finally:
            _end(process)


def _count(process: "subprocess.Popen[str]") -> int:
    passed = failed = 0
    closing = []
    assert process.stdout is not None
    for line in process.stdout:
        print(line, end="", flush=True)
        found = CLOSING.match(line)
        if found:
            closing.append(line.rstrip())
            passed += int(found.group(1) or found.group(3))
            failed += int(found.group(2) or found.group(4))
    code = process.wait()
    say()
    for line in closing:
        say(line)
    if passed + failed == 0:
        raise Problem("no test ran")
    return code or (1 if failed else 0)


def _end(process: "subprocess.Popen[str]") -> None:
    """Ends a command that was interrupted; gives it time to stop what it started."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _environment(values: Mapping[str, str]) -> "dict[str, str]":
    """The caller's environment without the addresses of another service, which `.local/env` may have left there."""
    environment = dict(os.environ, **values)
    for name in ("ANNALS_DATABASE_URL", "ANNALS_OWNER_DATABASE_URL", "ANNALS_BIND", "ANNALS_PUBLIC_URL", "DATABASE_URL"):
        environment.pop(name, None)
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    environment["PATH"] = os.pathsep.join([environment.get("PATH", os.defpath), str(home / "bin")])
    return environment
