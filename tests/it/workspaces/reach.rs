//! Who reaches which workspace.

use annals::auth::Role;
use serde_json::{Value, json};

use super::staff::{client_of, let_read, staff};
use super::ways::{WAYS, Way, ask, save, team};
use crate::support::{Wish, service};

/// Every tool that takes a workspace, with arguments for a record.
fn every_tool(id: i64, scope: &Value) -> Vec<(&'static str, Value)> {
    vec![
        ("memory_save", json!({"content": "A text for a workspace.", "scope": scope})),
        ("memory_recall", json!({"query": "a text", "scope": scope})),
        ("memory_get", json!({"id": id, "scope": scope})),
        (
            "memory_update",
            json!({"id": id, "expected_revision": 1, "content": "Other.", "reason": "So.", "scope": scope}),
        ),
        ("memory_delete", json!({"id": id, "expected_revision": 1, "reason": "So.", "scope": scope})),
        ("memory_history", json!({"id": id, "scope": scope})),
        ("memory_export", json!({"scope": scope})),
    ]
}

#[tokio::test]
async fn a_foreign_workspace_and_one_that_is_not_there_are_refused_alike() {
    let staff = staff().await;
    let id = save(&staff.vasya, "Engineering keeps this to itself.", team("engineering")).await;
    for way in WAYS {
        let mut tools = every_tool(id, &team("engineering"));
        tools.push(("memory_report", json!({"scope": "team", "team_id": "engineering"})));
        for (tool, arguments) in tools {
            let foreign = ask(&staff.boris, way, tool, arguments.clone()).await;
            let made_up = serde_json::from_str(&arguments.to_string().replace("engineering", "made-up")).unwrap();
            let made_up = ask(&staff.boris, way, tool, made_up).await;
            assert_eq!(
                (foreign.code(), foreign.sentence()),
                ("forbidden".to_owned(), "Workspace unavailable".to_owned()),
                "{tool}"
            );
            if way == Way::Rest {
                assert_eq!((made_up.code(), made_up.sentence()), (foreign.code(), foreign.sentence()));
            } else {
                assert_eq!(made_up.raw, foreign.raw);
                assert_eq!(foreign.body, json!({"error": "Workspace unavailable", "code": "forbidden"}));
            }
        }
    }
}

#[tokio::test]
async fn a_workspace_that_may_only_be_read_says_so() {
    let staff = staff().await;
    let id = save(&staff.vasya, "Boris may read this.", team("engineering")).await;
    let reader = staff.account.member(Role::Member, "reader").await;
    let_read(&staff.account, "teams/engineering", reader).await;
    let client = client_of(&staff.account, reader, "reading").await;
    for way in WAYS {
        for (tool, arguments) in every_tool(id, &team("engineering")) {
            let told = ask(&client, way, tool, arguments).await;
            if matches!(tool, "memory_save" | "memory_update" | "memory_delete") {
                assert_eq!(
                    (told.code(), told.sentence()),
                    ("forbidden".to_owned(), "Workspace is read-only".to_owned())
                );
            } else {
                assert_eq!(told.answer()["notice"].as_str().map(str::is_empty), Some(false), "{tool}");
            }
        }
    }
    let scopes = ask(&client, Way::Bare, "memory_scopes", json!({})).await.answer();
    let listed: Vec<(&str, bool)> = scopes["workspaces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["key"].as_str().unwrap(), one["writable"].as_bool().unwrap()))
        .collect();
    assert_eq!(listed, [("personal", true), ("shared", true), ("team:engineering", false)]);
}

#[tokio::test]
async fn a_personal_workspace_is_its_owner_s_alone() {
    let staff = staff().await;
    let id = save(&staff.vasya, "Vasya dislikes Mondays.", json!({"kind": "personal"})).await;
    for way in WAYS {
        for other in [&staff.anna, &staff.owner] {
            let told = ask(other, way, "memory_get", json!({"id": id})).await;
            let missing = ask(other, way, "memory_get", json!({"id": 999_999_999})).await;
            assert_eq!((told.code(), told.sentence()), ("not_found".to_owned(), missing.sentence()));
            let recalled = ask(other, way, "memory_recall", json!({"query": "Vasya dislikes Mondays"})).await.answer();
            assert_eq!(recalled["results"], json!([]));
        }
        assert_eq!(ask(&staff.vasya, way, "memory_get", json!({"id": id})).await.data()["id"], json!(id));
    }
}

#[tokio::test]
async fn a_record_is_found_in_its_own_workspace_alone() {
    let staff = staff().await;
    let id = save(&staff.vasya, "This one is shared with all.", json!({"kind": "shared"})).await;
    for way in WAYS {
        for scope in [json!({"kind": "personal"}), team("engineering")] {
            for tool in ["memory_get", "memory_history"] {
                let told = ask(&staff.vasya, way, tool, json!({"id": id, "scope": scope})).await;
                assert_eq!(told.code(), "not_found");
            }
        }
        let read = ask(&staff.boris, way, "memory_get", json!({"id": id, "scope": {"kind": "shared"}})).await.answer();
        assert_eq!((&read["scope"], &read["scope_tags"]), (&json!({"kind": "shared"}), &json!(["scope:shared"])));
    }
}

#[tokio::test]
async fn a_token_bound_to_a_team_reaches_nothing_beside_it() {
    let staff = staff().await;
    let wish = Wish {
        user: Some(staff.vasya_id),
        permissions: annals::auth::DEFAULT_PERMISSIONS.to_vec(),
        scope: Some("teams/engineering".to_owned()),
        ..Wish::default()
    };
    let bound = staff.account.client_with(wish).await;
    for way in WAYS {
        for scope in [json!({"kind": "personal"}), json!({"kind": "shared"}), team("design")] {
            let told = ask(&bound, way, "memory_save", json!({"content": "Where does this go?", "scope": scope})).await;
            assert_eq!(told.sentence(), "Workspace unavailable");
        }
        let recalled = ask(&bound, way, "memory_recall", json!({"query": "anything"})).await.answer();
        assert_eq!(recalled["searched"], json!([team("engineering")]));
    }
}

#[tokio::test]
async fn the_same_text_in_two_accounts_is_two_records() {
    for way in WAYS {
        let (one, other) = (service().account().await, service().account().await);
        let (one, other) = (one.client().await, other.client().await);
        let arguments =
            json!({"content": format!("Two accounts say this over {way:?}."), "request_id": super::ways::call_key()});
        let first = ask(&one, way, "memory_save", arguments.clone()).await.data();
        let second = ask(&other, way, "memory_save", arguments).await.data();
        for member in ["type", "content", "project", "tags", "revision", "saved", "deduplicated", "seen_count"] {
            assert_eq!(first[member], second[member], "{member}");
        }
        let keys = |data: &Value| data.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&first), keys(&second));
        let gone = json!({"id": first["id"], "expected_revision": 1, "reason": "Not here."});
        assert_eq!(ask(&one, way, "memory_delete", gone).await.data()["deleted"], json!(true));
        assert_eq!(ask(&one, way, "memory_get", json!({"id": first["id"]})).await.code(), "not_found");
        assert_eq!(
            ask(&other, way, "memory_get", json!({"id": second["id"]})).await.data()["content"],
            second["content"]
        );
    }
}
