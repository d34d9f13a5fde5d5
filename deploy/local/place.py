"""The folder that holds the cluster: `.local`, or as root, if Postgres cannot reach that, one below /var/lib/annals-local."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import checkout
import fetch
from console import Problem, say
from system_user import ServerUser

# The address of a Unix socket holds 107 bytes on Linux and 103 on macOS, the socket's own name included.
SOCKET_FOLDER_LIMIT = 85


class Place:
    """Where one cluster's data, socket, log and server programs are."""

    def __init__(self, folder: Path, user: ServerUser) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.log = folder / "log" / "postgres.log"
        self.server = folder / "postgres"
        self.socket = folder / "run"
        if len(str(self.socket).encode()) > SOCKET_FOLDER_LIMIT:
            self.socket = Path("/tmp") / f"annals-{user.uid}-{checkout.checkout_hash()}"

    def program(self, name: str) -> str:
        return str(fetch.server_program(self.server, name))

    def make(self, user: ServerUser) -> None:
        """Makes the folders that the server writes to, each readable by its user alone."""
        for folder in (self.log.parent, self.socket):
            make_owned(folder, user)


def existing_data() -> Path:
    """The path of the data folder, whether or not there is one; a link that leads nowhere, or to another's, is dropped."""
    link = checkout.LOCAL / "data"
    if not link.is_symlink():
        return link
    outside = Path(os.readlink(link)).parent
    # Once the checkout was copied or moved: the data are this one's only if their own checkout is gone.
    named = _named_checkout(outside)
    if not link.exists() or (named != str(checkout.ROOT) and Path(named, ".local", "data").exists()):
        link.unlink()
        return link
    if named != str(checkout.ROOT):
        (outside / "checkout").write_text(f"{checkout.ROOT}\n")
    return outside / "data"


def place_for(user: ServerUser, data: Path) -> Place:
    """Where the cluster is, or where it is to be."""
    if data.parent != checkout.LOCAL:
        place = Place(data.parent, user)
        _copy_server(place)
        return place
    if data.exists() or not user.is_other or user.can_reach(checkout.LOCAL):
        return Place(checkout.LOCAL, user)
    folder = checkout.OUTSIDE / checkout.checkout_hash()
    for made in (checkout.OUTSIDE, folder):
        made.mkdir(parents=True, exist_ok=True)
        made.chmod(0o711)
    (folder / "checkout").write_text(f"{checkout.ROOT}\n")
    say(f"Postgres cannot reach this checkout as its own user; it lives in {folder}, and .local/data is a link to it.")
    place = Place(folder, user)
    link = checkout.LOCAL / "data"
    if not link.is_symlink():
        link.symlink_to(place.data)
    _copy_server(place)
    return place


def make_owned(folder: Path, user: ServerUser) -> None:
    """Makes `folder` for the server's user with mode 0700; refuses one that somebody else put there (in /tmp they could)."""
    try:
        folder.mkdir(mode=0o700)
        user.own(folder)
    except FileExistsError:
        found = folder.lstat()
        if folder.is_symlink() or not folder.is_dir() or found.st_uid not in (user.uid, os.geteuid()):
            raise Problem(f"{folder} exists and belongs to somebody else; remove it") from None
        user.own(folder)
        folder.chmod(0o700)


def _copy_server(place: Place) -> None:
    marker = "WHEEL_SHA256"
    wanted = (checkout.SERVER / marker).read_text()
    if (place.server / marker).exists() and (place.server / marker).read_text() == wanted:
        return
    partial = place.folder / "postgres.partial"
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(checkout.SERVER, partial)
    shutil.rmtree(place.server, ignore_errors=True)
    os.replace(partial, place.server)


def _named_checkout(outside: Path) -> str:
    try:
        return (outside / "checkout").read_text().strip()
    except OSError:
        return ""
