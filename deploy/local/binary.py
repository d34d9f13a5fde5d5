"""The `annals` program: built by cargo, or named by ANNALS_BIN."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Mapping

import checkout
from console import Problem, step

PROFILES = {"release": "release", "dev": "dev", "debug": "dev"}


class Binary:
    """A program that exists; `run` and `ask` call its commands."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, arguments: "list[str]", values: Mapping[str, str], quiet: bool = False) -> None:
        """Runs a command whose output is for the person; with `quiet` its output is shown only if it fails."""
        outcome = subprocess.run(
            [str(self.path), *arguments], cwd=checkout.ROOT, env=dict(os.environ, **values), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if quiet else None, stderr=subprocess.STDOUT if quiet else None, text=True, check=False,
        )
        if outcome.returncode != 0:
            words = f":\n{outcome.stdout.strip()}" if quiet else "; its own words are above"
            raise Problem(f"`annals {arguments[0]}` failed with exit code {outcome.returncode}{words}")

    def ask(self, arguments: "list[str]", values: Mapping[str, str]) -> Any:
        """Runs a command with --json and gives what it answered; its log lines go to the terminal if it fails."""
        outcome = subprocess.run(
            [str(self.path), *arguments, "--json"], cwd=checkout.ROOT, env=dict(os.environ, **values),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
        )
        name = " ".join(arguments[:2])
        if outcome.returncode != 0:
            raise Problem(f"`annals {name}` failed with exit code {outcome.returncode}:\n{outcome.stderr.strip()}")
        try:
            return json.loads(outcome.stdout)
        except ValueError:
            raise Problem(f"`annals {name} --json` did not answer with JSON") from None


def check_tools() -> None:
    """Refuses early what would fail late: no cargo or no C compiler where the program has to be built."""
    if not os.environ.get("ANNALS_BIN"):
        cargo_path()


def find(profile: str) -> Binary:
    """The program that ANNALS_BIN names, else the one that cargo builds (or finds up to date) in `profile`."""
    named = os.environ.get("ANNALS_BIN")
    if named:
        path = shutil.which(named)
        if not path:
            raise Problem(f"ANNALS_BIN names {named}, which is no program")
        return Binary(Path(path).resolve())
    if profile not in PROFILES:
        raise Problem(f"PROFILE is {profile!r}; it must be release or dev")
    return Binary(_build(PROFILES[profile]))


def cargo_path() -> str:
    """Cargo; refuses if there is no C compiler, without which the build fails minutes later with a long message."""
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    cargo = shutil.which("cargo") or shutil.which("cargo", path=str(home / "bin"))
    if not cargo:
        raise Problem("cargo is missing: install the Rust toolchain (rustup.rs), then run this again")
    if not any(shutil.which(name) for name in (os.environ.get("CC") or "cc", "cc", "gcc", "clang")):
        raise Problem("no C compiler: install one (Debian: apt-get install gcc libc6-dev; macOS: xcode-select --install)")
    return cargo


def _build(profile: str) -> Path:
    step("Building annals" + ("" if profile == "dev" else " (the first time takes some minutes)"))
    return build("annals", ["--profile", profile])


def build(program: str, options: "list[str]") -> Path:
    """Builds one of the package's programs with these options of cargo, and says where it is."""
    cargo = cargo_path()
    environment = dict(os.environ, PATH=os.pathsep.join([str(Path(cargo).parent), os.environ.get("PATH", "")]))
    # Progress and diagnostics go to the terminal; the JSON on standard output says where the program is.
    with subprocess.Popen(
        [cargo, "build", "--locked", "--bin", program, *options, "--message-format=json-render-diagnostics"],
        cwd=checkout.ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    ) as process:
        assert process.stdout is not None
        executable = ""
        for line in process.stdout:
            message = json.loads(line) if line.startswith("{") else {}
            if message.get("reason") == "compiler-artifact" and message.get("target", {}).get("name") == program:
                executable = message.get("executable") or executable
    if process.returncode != 0:
        raise Problem("the build failed; cargo's own words are above")
    if not executable:
        raise Problem(f"cargo built no program called {program}")
    return Path(executable)
