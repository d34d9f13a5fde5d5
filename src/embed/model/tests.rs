use super::*;

fn model() -> Model {
    Model {
        name: "m".into(),
        dimensions: 384,
        query_prefix: String::new(),
        passage_prefix: String::new(),
        digest: None,
    }
}

#[test]
fn the_key_tells_apart_all_that_makes_vectors_incomparable() {
    let changed = [
        Model { name: "n".into(), ..model() },
        Model { dimensions: 256, ..model() },
        Model { query_prefix: "query: ".into(), ..model() },
        Model { passage_prefix: "query: ".into(), ..model() },
        Model { digest: Some("00".into()), ..model() },
    ];
    let mut keys: Vec<String> = changed.iter().map(Model::key).collect();
    keys.push(model().key());
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 6);
    assert_eq!(model().key(), model().key());
}

#[test]
fn fields_do_not_run_into_each_other() {
    let one = Model { query_prefix: "ab".into(), passage_prefix: "c".into(), ..model() };
    let other = Model { query_prefix: "a".into(), passage_prefix: "bc".into(), ..model() };
    assert_ne!(one.key(), other.key());
}

#[test]
fn a_long_name_stays_bounded() {
    let long = Model { name: "ü".repeat(500), ..model() };
    assert_eq!(long.key().chars().count(), 64 + 1 + 16);
}

#[test]
fn the_prefix_follows_the_purpose() {
    let both = Model { query_prefix: "query: ".into(), passage_prefix: "passage: ".into(), ..model() };
    assert_eq!(both.prefixed("x", Purpose::Query), "query: x");
    assert_eq!(both.prefixed("x", Purpose::Passage), "passage: x");
}
