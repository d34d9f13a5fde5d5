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
BROWSER = SOURCES / "browser" / "form_browser.py"
CLIENTS = checkout.LOCAL / "clients"
OLDEST_NODE = (20, 11)
NODE_OF_CONFORMANCE = (22, 0)
OLDEST_PYTHON = (3, 10)
PYTHON_OF_AUDITS = (3, 11)


def typescript_suite() -> "list[str]":
    """Fetches and compiles the TypeScript suite; gives the command that runs it."""
    node = program("node", "nodejs")
    version = node_version(node)
    if version < OLDEST_NODE:
        raise Problem(f"Node is {dotted(version)}; the TypeScript suite needs {dotted(OLDEST_NODE)} or newer")
    folder = fetched_by_npm("typescript", "the TypeScript client library")
    # The sources are compiled beside node_modules, where both the compiler and Node look for the library.
    sources = SOURCES / "typescript"
    for old in [*folder.glob("*.ts"), *folder.glob("build/*")]:
        old.unlink()
    for file in [*sources.glob("*.ts"), sources / "tsconfig.json"]:
        shutil.copy(file, folder)
    step("Compiling the TypeScript suite")
    execute([node, "node_modules/typescript/bin/tsc"], folder)
    return [node, str(folder / "build" / "main.js")]


def python_suite() -> "list[str]":
    """Fetches the Python library; gives the command that runs the suite."""
    packages = fetched_by_pip("python", "the Python client library", OLDEST_PYTHON)
    # -S and -I keep out whatever else is installed here: the suite sees the standard library and the pinned packages.
    start = "import runpy, sys; sys.path[:0] = sys.argv[1:4]; runpy.run_module('main', run_name='__main__')"
    places = [str(SOURCES / "python"), str(packages), str(BROWSER.parent)]
    return [sys.executable, "-I", "-S", "-B", "-u", "-c", start, *places]


def conformance_suite() -> "list[str]":
    """Fetches the official conformance suite, and a Node for it if the one here is too old; gives the command that runs it."""
    folder = fetched_by_npm("conformance", "the MCP conformance suite")
    fetched = sorted(folder.glob("node_modules/node-linux-*/bin/node"))
    node = shutil.which("node")
    if not node or node_version(node) < NODE_OF_CONFORMANCE:
        if not fetched:
            raise Problem(f"the conformance suite needs Node {dotted(NODE_OF_CONFORMANCE)} or newer")
        node = str(fetched[0])
    return [sys.executable, "-B", "-u", str(SOURCES / "conformance" / "main.py"), node, str(folder)]


def audits_suite() -> "list[str]":
    """Fetches the two auditors; gives the command that runs them."""
    packages = fetched_by_pip("audits", "the auditors", PYTHON_OF_AUDITS)
    return [sys.executable, "-B", "-u", str(SOURCES / "audits" / "main.py"), str(packages)]


def fetched_by_npm(suite: str, what: str) -> Path:
    """The folder whose node_modules is what the suite's lock file names."""
    npm = program("npm", "npm")
    folder, sources = CLIENTS / suite, SOURCES / suite
    lock = sources / "package-lock.json"
    if not is_installed(folder, lock):
        start_anew(folder)
        for file in (sources / "package.json", lock):
            shutil.copy(file, folder)
        step(f"Fetching {what}")
        execute([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder)
        set_installed(folder, lock)
    return folder


def fetched_by_pip(suite: str, what: str, oldest: "tuple[int, int]") -> Path:
    """The folder with the packages that the suite's requirements name."""
    if sys.version_info < oldest:
        raise Problem(f"Python is {sys.version.split()[0]}; the {suite} suite needs {dotted(oldest)} or newer")
    folder, lock = CLIENTS / suite, SOURCES / suite / "requirements.txt"
    if not is_installed(folder, lock):
        start_anew(folder)
        step(f"Fetching {what}")
        execute(
            pip() + ["install", "--quiet", "--target", str(folder / "packages"), "--require-hashes", "--no-deps",
                     "--only-binary=:all:", "--disable-pip-version-check", "--requirement", str(lock)],
            folder, PIP_REQUIRE_VIRTUALENV="false", PIP_ROOT_USER_ACTION="ignore",
        )
        set_installed(folder, lock)
    return folder / "packages"


def node_version(node: str) -> "tuple[int, int]":
    version = subprocess.run([node, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip().lstrip("v")
    major, minor = version.split(".")[:2]
    return int(major), int(minor)


def program(name: str, package: str) -> str:
    found = shutil.which(name)
    if not found:
        raise Problem(f"{name} is missing (Debian: apt-get install {package}); the client suites need Node {dotted(OLDEST_NODE)}")
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
