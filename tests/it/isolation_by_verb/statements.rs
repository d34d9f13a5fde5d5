//! One statement for each verb and table, aimed at the rows of one account.

use uuid::Uuid;

use super::seed::{Pair, account_tables};
use crate::support::{Database, Refusal, superuser_database_url};

/// What a statement must come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// It works and finds no row: never an error.
    NoRows,
    /// The role has no such grant, or row-level security refuses the row: never a word about keys.
    Refused,
    /// Postgres has no `COPY … FROM` under row-level security.
    NotOffered,
}

/// What a statement did.
type Found = Result<u64, Refusal>;

impl Expected {
    pub fn holds(self, found: &Found) -> Result<(), String> {
        let fits = match (self, found) {
            (Self::NoRows, Ok(0)) => true,
            (Self::Refused, Err(refusal)) => refusal.code == "42501",
            (Self::NotOffered, Err(refusal)) => refusal.code == "0A000",
            _ => false,
        };
        let shown = match found {
            Ok(rows) => format!("{rows} rows"),
            Err(refusal) => refusal.to_string(),
        };
        if fits { Ok(()) } else { Err(format!("{self:?} was expected, this came: {shown}")) }
    }
}

/// A statement.
pub struct Statement {
    pub verb: &'static str,
    pub table: String,
    pub sql: String,
    pub expected: Expected,
    /// Whether the table's rows also belong to a node.
    pub is_content: bool,
    target: Uuid,
}

impl Statement {
    /// Runs it and counts the rows of the account that it is aimed at.
    pub async fn run(&self, database: &mut Database) -> Found {
        match self.verb {
            "COPY TO" if self.expected == Expected::NoRows => {
                let text = database.copy_out(&self.sql).await;
                let target = self.target.to_string();
                Ok(text.lines().filter(|line| line.contains(&target)).count() as u64)
            }
            "SELECT" | "SELECT FOR UPDATE" | "UPDATE RETURNING" | "DELETE RETURNING" | "INSERT RETURNING" => {
                Ok(database.rows(&self.sql).await?.len() as u64)
            }
            _ => database.run(&self.sql).await,
        }
    }
}

/// What the serving role may do with a table.
struct Grants {
    select: bool,
    /// Every column, as `COPY` asks for.
    select_all: bool,
    insert: bool,
    delete: bool,
    /// A column that it may update.
    update: Option<String>,
}

/// All statements, aimed at the rows of one account.
pub async fn statements(pair: &Pair, target: &Uuid) -> Vec<Statement> {
    assert!([pair.own, pair.foreign].contains(target));
    let mut superuser = Database::connect(&superuser_database_url()).await;
    let mut all = Vec::new();
    for table in account_tables(&mut superuser).await {
        let grants = grants(&mut superuser, &table).await;
        let is_content = superuser
            .value(&format!(
                "SELECT EXISTS (SELECT FROM pg_policies WHERE tablename = '{table}' AND qual LIKE '%readable_nodes%')"
            ))
            .await
            == "t";
        let row = superuser
            .value(&format!("SELECT to_jsonb(t) FROM {table} AS t WHERE account_id = '{target}' LIMIT 1"))
            .await;
        let key = superuser
            .value(&format!(
                "SELECT string_agg(a.attname, ', ' ORDER BY k.place) FROM pg_index AS i
                 CROSS JOIN unnest(i.indkey::int[]) WITH ORDINALITY AS k (number, place)
                 JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
                 WHERE i.indrelid = '{table}'::regclass AND i.indisprimary"
            ))
            .await;
        for (verb, sql, expected) in of_table(&table, target, &grants, &row, &key) {
            all.push(Statement { verb, table: table.clone(), sql, expected, is_content, target: *target });
        }
    }
    all
}

async fn grants(superuser: &mut Database, table: &str) -> Grants {
    let mut may = async |verb: &str| {
        superuser.value(&format!("SELECT has_table_privilege('annals_app', '{table}', '{verb}')")).await == "t"
    };
    let (select_all, insert, delete) = (may("SELECT").await, may("INSERT").await, may("DELETE").await);
    let select =
        superuser.value(&format!("SELECT has_column_privilege('annals_app', '{table}', 'account_id', 'SELECT')")).await
            == "t";
    let update = superuser
        .column(&format!(
            "SELECT attname FROM pg_attribute AS a WHERE a.attrelid = '{table}'::regclass AND a.attnum > 0
               AND NOT a.attisdropped AND has_column_privilege('annals_app', a.attrelid, a.attnum, 'UPDATE')
             ORDER BY a.attnum LIMIT 1"
        ))
        .await
        .pop();
    Grants { select, select_all, insert, delete, update }
}

fn of_table(
    table: &str,
    target: &Uuid,
    grants: &Grants,
    row: &str,
    key: &str,
) -> Vec<(&'static str, String, Expected)> {
    let silent = |granted: bool| if granted { Expected::NoRows } else { Expected::Refused };
    let column = grants.update.as_deref().unwrap_or("account_id");
    let updates = grants.select && grants.update.is_some();
    let rows = format!("{table} WHERE account_id = '{target}'");
    let given = format!("SELECT * FROM jsonb_populate_record(NULL::{table}, $row${row}$row$)");
    let insert = format!("INSERT INTO {table} {given}");
    let merge = format!("MERGE INTO {table} AS t USING (SELECT 1) AS s ON t.account_id = '{target}'");
    let values: Vec<String> = key.split(", ").map(|name| format!("g.{name}")).collect();
    let merge_insert = format!(
        "MERGE INTO {table} AS t USING ({given}) AS g ON false
         WHEN NOT MATCHED THEN INSERT ({key}) VALUES ({})",
        values.join(", ")
    );
    let copy_from = if grants.insert { Expected::NotOffered } else { Expected::Refused };
    vec![
        ("SELECT", format!("SELECT account_id FROM {rows}"), silent(grants.select)),
        ("SELECT FOR UPDATE", format!("SELECT account_id FROM {rows} FOR UPDATE"), silent(updates)),
        ("UPDATE", format!("UPDATE {table} SET {column} = {column} WHERE account_id = '{target}'"), silent(updates)),
        (
            "UPDATE RETURNING",
            format!("UPDATE {table} SET {column} = {column} WHERE account_id = '{target}' RETURNING account_id"),
            silent(updates),
        ),
        ("DELETE", format!("DELETE FROM {rows}"), silent(grants.select && grants.delete)),
        (
            "DELETE RETURNING",
            format!("DELETE FROM {rows} RETURNING account_id"),
            silent(grants.select && grants.delete),
        ),
        ("INSERT", insert.clone(), Expected::Refused),
        ("INSERT RETURNING", format!("{insert} RETURNING account_id"), Expected::Refused),
        ("ON CONFLICT DO NOTHING", format!("{insert} ON CONFLICT DO NOTHING"), Expected::Refused),
        (
            "ON CONFLICT DO UPDATE",
            format!("{insert} ON CONFLICT ({key}) DO UPDATE SET {column} = EXCLUDED.{column}"),
            Expected::Refused,
        ),
        ("MERGE UPDATE", format!("{merge} WHEN MATCHED THEN UPDATE SET {column} = t.{column}"), silent(updates)),
        ("MERGE DELETE", format!("{merge} WHEN MATCHED THEN DELETE"), silent(grants.select && grants.delete)),
        ("MERGE INSERT", merge_insert, Expected::Refused),
        ("COPY TO", format!("COPY {table} TO STDOUT"), silent(grants.select_all)),
        ("COPY FROM", format!("COPY {table} FROM STDIN"), copy_from),
    ]
}
