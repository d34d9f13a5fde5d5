"""The client libraries: fetched once, at the versions that the lock files name, into `.local/clients/`."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import checkout
from console import Problem, step
from fetch import pip

SOURCES = Path(__file__).resolve().parent
CLIENTS = checkout.LOCAL / "clients"
OLDEST_NODE = (20, 11)
OLDEST_PYTHON = (3, 10)


def typescript_suite() -> "list[str]":
    """Fetches and compiles the TypeScript suite; gives the command that runs it."""
    node, npm = program("node", "nodejs"), program("npm", "npm")
    version = subprocess.run([node, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip().lstrip("v")
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST_NODE:
        raise Problem(f"Node is {version}; the TypeScript suite needs {dotted(OLDEST_NODE)} or newer")
    folder, sources = CLIENTS / "typescript", SOURCES / "typescript"
    lock = sources / "package-lock.json"
    if not is_installed(folder, lock):
        start_anew(folder)
        for file in (sources / "package.json", lock):
            shutil.copy(file, folder)
        step("Fetching the TypeScript client library")
        execute([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder)
        set_installed(folder, lock)
    # The sources are compiled beside node_modules, where both the compiler and Node look for the library.
    for old in [*folder.glob("*.ts"), *folder.glob("build/*")]:
        old.unlink()
    for file in [*sources.glob("*.ts"), sources / "tsconfig.json"]:
        shutil.copy(file, folder)
    step("Compiling the TypeScript suite")
    execute([node, "node_modules/typescript/bin/tsc"], folder)
    return [node, str(folder / "build" / "main.js")]


def python_suite() -> "list[str]":
    """Fetches the Python library; gives the command that runs the suite."""
    if sys.version_info < OLDEST_PYTHON:
        raise Problem(f"Python is {sys.version.split()[0]}; the Python suite needs {dotted(OLDEST_PYTHON)} or newer")
    folder, lock = CLIENTS / "python", SOURCES / "python" / "requirements.txt"
    if not is_installed(folder, lock):
        start_anew(folder)
        step("Fetching the Python client library")
        execute(
            pip() + ["install", "--quiet", "--target", str(folder / "packages"), "--require-hashes", "--no-deps",
                     "--only-binary=:all:", "--disable-pip-version-check", "--requirement", str(lock)],
            folder, PIP_REQUIRE_VIRTUALENV="false", PIP_ROOT_USER_ACTION="ignore",
        )
        set_installed(folder, lock)
    # -S and -I keep out whatever else is installed here: the suite sees the standard library and the pinned packages.
    start = "import runpy, sys; sys.path[:0] = sys.argv[1:3]; runpy.run_module('main', run_name='__main__')"
    return [sys.executable, "-I", "-S", "-B", "-u", "-c", start, str(SOURCES / "python"), str(folder / "packages")]


def program(name: str, package: str) -> str:
    found = shutil.which(name)
    if not found:
        raise Problem(f"{name} is missing (Debian: apt-get install {package}); the TypeScript suite needs Node {dotted(OLDEST_NODE)}")
    return found


def dotted(version: "tuple[int, int]") -> str:
    return ".".join(map(str, version))


def is_installed(folder: Path, lock: Path) -> bool:
    marker = folder / "INSTALLED"
    return marker.exists() and marker.read_text() == mark(lock)


def set_installed(folder: Path, lock: Path) -> None:
    (folder / "INSTALLED").write_text(mark(lock))


def mark(lock: Path) -> str:
    """What is installed: this lock file, for this Python and machine."""
    machine = f"{sys.implementation.cache_tag} {sys.platform} {os.uname().machine}"
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {machine}\n"


def start_anew(folder: Path) -> None:
    checkout.make_local()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def execute(command: "list[str]", folder: Path, **environment: str) -> None:
    outcome = subprocess.run(command, cwd=folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, check=False)
    if outcome.returncode != 0:
        raise Problem(f"`{Path(command[0]).name}` failed with exit code {outcome.returncode}; its own words are above")
