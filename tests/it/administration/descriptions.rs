//! Descriptions that share a part of themselves still say the rest.

use annals::CATALOG;

#[test]
fn no_description_leaves_out_what_is_its_own() {
    for entry in &CATALOG {
        let spec = entry.spec();
        for (part, text) in
            [("name", spec.name), ("title", spec.title), ("help", spec.help), ("route", spec.route.path)]
        {
            assert!(!text.trim().is_empty(), "{} says no {part}", spec.name);
        }
        let asks = !spec.permissions.is_empty() || spec.name == "me_get";
        assert!(asks, "{} asks for no permission", spec.name);
    }
}
