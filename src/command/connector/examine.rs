//! The examination: discovery once, then each host in turn.

use crate::command::connector::browser::Browser;
use crate::command::connector::connect::connect;
use crate::command::connector::discovery::{Discovered, discover};
use crate::command::connector::grants::refuses;
use crate::command::connector::hosts::{HOSTS, Host};
use crate::command::connector::outside::Outside;
use crate::command::connector::register::{asks_a_person, by_document, keeps_strangers_out, register, tells_errors};
use crate::command::connector::report::{Report, skipped};
use crate::error::AppError;

/// Who signs in.
pub struct Person {
    /// The e-mail address.
    pub email: String,
    /// The password.
    pub password: String,
}

/// Examines the deployment at a URL; with a person through the whole connect.
///
/// # Errors
/// Invalid input where the URL is none.
pub async fn examine(url: &str, person: Option<&Person>) -> Result<Report, AppError> {
    let outside = Outside::new(url)?;
    let mut report = Report::default();
    let discovered = discover(&outside, &mut report).await;
    let mut browser = person.map(|person| Browser::new(&outside, person));
    for host in &HOSTS {
        match &discovered {
            Some(discovered) => host_connects(&outside, discovered, host, browser.as_mut(), &mut report).await,
            None => report.enter(
                host.name,
                "registration",
                skipped("discovery ended before it", "Mend what failed above first."),
            ),
        }
    }
    Ok(report)
}

async fn host_connects(
    outside: &Outside,
    discovered: &Discovered,
    host: &Host,
    browser: Option<&mut Browser<'_>>,
    report: &mut Report,
) {
    let name = host.name;
    if let Some(document) = host.document {
        report.enter(name, "client document", by_document(outside, discovered, host, document).await);
    }
    let Some(client) = report.take(name, "registration", register(outside, discovered, host).await) else { return };
    report.enter(name, "a person is asked", asks_a_person(outside, discovered, host, &client).await);
    report.enter(name, "unknown redirect", keeps_strangers_out(outside, discovered, host, &client).await);
    report.enter(name, "errors at the redirect", tells_errors(outside, discovered, host, &client).await);
    report.enter(name, "errors of the token endpoint", refuses(outside, discovered, host, &client).await);
    match browser {
        Some(browser) => connect(outside, discovered, host, &client, browser, report).await,
        None => report.enter(
            name,
            "connect",
            skipped("nobody to sign in", "Give --email and --password-stdin to go through the whole connect."),
        ),
    }
}
