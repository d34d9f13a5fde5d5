//! What administration works on: connected apps, webhooks, jobs. It stands still: the webhooks are told nothing, and the job
//! that waits is due in another century.

use annals::ids::{AppId, JobId, UserId};
use annals::op::Sample;

use crate::support::{Account, Database, superuser_database_url};

/// A webhook that every administered account has.
pub const WEBHOOK: &str = "whk_0193f6a2b1c47d5e8f90a1b2c3d4e777";

/// How many of each there are.
const EACH: usize = 7;

/// Fills an account, and names what is in it.
pub async fn administered(account: &Account<'_>, sample: &mut Sample) {
    let (id, owner) = (account.id.uuid(), account.owner.uuid());
    let webhook = WEBHOOK.trim_start_matches("whk_");
    let mut sql = format!(
        "INSERT INTO webhooks (account_id, id, url, events, sealed_secret, created_by, disabled_at)
         SELECT '{id}', CASE WHEN place = 1 THEN '{webhook}'::uuid ELSE gen_random_uuid() END, 'https://hooks.example.com/annals',
                '{{memory}}', '\\x00', '{owner}', now()
         FROM generate_series(1, {EACH}) AS place
         ON CONFLICT DO NOTHING;"
    );
    for _ in 0..EACH {
        sample.dead_job_id = JobId::generate().to_string();
        sql.push_str(&job(&id.to_string(), &sample.dead_job_id, webhook, "dead", "now()"));
    }
    sample.waiting_job_id = JobId::generate().to_string();
    sql.push_str(&job(&id.to_string(), &sample.waiting_job_id, webhook, "waiting", "'2200-01-01'"));
    Database::connect(&superuser_database_url()).await.must(&sql).await;
    WEBHOOK.clone_into(&mut sample.webhook_id);
    for _ in 0..EACH {
        sample.app_id = connected_app(account, account.owner).await;
    }
}

fn job(account: &str, id: &str, webhook: &str, state: &str, run_at: &str) -> String {
    let id = id.trim_start_matches("job_");
    format!(
        "INSERT INTO jobs (account_id, id, kind, subject, state, payload, attempts, run_at, ended_at, last_result)
         VALUES ('{account}', '{id}', 'webhook_delivery', '{webhook}', '{state}',
                 '{{\"message\": \"job_{id}\", \"type\": \"ping\", \"timestamp\": \"2026-03-11T15:10:00Z\", \"data\": {{}}}}', 7, {run_at},
                 CASE WHEN '{state}' = 'dead' THEN now() END, 'unreachable');"
    )
}

/// A client that a member let in.
pub async fn connected_app(account: &Account<'_>, user: UserId) -> String {
    let app = AppId::generate();
    let sql = format!(
        "INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, agent, permissions, resource, expires_at)
         VALUES ('{account}', '{app}', '{user}', 'https://client.example.com/{app}', 'A client', 'a-client', '{{memory:read}}',
                 'https://annals.example.com/mcp', now() + interval '90 days');
         INSERT INTO oauth_consents (account_id, user_id, client_id, redirects_hash, permissions)
         VALUES ('{account}', '{user}', 'https://client.example.com/{app}', '\\x00', '{{memory:read}}')",
        account = account.id.uuid(),
        app = app.uuid(),
        user = user.uuid(),
    );
    Database::connect(&superuser_database_url()).await.must(&sql).await;
    app.to_string()
}
