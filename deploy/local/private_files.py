"""Files that only their owner may read, written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Mapping


def write(path: Path, text: str) -> None:
    """Writes `path` with mode 0600: under another name first, then renamed, so that no half file is ever seen."""
    partial = path.with_name(f"{path.name}.partial-{os.getpid()}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        give_to_owner(file.fileno(), path.parent)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)


def give_to_owner(descriptor: int, folder: Path) -> None:
    """As root, hands a new file to the owner of its folder, so that one `sudo make` does not lock the owner out."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


def write_json(path: Path, value: Any) -> None:
    write(path, json.dumps(value, indent=2) + "\n")


def read_json(path: Path) -> "dict[str, Any]":
    """The object in `path`; empty where the file is missing or damaged."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def write_exports(path: Path, values: Mapping[str, str]) -> None:
    """Writes `export NAME='value'` lines that a shell can source."""
    lines = []
    for name, value in values.items():
        quoted = value.replace("'", "'\\''")
        lines.append(f"export {name}='{quoted}'\n")
    write(path, "".join(lines))
