//! A service on a port of its own.

use std::net::IpAddr;
use std::sync::mpsc;
use std::sync::{Arc, OnceLock};
use std::thread;

use annals::app::App;
use annals::auth::{Caller, ClientSurface, MasterKey, Role};
use annals::clock::Clock;
use annals::config::Config;
use annals::embed::EmbedSettings;
use annals::error::AppError;
use annals::ids::AccountId;
use annals::outbound::{Lookup, OutboundPolicy};
use annals::server::serve;
use annals::store::tx::SystemPurpose;
use annals::store::{accounts, scopes};
use annals::surface::health::Draining;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::account::Account;
use super::environment::database_url;

/// The master key of every test service, in base64.
pub const MASTER_KEY: &str = "dGVzdHMgdXNlIGEga2V5IG9mIHRoZWlyIG93biAhISE=";

/// A running service. It stops when it is dropped.
pub struct Service {
    /// The application: tests make accounts and tokens with it, as the command line does.
    pub app: App,
    /// Its origin, such as `http://127.0.0.1:40123`.
    pub origin: String,
    runtime: Handle,
    stop: Option<oneshot::Sender<()>>,
}

/// The service that most tests share: the deterministic embedder, the system's clock.
pub fn service() -> &'static Service {
    static SHARED: OnceLock<Service> = OnceLock::new();
    SHARED.get_or_init(|| Service::start(|_| {}, Clock::default()))
}

/// A second replica of [`service`]: the same database, keys and tokens.
pub fn replica() -> &'static Service {
    static SHARED: OnceLock<Service> = OnceLock::new();
    SHARED.get_or_init(|| service().replica())
}

impl Service {
    /// Another replica of this one.
    pub fn replica(&self) -> Self {
        let origin = self.origin.clone();
        Self::start(move |config| config.public_url = origin, Clock::default())
    }

    /// Starts a service with settings of its own, on a runtime and threads of its own.
    pub fn start(change: impl FnOnce(&mut Config) + Send + 'static, clock: Clock) -> Self {
        let (sender, receiver) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async move {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let origin = format!("http://{}", listener.local_addr().unwrap());
                let mut config = settings(&origin);
                change(&mut config);
                let app = App::build(config, clock).await.unwrap();
                sender.send((app.clone(), origin, Handle::current())).unwrap();
                let wait = async {
                    let _ = stopped.await;
                };
                serve(listener, app, Draining::default(), wait).await.unwrap();
            });
        });
        let (app, origin, runtime) = receiver.recv().expect("the service starts");
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self { app, origin, runtime, stop: Some(stop) }
    }

    /// Runs work on the service's own runtime: its connections belong there.
    pub async fn on_runtime<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> T {
        self.runtime.spawn(work).await.expect("the work does not panic")
    }

    /// A fresh account with an owner.
    pub async fn account(&self) -> Account<'_> {
        let app = self.app.clone();
        let (id, owner) = self
            .on_runtime(async move {
                let account = AccountId::generate();
                let mut tx = app.env.store.system(SystemPurpose::Accounts).await.unwrap();
                accounts::insert(&mut tx, account, "Test account").await.unwrap();
                scopes::insert_first(&mut tx, account, "Test account").await.unwrap();
                tx.commit().await.unwrap();
                let owner = super::account::add_member(&app, account, Role::Owner, "owner").await;
                (account, owner)
            })
            .await;
        Account::new(self, id, owner)
    }

    /// The caller that a token stands for.
    pub async fn caller(&self, token: &str, surface: ClientSurface) -> Result<Caller, AppError> {
        let (app, token) = (self.app.clone(), token.to_owned());
        let path = if surface == ClientSurface::Mcp { "/mcp" } else { "/v1" };
        self.on_runtime(async move { app.verifier.verify(&token, surface, path).await }).await
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }
}

/// A way out that leads nowhere: names of the examples are of a public address, where nobody answers.
fn outbound() -> OutboundPolicy {
    let public: IpAddr = [93, 184, 215, 14].into();
    let lookup: Lookup = Arc::new(move |host| {
        Box::pin(async move {
            if host.ends_with(".example.com") { Ok(vec![public]) } else { Err(std::io::ErrorKind::NotFound.into()) }
        })
    });
    OutboundPolicy::default().with_lookup(lookup).with_stand_in(public, ([127, 0, 0, 1], 9).into())
}

/// The settings of a test service. The master key and the issuer are the same for all of them, so that tokens of one hold at
/// another: replicas share both.
fn settings(origin: &str) -> Config {
    let mut config = Config::read(&|_| None).unwrap();
    config.database_url = Some(database_url());
    config.master_key = Some(MasterKey::parse(MASTER_KEY).unwrap());
    origin.clone_into(&mut config.public_url);
    config.embedding = EmbedSettings::Double;
    config.pool.connections = 8;
    // All tests come from one address.
    config.registrations_per_hour = 100_000;
    config.rate_per_token = 0;
    config.rate_per_account = 0;
    config.outbound = outbound();
    config
}
