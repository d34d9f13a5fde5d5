//! Who may import whom.

use std::collections::BTreeMap;

use super::scan::{module_of, named_paths};
use super::tree::dependencies;

/// The table in the documentation of `src/lib.rs`.
pub struct Table {
    /// What each room may use, as paths.
    rooms: BTreeMap<String, Vec<String>>,
    /// The rooms that may name an outside crate, where not all may.
    crates: BTreeMap<String, Vec<String>>,
    /// What the root re-exports, with the room that it comes from.
    reexports: BTreeMap<String, String>,
}

const EVERYTHING: &str = "everything";

impl Table {
    /// Reads the two tables. `leaves` stands for the rooms of the first row.
    pub fn read(lib: &str) -> Self {
        let mut table = Self { rooms: BTreeMap::new(), crates: BTreeMap::new(), reexports: BTreeMap::new() };
        let mut leaves: Vec<String> = Vec::new();
        let mut outside = false;
        for line in lib.lines().filter_map(|line| line.strip_prefix("//! |")) {
            let cells: Vec<&str> = line.trim_end_matches('|').split('|').map(str::trim).collect();
            let [names, uses] = cells[..] else { panic!("a row of two cells: {line}") };
            if uses.starts_with("may use") || uses.starts_with("named in") {
                outside = uses.starts_with("named in");
                continue;
            }
            if uses.starts_with("---") {
                continue;
            }
            let names = code_words(names);
            if leaves.is_empty() {
                leaves.clone_from(&names);
            }
            let mut allowed = code_words(uses);
            if uses.starts_with(EVERYTHING) {
                allowed.push(EVERYTHING.to_owned());
            }
            if uses.contains("leaves") {
                allowed.extend(leaves.iter().cloned());
            }
            for name in names {
                let rows = if outside { &mut table.crates } else { &mut table.rooms };
                assert!(rows.insert(name.clone(), allowed.clone()).is_none(), "two rows for {name}");
            }
        }
        for line in lib.lines().filter_map(|line| line.strip_prefix("pub use ")) {
            let (room, names) = line.trim_end_matches(';').split_once("::").expect("a re-export names a room");
            for name in names.trim_matches(['{', '}']).split(',') {
                table.reexports.insert(name.trim().to_owned(), room.to_owned());
            }
        }
        assert!(table.rooms.len() > 15 && table.crates.len() > 3, "the table of src/lib.rs was not understood");
        table
    }

    /// Every room.
    pub fn rooms(&self) -> impl Iterator<Item = &str> {
        self.rooms.keys().map(String::as_str)
    }

    /// Every outside crate that has a row.
    pub fn crates(&self) -> impl Iterator<Item = &str> {
        self.crates.keys().map(String::as_str)
    }

    /// The narrowest room that holds a module.
    fn room_of(&self, module: &str) -> Option<&str> {
        self.rooms().filter(|room| lies_in(module, room)).max_by_key(|room| room.len())
    }
}

/// The words in backticks.
fn code_words(cell: &str) -> Vec<String> {
    let words = cell.split('`').skip(1).step_by(2);
    words.flat_map(|words| words.split_whitespace().map(str::to_owned)).collect()
}

fn lies_in(module: &str, room: &str) -> bool {
    module == room || module.strip_prefix(room).is_some_and(|rest| rest.starts_with("::"))
}

/// The imports of a file that the table does not let it have.
pub fn faults(path: &str, text: &str, table: &Table) -> Vec<String> {
    let module = module_of(path).join("::");
    // The root is the map itself, and the program calls the command line.
    if module.is_empty() {
        return Vec::new();
    }
    let Some(room) = table.room_of(&module) else {
        return vec![format!("{path}: {module} has no row in the table of src/lib.rs")];
    };
    let allowed = &table.rooms[room];
    let mut faults = Vec::new();
    for named in named_paths(path, text, &dependencies()) {
        let Some(first) = named.first() else { continue };
        if let Some(name) = first.strip_prefix("::") {
            if let Some(rooms) = table.crates.get(name)
                && !rooms.iter().any(|room| lies_in(&module, room))
            {
                faults.push(format!("{path}: {name} is named in {} alone", rooms.join(", ")));
            }
            continue;
        }
        let target = match table.reexports.get(first) {
            Some(room) => format!("{room}::{}", named.join("::")),
            None => named.join("::"),
        };
        let is_known = table.room_of(&target).is_some();
        let may = lies_in(&target, room)
            || (is_known && allowed.iter().any(|room| room == EVERYTHING || lies_in(&target, room)));
        if !may {
            faults.push(format!("{path}: {room} may not use {target}"));
        }
    }
    faults
}
