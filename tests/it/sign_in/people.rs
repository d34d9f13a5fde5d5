//! People with passwords, and services that know the addresses of browsers.

use std::sync::OnceLock;

use annals::auth::{Role, hash_password};
use annals::clock::Clock;
use annals::config::{AddressRange, Config};
use annals::ids::{AccountId, UserId};
use annals::store::accounts::{self, NewMember};
use annals::store::people;
use annals::store::scopes;
use annals::store::tx::SystemPurpose;

use crate::support::Service;

/// The password of every person here.
pub const PASSWORD: &str = "correct horse battery";

/// A person who can sign in.
pub struct Person {
    pub user: UserId,
    pub email: String,
}

/// A service behind a proxy on loopback, which says where each browser comes from.
pub fn door() -> &'static Service {
    static SHARED: OnceLock<Service> = OnceLock::new();
    SHARED.get_or_init(|| Service::start(behind_a_proxy, Clock::default()))
}

/// A second replica of [`door`].
pub fn second_door() -> &'static Service {
    static SHARED: OnceLock<Service> = OnceLock::new();
    SHARED.get_or_init(|| {
        let origin = door().origin.clone();
        Service::start(
            move |config| {
                behind_a_proxy(config);
                config.public_url = origin;
            },
            Clock::default(),
        )
    })
}

/// Settings of a service behind a proxy on loopback.
pub fn behind_a_proxy(config: &mut Config) {
    config.people.trusted_proxies = vec![AddressRange::parse("127.0.0.0/8").unwrap()];
}

/// A service behind a proxy on loopback whose clock stands still until it is moved.
pub fn door_with_clock() -> (Service, Clock) {
    let clock = Clock::fixed(Clock::default().now());
    (Service::start(behind_a_proxy, clock.clone()), clock)
}

/// Somebody new with a password, in this account.
pub async fn person(service: &Service, account: AccountId, role: Role) -> Person {
    let app = service.app.clone();
    service
        .on_runtime(async move {
            let user = UserId::generate();
            let slug = format!("p-{}", user.uuid().simple());
            let email = format!("{slug}@people.example");
            let hash = hash_password(PASSWORD).unwrap();
            let mut tx = app.env.store.system(SystemPurpose::Accounts).await.unwrap();
            accounts::insert_user(&mut tx, user, &email, &hash).await.unwrap();
            let member = NewMember { account, user, role, slug: &slug, display_name: "Some Body" };
            accounts::insert_member(&mut tx, &member).await.unwrap();
            scopes::insert_personal(&mut tx, account, user, &slug).await.unwrap();
            tx.commit().await.unwrap();
            Person { user, email }
        })
        .await
}

/// Makes somebody a member of another account too.
pub async fn join(service: &Service, person: &Person, account: AccountId, role: Role) {
    let (app, email) = (service.app.clone(), person.email.clone());
    service
        .on_runtime(async move {
            let mut tx = app.env.store.system(SystemPurpose::Accounts).await.unwrap();
            let new = people::NewPerson { account, email: &email, display_name: None, role, password_hash: "unused" };
            people::add(&mut tx, &new).await.unwrap();
            tx.commit().await.unwrap();
        })
        .await;
}
