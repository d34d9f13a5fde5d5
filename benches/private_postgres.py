"""The private Postgres beside the service: pgbench, psql as the superuser, and the log of what the service asks."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from pathlib import Path
from typing import Iterator
from urllib.parse import urlsplit

from console import Problem
from postgres import Cluster

TRANSACTIONS = re.compile(r"^tps = ([\d.]+) \(without initial connection time\)", re.MULTILINE)
FAILED = re.compile(r"^number of failed transactions: (\d+)", re.MULTILINE)
# Bound values are logged whole; what is in them was made up by benches/texts.py.
RECORDING = {"log_statement": "all", "log_parameter_max_length": "-1"}


class PrivatePostgres:
    """The cluster that `make bench` runs on."""

    def __init__(self) -> None:
        self._place = Cluster().place
        self.app_url = os.environ["ANNALS_TEST_DATABASE_URL"]
        self._superuser_url = os.environ["ANNALS_TEST_SUPERUSER_DATABASE_URL"]
        self.role = str(urlsplit(self.app_url).username)

    def psql(self, sql: str) -> str:
        return self._run("psql", ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
                                  f"--command={sql}", self._superuser_url])

    @contextlib.contextmanager
    def recording(self) -> "Iterator[list[str]]":
        """Logs the statements of connections that are opened inside; the list holds the log once it is left."""
        database = urlsplit(self.app_url).path.lstrip("/")
        before = self._place.log.stat().st_size
        log: "list[str]" = []
        try:
            for name, value in RECORDING.items():
                self.psql(f"ALTER ROLE {self.role} IN DATABASE {database} SET {name} = '{value}'")
            yield log
        finally:
            for name in RECORDING:
                self.psql(f"ALTER ROLE {self.role} IN DATABASE {database} RESET {name}")
        with self._place.log.open("rb") as file:
            file.seek(before)
            log.append(file.read().decode(errors="replace"))

    def transactions_per_second(self, scripts: "list[Path]", clients: int, seconds: int) -> float:
        """How often a second pgbench runs one of the scripts, picked at random, on connections of the serving role."""
        files = [argument for script in scripts for argument in ("--file", str(script))]
        answer = self._run("pgbench", ["--no-vacuum", f"--client={clients}", f"--jobs={min(clients, 2)}", f"--time={seconds}",
                                       "--define=prepared=0", "--random-seed=1", *files, self.app_url])
        failed = FAILED.search(answer)
        rate = TRANSACTIONS.search(answer)
        if not rate or (failed and failed.group(1) != "0"):
            raise Problem(f"pgbench did not measure:\n{answer[-1500:]}")
        return float(rate.group(1))

    def _run(self, program: str, arguments: "list[str]") -> str:
        outcome = subprocess.run([self._place.program(program), *arguments], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if outcome.returncode != 0:
            raise Problem(f"{program} failed with exit code {outcome.returncode}:\n{outcome.stderr.strip()[-1500:]}")
        return outcome.stdout
