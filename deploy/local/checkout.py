"""Where things are: the checkout, its private folder `.local`, and the folder that Postgres lives in."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
CACHE = LOCAL / "cache"
SERVER = LOCAL / "postgres"
MODEL = LOCAL / "models" / "all-minilm-l6-v2"
SECRETS = LOCAL / "secrets.json"
CLUSTER = LOCAL / "cluster.json"
ENV = LOCAL / "env"
TEST_ENV = LOCAL / "test-env"
TOKEN = LOCAL / "token"
ACCOUNT = LOCAL / "account.json"
RUNNING = LOCAL / "running.json"
ROLES_SQL = ROOT / "deploy" / "postgres" / "roles.sql"
MIGRATIONS = ROOT / "migrations"
WHEELS = Path(__file__).resolve().parent / "wheels"

# Used only as root, when the unprivileged user of Postgres cannot reach `.local`.
OUTSIDE = Path("/var/lib/annals-local")


def checkout_hash() -> str:
    """A short name for this checkout, equal as long as its path is."""
    return hashlib.sha256(str(ROOT).encode()).hexdigest()[:12]


def make_local() -> None:
    """Makes `.local`. Others may pass through it (Postgres may run as another user) but not list it."""
    LOCAL.mkdir(exist_ok=True)
    if LOCAL.stat().st_uid == os.geteuid():
        LOCAL.chmod(0o711)
    CACHE.mkdir(exist_ok=True)
