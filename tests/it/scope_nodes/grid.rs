//! The grid: what each person may do in each node, as rulings 12 and 13 say it. `r` reads, `w` writes, `-` neither.

use std::collections::BTreeMap;

/// Persons and nodes; see `household` for how each person comes to what it reaches.
pub const GRID: &str = "
    person              root  open  shut  shut/in  shut/deep  red  red/in  own  other
    owner               rw    rw    rw    rw       rw         rw   rw      rw   --
    admin               rw    rw    rw    rw       rw         rw   rw      rw   --
    member              rw    rw    --    --       --         --   --      rw   --
    viewer              r-    r-    --    --       --         --   --      r-   --
    red-member          rw    rw    --    --       --         rw   rw      rw   --
    red-viewer          r-    r-    --    --       --         r-   r-      r-   --
    blue-member         rw    rw    r-    r-       r-         --   --      rw   --
    read-shut           rw    rw    r-    --       --         --   --      rw   --
    write-shut          rw    rw    rw    --       --         --   --      rw   --
    read-below-shut     rw    rw    r-    r-       r-         --   --      rw   --
    write-below-shut    rw    rw    rw    rw       rw         --   --      rw   --
    viewer-below-shut   r-    r-    r-    r-       r-         --   --      r-   --
    write-deep          rw    rw    --    --       rw         --   --      rw   --
    read-red            rw    rw    --    --       --         r-   --      rw   --
    write-below-red     rw    rw    --    --       --         rw   rw      rw   --
    bound-root          rw    rw    --    --       --         --   --      rw   --
    bound-open          --    rw    --    --       --         --   --      --   --
    bound-shut          --    --    rw    rw       rw         --   --      --   --
    bound-astray        --    --    --    --       --         --   --      --   --
    bound-red           --    --    --    --       --         rw   rw      --   --
";

/// What a person may do in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct May {
    /// Read.
    pub read: bool,
    /// Write.
    pub write: bool,
}

/// The grid's cells, by person and node.
pub fn cells(grid: &str) -> BTreeMap<(String, String), May> {
    let mut lines = grid.lines().map(str::trim).filter(|line| !line.is_empty());
    let nodes: Vec<&str> = lines.next().unwrap().split_whitespace().skip(1).collect();
    let mut cells = BTreeMap::new();
    for line in lines {
        let mut words = line.split_whitespace();
        let person = words.next().unwrap();
        let marks: Vec<&str> = words.collect();
        assert_eq!(marks.len(), nodes.len(), "{line}");
        for (node, mark) in nodes.iter().zip(marks) {
            assert!(matches!(mark, "rw" | "r-" | "--"), "{line}");
            let may = May { read: mark.starts_with('r'), write: mark.ends_with('w') };
            cells.insert((person.to_owned(), (*node).to_owned()), may);
        }
    }
    cells
}
