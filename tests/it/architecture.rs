//! The shape of the house: who may import whom, what stands in one room alone, how long files are, and whether documents
//! name what is there. Each check is a function of a path and a text, so that planted faults show that it sees them.
//!
//! The import table is the one in the documentation of `src/lib.rs`: it is read, not repeated here.

mod documents;
mod files;
mod rooms;
mod scan;
mod tree;
mod words;

use rooms::Table;
use tree::{source_files, tracked_files};

fn table() -> Table {
    Table::read(&tree::read("src/lib.rs"))
}

#[test]
fn rooms_import_what_the_table_lets_them() {
    let table = table();
    let mut found = Vec::new();
    for (path, text) in source_files() {
        found.extend(rooms::faults(&path, &text, &table));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_table_names_every_room_and_no_other() {
    let table = table();
    let modules = scan::declared_modules(&tree::read("src/lib.rs"));
    let rooms: Vec<String> = table.rooms().filter(|room| !room.contains("::")).map(str::to_owned).collect();
    for module in &modules {
        assert!(rooms.contains(module), "{module} has no row in the table of src/lib.rs");
    }
    for room in table.rooms() {
        let place = format!("src/{}", room.replace("::", "/"));
        assert!(
            tree::exists(&format!("{place}.rs")) || tree::exists(&format!("{place}/mod.rs")),
            "the table of src/lib.rs has a row for {room}, which is not there"
        );
    }
    for name in table.crates() {
        let dependency = tree::dependencies().into_iter().any(|dependency| dependency == name);
        assert!(dependency, "the table of src/lib.rs has a row for {name}, which is no dependency");
    }
}

#[test]
fn imports_that_the_table_forbids_are_seen() {
    let table = table();
    for (path, text, word) in [
        ("src/surface/rest.rs", "use crate::store::memories;", "store::memories"),
        ("src/surface/mcp/tools.rs", "fn f() { crate::store::tx::Store::open(); }", "store::tx"),
        ("src/recall/search.rs", "use crate::{error::AppError, op::Cx};", "op::Cx"),
        ("src/ids.rs", "use super::store::memories;", "store::memories"),
        ("src/frame/clean.rs", "mod inner { use super::super::super::auth::Caller; }", "auth::Caller"),
        ("src/store/tx/pool.rs", "use crate::store::memories::get;", "store::memories"),
        ("src/store/memories/read.rs", "use crate::op::Cx;", "op::Cx"),
        ("src/op/invoke.rs", "use crate::ops::CATALOG;", "ops::CATALOG"),
        ("src/op/invoke.rs", "use crate::CATALOG;", "ops::CATALOG"),
        ("src/op/invoke.rs", "use crate::store::memories;", "store::memories"),
        ("src/ops/memories/recall.rs", "use crate::surface::problem;", "surface::problem"),
        ("src/ops/memories/recall.rs", "fn f() { sqlx::query!(\"SELECT 1\"); }", "sqlx"),
        ("src/ops/memories/recall.rs", "use reqwest::Client;", "reqwest"),
        ("src/op/entry.rs", "use axum::Router;", "axum"),
        ("src/surface/rest.rs", "use rmcp::model::Tool;", "rmcp"),
        ("src/auth/caller.rs", "use {sqlx::PgPool, std::fmt};", "sqlx"),
        ("src/command/serve.rs", "use sqlx as s;", "sqlx"),
        ("src/newroom/thing.rs", "use crate::ids::MemoryId;", "newroom"),
        ("src/surface/rest.rs", "use crate::nowhere::Thing;", "nowhere"),
    ] {
        let found = rooms::faults(path, text, &table);
        assert!(found.iter().any(|fault| fault.contains(word)), "{path}: {text}: {found:?}");
    }
    for (path, text) in [
        ("src/surface/rest.rs", "use crate::op::{Entry, Reply}; use axum::Router; // use crate::store::memories;"),
        ("src/surface/mcp/tools.rs", "use rmcp::model::Tool; const S: &str = \"crate::store::memories\";"),
        ("src/store/memories/read.rs", "use crate::store::tx::AccountTx; use super::insert; use sqlx::Row;"),
        ("src/store/tx/store.rs", "use crate::store::access::Access; pub(in crate::store) fn f() {}"),
        ("src/frame/clean.rs", "use super::hidden::marked; mod tests { use super::*; use super::super::fold; }"),
        ("src/server.rs", "use crate::{app::App, surface::health::{self, Draining}};"),
    ] {
        assert_eq!(rooms::faults(path, text, &table), [""; 0], "{path}: {text}");
    }
}

#[test]
fn words_stand_where_they_may() {
    let mut found = Vec::new();
    for (path, text) in tracked_files(&["rs"]) {
        found.extend(words::code_faults(&path, &text));
    }
    for (path, text) in tracked_files(&[]) {
        found.extend(words::text_faults(&path, &text));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn words_that_stand_elsewhere_are_seen() {
    for (path, text) in [
        ("src/store/memories/read.rs", "let q = AssertSqlSafe(text);"),
        ("src/app.rs", "let url = std::env::var(\"X\");"),
        ("src/app.rs", "use std::env;"),
        ("src/app.rs", "let v = env::var_os(\"X\");"),
        ("src/app.rs", "#[allow(dead_code)]\nfn f() {}"),
        ("src/app.rs", "#![allow(dead_code)]"),
        ("tests/it/x.rs", "#[cfg_attr(test, allow(dead_code))]\nfn f() {}"),
        ("src/recall/search.rs", "unsafe { f() }"),
        ("src/recall/search.rs", "fn f() { todo!() }"),
        ("src/recall/search.rs", "fn f() { unimplemented!() }"),
        ("src/recall/search.rs", "fn f() { dbg!(1); }"),
    ] {
        assert!(!words::code_faults(path, text).is_empty(), "{path}: {text}");
    }
    for (path, text) in [
        ("src/store/tx/migrate.rs", "let q = AssertSqlSafe(text); // allow"),
        ("src/config.rs", "use std::env;"),
        ("src/app.rs", "#[expect(dead_code, reason = \"#[allow(x)]\")]\nlet env = app.env.store;"),
    ] {
        assert_eq!(words::code_faults(path, text), [""; 0], "{path}: {text}");
    }
    for word in words::MACHINE_WORDS {
        assert!(!words::text_faults("README.md", &format!("see {word}x")).is_empty(), "{word}");
    }
    assert!(!words::text_faults("docs/notes.md", concat!("run ../sha", "red/tool")).is_empty());
    assert_eq!(words::text_faults("Makefile", concat!("ANNALS_EVAL_DATA ?= ../sha", "red/eval")), [""; 0]);
    assert_eq!(words::text_faults("README.md", "curl http://127.0.0.1:8080/livez"), [""; 0]);
}

#[test]
fn files_are_short_and_named_for_what_they_hold() {
    let mut found = Vec::new();
    for (path, text) in tracked_files(&["rs", "py", "ts"]) {
        found.extend(files::faults(&path, &text));
    }
    for (path, _) in files::LONG {
        if !tree::exists(path) {
            found.push(format!("{path} is on the list of long files and is not there"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn long_and_badly_named_files_are_seen() {
    let lines = |count: usize| "fn f() {}\n".repeat(count);
    let (listed, most) = *files::LONG.iter().find(|(_, most)| *most > 350).expect("a file of over 350 lines");
    for (path, text, word) in [
        ("src/recall/search.rs", lines(601), "600"),
        ("src/recall/search.rs", lines(301), "300"),
        (listed, lines(most + 1), "may not grow"),
        (listed, lines(most - 50), "lower"),
        (listed, lines(300), "off the list"),
        ("src/utils.rs", lines(1), "utils"),
        ("src/recall/helpers/mod.rs", String::new(), "helpers"),
        ("tests/it/support/common.rs", lines(1), "common"),
        ("deploy/local/manager.py", lines(1), "manager"),
        ("src/recall/mod.rs", "mod a;\npub use a::B;\nfn f() {}\n".to_owned(), "holds f"),
        ("src/recall/mod.rs", "const LIMIT: usize = 1;\n".to_owned(), "holds LIMIT"),
        ("src/recall/mod.rs", "impl X { fn f() {} }\n".to_owned(), "holds an impl"),
        ("src/ops/mod.rs", "pub static OTHER: u8 = 1;\n".to_owned(), "holds OTHER"),
    ] {
        let found = files::faults(path, &text);
        assert!(found.iter().any(|fault| fault.contains(word)), "{path}: {word}: {found:?}");
    }
    for (path, text) in [
        ("src/recall/search.rs", lines(300)),
        (listed, lines(most)),
        ("src/recall/mod.rs", "//! Docs.\n\n#[cfg(test)]\nmod tests;\npub mod a;\npub use a::{B, C};\n".to_owned()),
        ("src/ops/mod.rs", "pub static CATALOG: [u8; 1] = [1];\npub fn find() {}\n".to_owned()),
    ] {
        assert_eq!(files::faults(path, &text), [""; 0], "{path}");
    }
}

#[test]
fn documents_name_what_is_there() {
    let mut found = Vec::new();
    for (path, text) in tracked_files(&["md"]) {
        found.extend(documents::faults(&path, &text));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn names_of_what_is_not_there_are_seen() {
    for text in [
        "See `src/nowhere.rs`.",
        "Run `bash .ci/no-such-run`.",
        "[there](docs/nowhere.md)",
        "[there](docs/nowhere.md#part)",
        "| `src/recall/nowhere/` | x |",
    ] {
        assert!(!documents::faults("README.md", text).is_empty(), "{text}");
    }
    for text in [
        "See `src/lib.rs`, `src/store/`, `migrations/*.sql` and `.local/env`.",
        "Run `bash .ci/run`; [crate](Cargo.toml), [section](#part), [site](https://example.com/src/x).",
        "`docs/<name>.md` and `GET /v1/memories/{id}`",
    ] {
        assert_eq!(documents::faults("README.md", text), [""; 0], "{text}");
    }
}
