//! An account with a node of every kind, a memory in each, and the people of the grid.

use std::collections::BTreeMap;

use annals::auth::Role;
use annals::ids::UserId;
use serde_json::json;

use crate::support::{Account, Client, Database, Service, Wish, superuser_database_url};

/// A node of the grid: its name there and its path. `own` and `other` are personal nodes.
pub const NODES: [(&str, &str); 9] = [
    ("root", ""),
    ("open", "projects/open"),
    ("shut", "projects/shut"),
    ("shut/in", "projects/shut/projects/in"),
    ("shut/deep", "projects/shut/projects/deep"),
    ("red", "teams/red"),
    ("red/in", "teams/red/projects/in"),
    ("own", "people/"),
    ("other", "people/bystander"),
];

/// The nodes that are restricted.
const RESTRICTED: [&str; 2] = ["projects/shut", "projects/shut/projects/deep"];

/// What stands in the memory of each node, besides the node's name: every question finds all of them.
pub const QUESTION: &str = "harbour pilots report";

/// A person of the grid.
pub struct Person {
    /// The name in the grid, which is the slug too.
    pub name: &'static str,
    /// The client.
    pub client: Client,
    /// The memory in each node, by the node's name in the grid.
    pub memories: BTreeMap<&'static str, String>,
}

/// How a person comes to what it reaches.
struct Means {
    name: &'static str,
    role: Role,
    team: Option<&'static str>,
    /// Node, read or write, and whether below.
    grant: Option<(&'static str, &'static str, bool)>,
    bound: Option<&'static str>,
}

const fn means(name: &'static str, role: Role) -> Means {
    Means { name, role, team: None, grant: None, bound: None }
}

const PEOPLE: &[Means] = &[
    means("owner", Role::Owner),
    means("admin", Role::Admin),
    means("member", Role::Member),
    means("viewer", Role::Viewer),
    Means { team: Some("red"), ..means("red-member", Role::Member) },
    Means { team: Some("red"), ..means("red-viewer", Role::Viewer) },
    Means { team: Some("blue"), ..means("blue-member", Role::Member) },
    Means { grant: Some(("projects/shut", "read", false)), ..means("read-shut", Role::Member) },
    Means { grant: Some(("projects/shut", "write", false)), ..means("write-shut", Role::Member) },
    Means { grant: Some(("projects/shut", "read", true)), ..means("read-below-shut", Role::Member) },
    Means { grant: Some(("projects/shut", "write", true)), ..means("write-below-shut", Role::Member) },
    Means { grant: Some(("projects/shut", "write", true)), ..means("viewer-below-shut", Role::Viewer) },
    Means { grant: Some(("projects/shut/projects/deep", "write", false)), ..means("write-deep", Role::Member) },
    Means { grant: Some(("teams/red", "read", false)), ..means("read-red", Role::Member) },
    Means { grant: Some(("teams/red", "write", true)), ..means("write-below-red", Role::Member) },
    Means { bound: Some(""), ..means("bound-root", Role::Member) },
    Means { bound: Some("projects/open"), ..means("bound-open", Role::Owner) },
    Means { bound: Some("projects/shut"), ..means("bound-shut", Role::Admin) },
    Means { bound: Some("projects/shut"), ..means("bound-astray", Role::Member) },
    Means { bound: Some("teams/red"), ..means("bound-red", Role::Owner) },
];

