//! Credentials that open nothing, each for one reason.

use annals::auth::{NewToken, Permission, Profile, Role, TokenIssuer};
use annals::clock::Clock;
use annals::ids::{AccountId, TokenId, UserId};
use chrono::Duration;

use crate::support::{Account, Client, Database, Service, Wish, superuser_database_url};

/// What is wrong with a credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// There is none.
    None,
    /// It is no token.
    Garbage,
    /// One character of the signature was changed.
    Tampered,
    /// Its time is over.
    Expired,
    /// The time of its row is over, not its own.
    ExpiredGrant,
    /// It was revoked.
    Revoked,
    /// It was made for another service with the same keys.
    OtherIssuer,
    /// It names a grant of another account.
    ForeignGrant,
    /// It names a grant and a member of another account.
    ForeignMember,
    /// Its member was removed.
    RemovedMember,
    /// Its account was closed.
    ClosedAccount,
}

impl Credential {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::None,
        Self::Garbage,
        Self::Tampered,
        Self::Expired,
        Self::ExpiredGrant,
        Self::Revoked,
        Self::OtherIssuer,
        Self::ForeignGrant,
        Self::ForeignMember,
        Self::RemovedMember,
        Self::ClosedAccount,
    ];
}

/// A client with a credential of this kind. Each that was good before it was spoiled is seen to work before.
pub async fn client_with(service: &Service, credential: Credential) -> Client {
    let account = service.account().await;
    let (good, id) = account.token(Wish::default()).await;
    let token = match credential {
        Credential::None => String::new(),
        Credential::Garbage => "annals_garbage".to_owned(),
        Credential::Tampered => tampered(&good),
        Credential::Expired => account.token(Wish { holds: Duration::minutes(-5), ..Wish::default() }).await.0,
        Credential::OtherIssuer => issue(service, "https://elsewhere.example", id, account.id, account.owner),
        Credential::ForeignGrant => {
            let (_, foreign) = service.account().await.token(Wish::default()).await;
            issue(service, &service.origin, foreign, account.id, account.owner)
        }
        Credential::ForeignMember => {
            let other = service.account().await;
            let (_, foreign) = other.token(Wish::default()).await;
            issue(service, &service.origin, foreign, account.id, other.owner)
        }
        Credential::ExpiredGrant | Credential::Revoked | Credential::RemovedMember | Credential::ClosedAccount => {
            spoiled(&account, credential).await
        }
    };
    Client::new(&service.origin, &token)
}

/// A token that worked until just now.
async fn spoiled(account: &Account<'_>, credential: Credential) -> String {
    let member = account.member(Role::Admin, "leaver").await;
    let (token, id) = account.token(Wish { user: Some(member), ..Wish::default() }).await;
    Client::new(&account.service.origin, &token).get("/v1/workspaces").await.expect(200);
    if credential == Credential::Revoked {
        account.revoke(id).await;
        return token;
    }
    let change = match credential {
        Credential::ExpiredGrant => "UPDATE service_tokens SET expires_at = now() - interval '1 minute'",
        Credential::RemovedMember => "UPDATE memberships SET removed_at = now()",
        _ => "UPDATE accounts SET closed_at = now()",
    };
    let only = match credential {
        Credential::ExpiredGrant => format!("AND id = '{}'", id.uuid()),
        Credential::RemovedMember => format!("AND user_id = '{}'", member.uuid()),
        _ => String::new(),
    };
    let mut database = Database::connect(&superuser_database_url()).await;
    let touched = database.must(&format!("{change} WHERE account_id = '{}' {only}", account.id.uuid())).await;
    assert_eq!(touched, 1);
    token
}

fn tampered(token: &str) -> String {
    let place = token.len() - 20;
    let other = if &token[place..=place] == "A" { "B" } else { "A" };
    format!("{}{other}{}", &token[..place], &token[place + 1..])
}

fn issue(service: &Service, issuer: &str, id: TokenId, account: AccountId, user: UserId) -> String {
    let issuer = TokenIssuer::new(service.app.keys.clone(), Clock::default(), issuer.to_owned());
    let permissions: Vec<Permission> = Permission::all().collect();
    let expires_at = service.app.env.clock.now() + Duration::days(1);
    let new = NewToken { id, account, user, permissions: &permissions, profile: Profile::Generic, expires_at };
    issuer.issue(&new).unwrap().token
}
