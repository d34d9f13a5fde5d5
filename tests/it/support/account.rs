//! A fresh account: members, tokens, clients.

use annals::app::App;
use annals::auth::{NewToken, Permission, Profile, Role};
use annals::ids::{AccountId, ScopeId, TokenId, UserId};
use annals::store::accounts::{self, NewMember};
use annals::store::scopes;
use annals::store::service_tokens::{self, NewServiceToken};
use annals::store::tx::SystemPurpose;
use chrono::Duration;

use super::client::Client;
use super::service::Service;

/// A fresh account of a service.
pub struct Account<'a> {
    /// The service.
    pub service: &'a Service,
    /// Its id.
    pub id: AccountId,
    /// Its owner.
    pub owner: UserId,
}

/// What a token shall be.
#[derive(Clone)]
pub struct Wish {
    /// For whom; the owner where nothing is said.
    pub user: Option<UserId>,
    /// What it allows.
    pub permissions: Vec<Permission>,
    /// The path of the node that it is bound to.
    pub scope: Option<String>,
    /// The agent's name.
    pub agent: String,
    /// The device label.
    pub device: Option<String>,
    /// The tool profile.
    pub profile: Profile,
    /// How long it holds; negative for one that has expired.
    pub holds: Duration,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            user: None,
            permissions: Permission::all().collect(),
            scope: None,
            agent: "tester".to_owned(),
            device: Some("test-bench".to_owned()),
            profile: Profile::Generic,
            holds: Duration::days(1),
        }
    }
}

impl<'a> Account<'a> {
    pub(super) const fn new(service: &'a Service, id: AccountId, owner: UserId) -> Self {
        Self { service, id, owner }
    }

    /// Adds a member.
    pub async fn member(&self, role: Role, name: &str) -> UserId {
        let (app, account, name) = (self.service.app.clone(), self.id, name.to_owned());
        self.service.on_runtime(async move { add_member(&app, account, role, &name).await }).await
    }

    /// A token and its id.
    pub async fn token(&self, wish: Wish) -> (String, TokenId) {
        let (app, account, owner) = (self.service.app.clone(), self.id, self.owner);
        self.service.on_runtime(async move { issue(&app, account, owner, wish).await }).await
    }

    /// A client with every permission.
    pub async fn client(&self) -> Client {
        self.client_with(Wish::default()).await
    }

    /// A client with a token of one's wish.
    pub async fn client_with(&self, wish: Wish) -> Client {
        Client::new(&self.service.origin, &self.token(wish).await.0)
    }

    /// Revokes a token, as the command line does.
    pub async fn revoke(&self, token: TokenId) {
        let (app, account) = (self.service.app.clone(), self.id);
        self.service
            .on_runtime(async move {
                let mut tx = app.env.store.system(SystemPurpose::ServiceTokens).await.unwrap();
                assert!(service_tokens::revoke(&mut tx, Some(account), token).await.unwrap());
                tx.commit().await.unwrap();
            })
            .await;
    }
}

pub(super) async fn add_member(app: &App, account: AccountId, role: Role, name: &str) -> UserId {
    let user = UserId::generate();
    let mut tx = app.env.store.system(SystemPurpose::Accounts).await.unwrap();
    let email = format!("{name}-{user}@example.com");
    accounts::insert_user(&mut tx, user, &email, "no password").await.unwrap();
    accounts::insert_member(&mut tx, &NewMember { account, user, role, slug: name, display_name: name }).await.unwrap();
    scopes::insert_personal(&mut tx, account, user, name).await.unwrap();
    tx.commit().await.unwrap();
    user
}

async fn issue(app: &App, account: AccountId, owner: UserId, wish: Wish) -> (String, TokenId) {
    let id = TokenId::generate();
    let user = wish.user.unwrap_or(owner);
    let expires_at = app.env.clock.now() + wish.holds;
    let new = NewToken { id, account, user, permissions: &wish.permissions, profile: wish.profile, expires_at };
    let issued = app.env.issuer.issue(&new).unwrap();
    let mut tx = app.env.store.system(SystemPurpose::ServiceTokens).await.unwrap();
    let scope: Option<ScopeId> = match &wish.scope {
        Some(path) => {
            Some(scopes::find_for_operator(&mut tx, account, path).await.unwrap().expect("the scope is there"))
        }
        None => None,
    };
    let row = NewServiceToken {
        id,
        account,
        user,
        name: &wish.agent,
        permissions: &wish.permissions,
        scope,
        agent: &wish.agent,
        device: wish.device.as_deref(),
        profile: wish.profile,
        last_four: &issued.last_four,
        expires_at,
    };
    service_tokens::insert(&mut tx, &row).await.unwrap();
    tx.commit().await.unwrap();
    (issued.token, id)
}
