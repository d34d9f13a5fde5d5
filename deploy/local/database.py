"""The databases in the private cluster, and the migrations in them."""

from __future__ import annotations

import os
from typing import Mapping

import checkout
import settings
from binary import Binary
from console import Problem, step
from postgres import SUPERUSER, Cluster

DATABASE = "annals"
SQLX_DATABASE = "annals_sqlx"


def prepare(cluster: Cluster, database: str) -> None:
    """Roles, the database, its extensions and grants: what `deploy/postgres/roles.sql` does, again and again if need be."""
    cluster.psql(
        "", arguments=(f"--set=database={database}", f"--file={checkout.ROLES_SQL}"),
        environment={
            "ANNALS_OWNER_PASSWORD": settings.secret("annals_owner"),
            "ANNALS_APP_PASSWORD": settings.secret("annals_app"),
            "ANNALS_BACKUP_PASSWORD": settings.secret("annals_backup"),
        },
    )


def urls(cluster: Cluster, database: str) -> "dict[str, str]":
    return {
        "ANNALS_DATABASE_URL": cluster.url("annals_app", database),
        "ANNALS_OWNER_DATABASE_URL": cluster.url("annals_owner", database),
    }


def migrate(binary: Binary, values: Mapping[str, str]) -> None:
    step("Migrating")
    binary.run(["migrate"], values)


def make_test_databases(cluster: Cluster, binary: Binary) -> "dict[str, str]":
    """Makes the template and the test database anew and gives the environment of the tests.

    Nobody connects to the template, so that a test can clone it at any time; the test database is its first clone.
    """
    step("Making the test database")
    drop(cluster, settings.TEST_DATABASE, settings.TEST_TEMPLATE)
    prepare(cluster, settings.TEST_TEMPLATE)
    values = {
        "ANNALS_MASTER_KEY": settings.secret("test_master_key"),
        "ANNALS_EMBEDDING_MODEL_DIR": settings.model_folder(),
    }
    binary.run(["migrate"], {**values, **urls(cluster, settings.TEST_TEMPLATE)}, quiet=True)
    cluster.psql(f"CREATE DATABASE {settings.TEST_DATABASE} TEMPLATE {settings.TEST_TEMPLATE} OWNER annals_owner")
    # A clone has the template's content, but not the rights on the database itself.
    prepare(cluster, settings.TEST_DATABASE)
    # What a crash could lose is of no interest here, and waiting for the disk is most of a small transaction.
    cluster.psql(f"ALTER DATABASE {settings.TEST_DATABASE} SET synchronous_commit = off")
    return {
        **values,
        "ANNALS_TEST_DATABASE_URL": cluster.url("annals_app", settings.TEST_DATABASE),
        "ANNALS_TEST_OWNER_DATABASE_URL": cluster.url("annals_owner", settings.TEST_DATABASE),
        "ANNALS_TEST_SUPERUSER_DATABASE_URL": cluster.url("postgres", settings.TEST_DATABASE),
        "ANNALS_TEST_TEMPLATE_DATABASE": settings.TEST_TEMPLATE,
    }


def make_sqlx_database(cluster: Cluster) -> str:
    """A database with the schema of `migrations/`, for the query macros to ask; gives the superuser's URL, as the macros
    explain each query and no other role may call every function.

    The files are run by psql and not by the binary, which cannot be built while its queries and `.sqlx` differ.
    """
    step("Making a database for the query macros")
    drop(cluster, SQLX_DATABASE)
    prepare(cluster, SQLX_DATABASE)
    files = [path for path in sorted(checkout.MIGRATIONS.glob("*.sql")) if not path.name.endswith(".down.sql")]
    if not files:
        raise Problem("there are no files in migrations/")
    for path in files:
        alone = path.read_text(encoding="utf-8").startswith("-- no-transaction")
        cluster.psql("", role="annals_owner", database=SQLX_DATABASE,
                     arguments=(() if alone else ("--single-transaction",)) + (f"--file={path}",))
    return cluster.url(SUPERUSER, SQLX_DATABASE)


def drop(cluster: Cluster, *databases: str) -> None:
    for database in databases:
        cluster.psql(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")


def service_environment(values: Mapping[str, str]) -> "dict[str, str]":
    """The caller's environment with `values` and without the owner's URL, which the serving process must not hold."""
    environment = dict(os.environ, **values)
    environment.pop("ANNALS_OWNER_DATABASE_URL", None)
    return environment
