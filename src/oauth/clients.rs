//! Clients: those in the table, and those whose document is fetched.

use sha2::{Digest, Sha256};

use crate::app::App;
use crate::auth::MasterKey;
use crate::error::AppError;
use crate::oauth::client_document::{fetch, is_document_id};
use crate::oauth::redirects::{is_loopback, matches};
use crate::store::oauth_clients::{self, ClientRow};
use crate::store::tx::SystemPurpose;

/// Hosts of clients that many people use: their last good copy counts while their document cannot be had.
const KNOWN_HOSTS: &[&str] = &["claude.ai", "claude.com", "chatgpt.com", "vscode.dev"];

/// What a document client may use, whatever else its document lists.
const GRANT_TYPES: [&str; 2] = ["authorization_code", "refresh_token"];

/// The client of an authorization request, as its document says now.
pub async fn find(app: &App, client_id: &str) -> Result<Option<ClientRow>, AppError> {
    look_up(app, client_id, |client_id| KNOWN_HOSTS.contains(&host(client_id))).await
}

/// The client of a token request: what was granted does not die because a document cannot be had for a while.
pub async fn find_granted(app: &App, client_id: &str) -> Result<Option<ClientRow>, AppError> {
    look_up(app, client_id, |_| true).await
}

async fn look_up(app: &App, client_id: &str, is_kept: impl Fn(&str) -> bool) -> Result<Option<ClientRow>, AppError> {
    if client_id.len() > 2_048 {
        return Ok(None);
    }
    let now = app.env.clock.now();
    let held = stored(app, client_id).await?;
    let is_good = |row: &ClientRow| row.kind != "document" || row.fresh_until.is_some_and(|until| until > now);
    if held.as_ref().is_some_and(is_good) || !is_document_id(client_id) {
        return Ok(held);
    }
    let document = if app.oauth.failed_lately(client_id, now) { None } else { fetch(app, client_id).await };
    let Some(document) = document else {
        app.oauth.failed(client_id, now);
        return Ok(held.filter(|_| is_kept(client_id)));
    };
    let grant_types = GRANT_TYPES.map(str::to_owned);
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    oauth_clients::keep_document(&mut tx, &document.client(client_id, &grant_types), now, document.fresh_until).await?;
    let kept = oauth_clients::find(&mut tx, client_id).await?;
    tx.commit().await?;
    Ok(kept)
}

async fn stored(app: &App, client_id: &str) -> Result<Option<ClientRow>, AppError> {
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    let found = oauth_clients::find(&mut tx, client_id).await?;
    tx.commit().await?;
    Ok(found)
}

fn host(client_id: &str) -> &str {
    client_id.strip_prefix("https://").and_then(|rest| rest.split('/').next()).unwrap_or_default()
}

/// Whether an answer may go to this redirect.
pub fn may_redirect(client: &ClientRow, redirect_uri: &str) -> bool {
    client.redirect_uris.iter().any(|registered| matches(registered, redirect_uri))
}

/// Whether all its redirects are on the person's own machine.
pub fn is_loopback_only(client: &ClientRow) -> bool {
    client.redirect_uris.iter().all(|uri| is_loopback(uri))
}

/// The hash of what consent was given to: redirects, name and keys. Where one of them changes, consent is asked for again.
pub fn consented_hash(client: &ClientRow) -> Vec<u8> {
    let mut redirects: Vec<&str> = client.redirect_uris.iter().map(String::as_str).collect();
    redirects.sort_unstable();
    let keys = client.jwks.as_ref().map(ToString::to_string).unwrap_or_default();
    let parts = [redirects.join("\n"), client.name.clone(), keys, client.jwks_uri.clone().unwrap_or_default()];
    Sha256::digest(parts.join("\n\n").as_bytes()).to_vec()
}

/// The name under which a client's connection writes: its own name in small letters, as far as it has letters.
pub fn agent_name(client_name: &str) -> String {
    let mut name = String::new();
    for character in client_name.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            name.push(character);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name: String = name.chars().take(64).collect();
    let name = name.trim_end_matches('-');
    if name.is_empty() { "client".to_owned() } else { name.to_owned() }
}

/// Names a connection in the audit log: as its registration did, or else the same for the same request.
pub fn correlation_id(master: &MasterKey, client: &ClientRow, request: &str) -> String {
    if let (Some(id), None) = (&client.correlation_id, client.first_grant_at) {
        return id.clone();
    }
    let hash = master.keyed_hash("correlation", request.as_bytes());
    format!("con_{}", crate::oauth::diary::hex(&hash[..16]))
}

#[cfg(test)]
mod tests {
    use super::agent_name;

    #[test]
    fn an_agent_is_named_for_its_client() {
        for (client, agent) in [
            ("Claude", "claude"),
            ("Visual Studio Code", "visual-studio-code"),
            ("  ", "client"),
            ("Überblick!", "überblick"),
        ] {
            assert_eq!(agent_name(client), agent);
        }
    }
}
