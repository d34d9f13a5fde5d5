//! A database in which one account has a few rows beside very many of others.

use annals::clock::Clock;

use crate::support::{Account, Database, OwnDatabase, Service};

/// Rows of other accounts, in each of the large tables.
pub const FOREIGN_ROWS: usize = 24_000;
/// Rows of the account.
pub const OWN_ROWS: usize = 4_000;
/// Those of them that hold a word which few hold.
pub const RARE_ROWS: usize = OWN_ROWS / 100;

/// The database, and the account in it. Fields are dropped in this order: the service lets go of the database first.
pub struct Crowd<'a> {
    pub account: Account<'a>,
    pub service: &'a Service,
    pub database: OwnDatabase,
}

/// Rows skip the foreign keys of accounts that have nothing else: what is looked at is how the large tables are read.
const FILL: &str = "
SET session_replication_role = replica;
INSERT INTO memories (account_id, id, number, scope_id, kind, content, content_chars, lineage_id, author_user_id, author_agent)
  SELECT CASE WHEN n > FOREIGN THEN 'ACCOUNT' ELSE ('00000000-0000-4000-8000-' || lpad((n % 7)::text, 12, '0'))::uuid END,
         made.id, 1000 + n, 1, 'note', 'The heron stands in the shallows.', 33, made.id, 'OWNER', 'crowd'
  FROM generate_series(1, FOREIGN + OWN) AS n
  CROSS JOIN LATERAL (SELECT md5(n::text)::uuid AS id) AS made;
INSERT INTO embeddings (account_id, memory_id, chunk, model, scope_id, kind, occurred_at, vector)
  SELECT account_id, id, 0, MODEL, scope_id, kind, now(), array_fill(number::real / 30000, ARRAY[DIMENSIONS])::halfvec
  FROM memories WHERE author_agent = 'crowd';
INSERT INTO chunks (account_id, memory_id, chunk, scope_id, kind, occurred_at, current, start_char, char_count, word_count, terms)
  SELECT account_id, id, 0, scope_id, kind, now(), true, 0, 33, 6,
         CASE WHEN number % 100 = 0 THEN '''heron'':2 ''rare'':6' ELSE '''heron'':2 ''shallow'':6' END::tsvector
  FROM memories WHERE author_agent = 'crowd';
INSERT INTO term_frequencies (account_id, scope_id, term, shard, chunks)
  SELECT account_id, 1, 'term' || number, 0, 1 FROM memories WHERE author_agent = 'crowd';
INSERT INTO memory_topics (account_id, memory_id, topic, scope_id)
  SELECT account_id, id, 'birds', 1 FROM memories WHERE author_agent = 'crowd';
INSERT INTO memory_links (account_id, memory_id, position, url, scope_id)
  SELECT account_id, id, 1, 'https://example.com/heron', 1 FROM memories WHERE author_agent = 'crowd';
INSERT INTO supersessions (account_id, superseded_id, superseding_id, scope_id)
  SELECT account_id, gen_random_uuid(), id, 1 FROM memories WHERE author_agent = 'crowd';
INSERT INTO embeddings_past (account_id, memory_id, chunk, model, scope_id, kind, occurred_at, vector)
  SELECT account_id, id, 0, MODEL, scope_id, kind, now(), '[1,0]' FROM memories WHERE author_agent = 'crowd';
INSERT INTO tombstones (account_id, memory_id, scope_id, lineage_id, revision, kind, erased_by)
  SELECT account_id, gen_random_uuid(), 1, id, 1, 'note', 'OWNER' FROM memories WHERE author_agent = 'crowd';
INSERT INTO term_totals (account_id, scope_id, shard, chunks, words)
  SELECT md5('total' || n)::uuid, 1, 0, 1, 6 FROM generate_series(1, FOREIGN) AS n;
RESET session_replication_role;
";

/// Fills a database.
pub async fn crowd() -> Crowd<'static> {
    let database = OwnDatabase::migrated().await;
    let url = database.app_url();
    // The service is needed for as long as the process lives: the account borrows it.
    let service: &'static Service =
        Box::leak(Box::new(Service::start(move |config| config.database_url = Some(url), Clock::default())));
    let account = service.account().await;
    let mut superuser = database.superuser().await;
    let (dimensions, model) = model(service);
    let fill = FILL
        .replace("ACCOUNT", &account.id.uuid().to_string())
        .replace("OWNER", &account.owner.uuid().to_string())
        .replace("FOREIGN", &FOREIGN_ROWS.to_string())
        .replace("OWN", &OWN_ROWS.to_string())
        .replace("MODEL", &model.to_string())
        .replace("DIMENSIONS", &dimensions.to_string());
    superuser.must(&fill).await;
    superuser.must("VACUUM (ANALYZE)").await;
    Crowd { account, service, database }
}

/// Dimensions and number of the service's model.
pub fn model(service: &Service) -> (usize, i16) {
    match &service.app.env.meaning {
        annals::op::Meaning::On { embedder, model } => (embedder.model().dimensions, *model),
        annals::op::Meaning::Off { reason } => panic!("no model: {reason}"),
    }
}

impl Crowd<'_> {
    /// A connection as the serving role, inside a transaction of the account.
    pub async fn entered(&self) -> Database {
        let mut database = self.database.app().await;
        database.must("BEGIN").await;
        let state = database
            .value(&format!(
                "SELECT state FROM app.enter('{}', '{}', NULL, 10000, NULL)",
                self.account.id.uuid(),
                self.account.owner.uuid()
            ))
            .await;
        assert_eq!(state, "ok");
        database
    }
}
