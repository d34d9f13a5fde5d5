"""The committed `.sqlx` folder: what the database said about each checked query, so that a build needs no database."""

from __future__ import annotations

import filecmp
import os
import shutil
import subprocess
from pathlib import Path

import binary
import checkout
import database
import locks
from borrowed_cluster import borrowed
from console import Problem, say, step

FOLDER = checkout.ROOT / ".sqlx"
FRESH = checkout.LOCAL / "sqlx"


def regenerate() -> None:
    """Writes `.sqlx` anew from a live compile; the old folder stays as it was if that fails."""
    compile_live(["check", "--all-targets"])
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(FRESH, FOLDER)
    say(f".sqlx holds {len(list(FOLDER.glob('*.json')))} queries")


def check_with(cargo_arguments: "list[str]") -> None:
    """Runs a cargo command as the live compile and refuses if what it wrote differs from the committed folder."""
    compile_live(cargo_arguments)
    fresh, committed = _names(FRESH), _names(FOLDER)
    differing = filecmp.cmpfiles(FRESH, FOLDER, sorted(fresh & committed), shallow=False)[1]
    problems = [f"missing {name}" for name in sorted(fresh - committed)]
    problems += [f"unused {name}" for name in sorted(committed - fresh)]
    problems += [f"changed {name}" for name in differing]
    if problems:
        raise Problem("the folder .sqlx is not fresh; run `make sqlx` and commit it:\n  " + "\n  ".join(problems))
    say(f".sqlx is fresh: {len(fresh)} queries")


def compile_live(cargo_arguments: "list[str]") -> None:
    """Compiles with the query macros asking a migrated database, and their answers written to `.local/sqlx`."""
    cargo = binary.cargo_path()
    with locks.held("sqlx", "another command is checking the queries of this checkout"), borrowed() as cluster:
        url = database.make_sqlx_database(cluster)
        shutil.rmtree(FRESH, ignore_errors=True)
        FRESH.mkdir()
        # An unchanged crate is not expanded again, and its queries would be missing.
        for path in ("src/lib.rs", "src/main.rs", "tests/it/main.rs"):
            if (checkout.ROOT / path).exists():
                os.utime(checkout.ROOT / path)
        step(f"cargo {' '.join(cargo_arguments)}, with the database")
        outcome = subprocess.run(
            [cargo, *cargo_arguments], cwd=checkout.ROOT, stdin=subprocess.DEVNULL, check=False,
            env=dict(os.environ, DATABASE_URL=url, SQLX_OFFLINE="false", SQLX_OFFLINE_DIR=str(FRESH)),
        )
        if outcome.returncode != 0:
            raise Problem(f"cargo {cargo_arguments[0]} failed; its own words are above")


def _names(folder: Path) -> "set[str]":
    return {path.name for path in folder.glob("*.json")}