/// Makes the account and gives its people.
pub async fn household(service: &Service) -> (Account<'_>, Vec<Person>) {
    let account = service.account().await;
    account.member(Role::Member, "bystander").await;
    let owner = account.client().await;
    for (_, path) in NODES {
        if !path.is_empty() && !path.starts_with("people/") {
            owner.post("/v1/scopes", json!({"path": path})).await.expect(200);
        }
    }
    owner.post("/v1/scopes", json!({"path": "teams/blue"})).await.expect(200);
    let mut database = Database::connect(&superuser_database_url()).await;
    let id = account.id.uuid();
    for path in RESTRICTED {
        let restrict =
            format!("UPDATE scope_nodes SET restricted = true WHERE account_id = '{id}' AND path = '{path}'");
        assert_eq!(database.must(&restrict).await, 1);
    }
    grant(&mut database, &account, "projects/shut", ("NULL", "'blue'"), "read", true).await;

    let mut shared = BTreeMap::new();
    for (node, path) in NODES.iter().filter(|(node, _)| *node != "own") {
        let writer = match *node {
            "other" => {
                account
                    .client_with(Wish {
                        user: Some(user(&mut database, &account, "bystander").await),
                        ..Wish::default()
                    })
                    .await
            }
            _ => owner.clone(),
        };
        shared.insert(*node, write(&writer, node, path).await);
    }
    let mut people = Vec::new();
    for means in PEOPLE {
        people.push(person(&account, &mut database, means, &shared).await);
    }
    (account, people)
}

async fn person(
    account: &Account<'_>,
    database: &mut Database,
    means: &Means,
    shared: &BTreeMap<&'static str, String>,
) -> Person {
    let name = means.name;
    let user = match name {
        "owner" => account.owner,
        _ => account.member(means.role, name).await,
    };
    let id = account.id.uuid();
    if let Some(team) = means.team {
        database
            .must(&format!(
                "INSERT INTO team_members (account_id, team, user_id) VALUES ('{id}', '{team}', '{}')",
                user.uuid()
            ))
            .await;
    }
    if let Some((node, access, below)) = means.grant {
        grant(database, account, node, (&format!("'{}'", user.uuid()), "NULL"), access, below).await;
    }
    let mut memories = shared.clone();
    memories.insert("own", own_memory(account, database, user, name).await);
    let scope = means.bound.map(str::to_owned);
    let client = account.client_with(Wish { user: Some(user), scope, ..Wish::default() }).await;
    Person { name, client, memories }
}

/// A memory in the person's own node. A viewer has it from the time when it was a member.
async fn own_memory(account: &Account<'_>, database: &mut Database, user: UserId, name: &str) -> String {
    let role = |role: &str| {
        format!(
            "UPDATE memberships SET role = '{role}' WHERE account_id = '{}' AND user_id = '{}'",
            account.id.uuid(),
            user.uuid()
        )
    };
    let now = database
        .value(&format!(
            "SELECT role FROM memberships WHERE account_id = '{}' AND user_id = '{}'",
            account.id.uuid(),
            user.uuid()
        ))
        .await;
    database.must(&role("member")).await;
    let client = account.client_with(Wish { user: Some(user), ..Wish::default() }).await;
    let memory = write(&client, "own", &format!("people/{name}")).await;
    database.must(&role(&now)).await;
    memory
}

/// What the memory of a node says.
pub fn content(node: &str) -> String {
    format!("The {QUESTION} at {node}.")
}

async fn write(client: &Client, node: &str, path: &str) -> String {
    let path = if path.is_empty() { "log".to_owned() } else { format!("{path}/log") };
    let body = json!({"content": content(node), "path": path});
    client.post("/v1/memories", body).await.expect(200)["id"].as_str().unwrap().to_owned()
}

async fn grant(
    database: &mut Database,
    account: &Account<'_>,
    path: &str,
    whom: (&str, &str),
    access: &str,
    below: bool,
) {
    let id = account.id.uuid();
    let (user, team) = whom;
    let given = database
        .must(&format!(
            "INSERT INTO scope_grants (account_id, id, node_id, user_id, team, access, below)
             SELECT '{id}', gen_random_uuid(), id, {user}, {team}, '{access}', {below}
             FROM scope_nodes WHERE account_id = '{id}' AND path = '{path}'"
        ))
        .await;
    assert_eq!(given, 1, "{path}");
}

async fn user(database: &mut Database, account: &Account<'_>, slug: &str) -> UserId {
    let found = database
        .value(&format!(
            "SELECT user_id FROM memberships WHERE account_id = '{}' AND slug = '{slug}'",
            account.id.uuid()
        ))
        .await;
    found.parse().unwrap()
}
