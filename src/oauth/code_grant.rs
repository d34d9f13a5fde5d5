//! A code becomes tokens, once.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, Utc};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::ids::{AccountId, TokenId};
use crate::oauth::client_authentication::Client;
use crate::oauth::form::Parameters;
use crate::oauth::refusal::Refusal;
use crate::oauth::secrets::Secret;
use crate::oauth::token::{self, Basis};
use crate::store::oauth_codes::{self, CodeRow};
use crate::store::oauth_steps::{self, ConnectionEvent};
use crate::store::tx::{SystemPurpose, SystemTx};
use crate::store::{oauth_grants, refresh_tokens};

/// A refresh token that is not used for so long ends.
const IDLE_DAYS: i64 = 30;

/// When a refresh token ends that is made now.
pub fn refresh_ends(now: DateTime<Utc>, grant_ends: DateTime<Utc>) -> DateTime<Utc> {
    (now + Duration::days(IDLE_DAYS)).min(grant_ends)
}

/// Redeems a code.
pub async fn exchange(app: &App, client: &Client, form: &Parameters, request_id: &str) -> Result<Value, Refusal> {
    let (code, verifier) = (form.need("code")?, form.need("code_verifier")?);
    let code = Secret::read(code).ok_or_else(Refusal::invalid_grant)?;
    let hash = code.hash();
    let now = app.env.clock.now();
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    let row = oauth_codes::lock(&mut tx, code.account, &hash).await?.ok_or_else(Refusal::invalid_grant)?;
    // Whoever cannot show these learns nothing and changes nothing: a code that leaked must not be a way to revoke.
    if row.client_id != client.id
        || form.get("redirect_uri") != Some(&row.redirect_uri)
        || !meets(verifier, &row.challenge)
    {
        return Err(Refusal::invalid_grant());
    }
    let grant = TokenId::from(row.grant_id);
    let event = event(code.account, &row, request_id);
    if row.redeemed_at.is_some() {
        oauth_grants::revoke(&mut tx, code.account, grant, "code_reuse", now).await?;
        let reuse = ConnectionEvent { operation: "oauth_reuse", code: Some("code_reuse"), ..event };
        oauth_steps::record_event(&mut tx, &reuse, now).await?;
        tx.commit().await?;
        return Err(Refusal::invalid_grant());
    }
    if row.expires_at <= now || row.revoked_at.is_some() || !is_member(&mut tx, code.account, &row).await? {
        return Err(Refusal::invalid_grant());
    }
    let resource = token::resource(app, &row.resource, form)?;
    oauth_codes::redeem(&mut tx, code.account, &hash, now).await?;
    let refresh = Secret::generate(code.account)?;
    let ends = refresh_ends(now, row.grant_expires_at);
    refresh_tokens::insert(&mut tx, code.account, grant, &refresh.hash(), None, ends).await?;
    oauth_steps::record_event(&mut tx, &event, now).await?;
    let basis = Basis {
        account: code.account,
        user: row.user_id.into(),
        grant,
        client_id: &row.client_id,
        expires_at: row.grant_expires_at,
    };
    let reply = token::reply(app, &basis, &token::permissions(&row.permissions), &resource, Some(refresh.text()))?;
    tx.commit().await?;
    Ok(reply)
}

async fn is_member(tx: &mut SystemTx, account: AccountId, row: &CodeRow) -> Result<bool, Refusal> {
    Ok(oauth_grants::member(tx, account, row.user_id.into()).await?.is_some())
}

fn event<'a>(account: AccountId, row: &'a CodeRow, request_id: &'a str) -> ConnectionEvent<'a> {
    ConnectionEvent {
        account,
        user: row.user_id.into(),
        grant: row.grant_id.into(),
        agent: &row.agent,
        client_id: &row.client_id,
        operation: "oauth_code",
        code: None,
        correlation_id: &row.correlation_id,
        request_id,
    }
}

/// Whether a verifier meets a challenge (RFC 7636).
fn meets(verifier: &str, challenge: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    (43..=128).contains(&verifier.len())
        && verifier.bytes().all(is_plain)
        && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())) == challenge
}

#[cfg(test)]
mod tests {
    use super::meets;

    #[test]
    fn a_verifier_meets_its_challenge_alone() {
        // RFC 7636, appendix B.
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(meets("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", challenge));
        assert!(!meets("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl", challenge));
        assert!(!meets(challenge, challenge));
        assert!(!meets("short", challenge));
    }
}
