//! Query plans of the statements in the server's store. The expected plan is in a comment before the statement, after `Plan:`;
//! a table that grows with the club is read by an index, or the comment says why not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqliteConnection};

/// The prefix for what is read as a whole.
const ALL: &str = "all of ";

/// Tables that stay small however old a club is.
const SMALL: [&str; 11] = [
    "step",
    "downtime",
    "setting",
    "errand",
    "tally",
    "patron",
    "hold",
    "shut",
    "role",
    "unconfirmed",
    "undo",
];

/// Tables with many rows of every kind in a filled club.
const FILLED: [&str; 5] = ["event", "match_line", "sitting", "member_line", "follower"];
/// How many rows the other tables get.
const MANY: u32 = 20_000;
/// The settings for plans that the server gives PostgreSQL.
const PG_WAYS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_bitmapscan = off";

/// Indices of current matches and the like, which may be read as a whole: their entries come and go.
const GOING: [&str; 7] = [
    "match_line_live",
    "match_line_claimable",
    "match_line_computer",
    "match_line_deadline",
    "challenge_line_listed",
    "outbox_due",
    "report_open",
];

/// Texts that are incomplete statements: how they end, and what follows.
const OPEN: [(&str, &str); 4] = [
    ("deviation < 110 AND member IN (", "$1)) AS sure WHERE place = 1"),
    (" IN (", "$1)"),
    ("game = ", "$1 AND player IN ($2) GROUP BY player, class"),
    (" = ", "$1 WHERE id IN ($2)"),
];

/// A statement written out in the store.
struct Statement {
    text: String,
    /// The text before it after `Plan:`: the indices by which SQLite finds what it needs (a table stands for its primary key),
    /// `all of` what it reads from the first row to the last, and after a colon the reason why it may.
    plan: String,
}

/// An item in a Rust source file.
enum Found {
    /// A comment line.
    Comment(String),
    /// A string literal.
    Text(String),
}

/// Every statement written out in the store, except those whose plan is `none`: parts of others, or queries that read no rows.
fn statements() -> Vec<Statement> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src/store");
    let mut all = Vec::new();
    for path in files(&folder) {
        let mut plan: Option<String> = None;
        for found in found(&std::fs::read_to_string(path).unwrap()) {
            let text = match found {
                Found::Comment(line) => {
                    plan = match (line.strip_prefix("Plan: "), plan) {
                        (Some(begun), _) => Some(begun.to_string()),
                        // A plan may continue over several lines.
                        (None, begun) => begun.map(|it| format!("{it} {line}")),
                    };
                    continue;
                }
                Found::Text(text) => text,
            };
            if !["SELECT ", "UPDATE ", "DELETE "].iter().any(|it| text.starts_with(it)) {
                continue;
            }
            let plan = plan.take().unwrap_or_default();
            if plan.starts_with("none") {
                continue;
            }
            let rest = OPEN.iter().find(|(end, _)| text.ends_with(end)).map_or("", |it| it.1);
            all.push(Statement { text: text + rest, plan });
        }
    }
    all
}

/// The Rust files in a folder and below, except tests.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
            all.push(path);
        }
    }
    all
}

/// The comments and string literals in a Rust source file.
fn found(text: &str) -> Vec<Found> {
    let mut all = Vec::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '/' if signs.next_if_eq(&'/').is_some() => {
                let line: String = signs.by_ref().take_while(|it| *it != '\n').collect();
                all.push(Found::Comment(line.trim().to_string()));
            }
            '"' => {
                let mut literal = String::new();
                while let Some(sign) = signs.next().filter(|it| *it != '"') {
                    match sign {
                        '\\' if signs.peek() == Some(&'\n') => {
                            while signs.next_if(|it| it.is_whitespace()).is_some() {}
                        }
                        '\\' => literal.extend(signs.next()),
                        _ => literal.push(sign),
                    }
                }
                all.push(Found::Text(literal));
            }
            _ => {}
        }
    }
    all
}

/// The database of a club.
enum Database {
    Sqlite(SqliteConnection),
    Postgresql(PgConnection),
}

impl Database {
    /// Opens it as the server does, as far as plans depend on that.
    async fn open(database: &str) -> Database {
        if database.contains("://") {
            let mut connection = PgConnection::connect(database).await.unwrap();
            sqlx::raw_sql(PG_WAYS).execute(&mut connection).await.unwrap();
            return Database::Postgresql(connection);
        }
        let options = SqliteConnectOptions::new().filename(database);
        Database::Sqlite(SqliteConnection::connect_with(&options).await.unwrap())
    }

    /// Inserts many rows into each growing table: a generated club has no sessions, mails or reports.
    async fn grow(&mut self) {
        let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (table, column, kind) in self.columns().await {
            let value = match (column.as_str(), kind.to_ascii_lowercase().as_str()) {
                ("open" | "listed" | "live" | "public" | "guest", _) => "i % 2",
                // Most ratings are uncertain.
                ("deviation", _) => "90 + i % 260",
                (_, "text") => "'x' || i",
                _ => "1000000000 + i",
            };
            tables.entry(table).or_default().push(format!("{value} AS {column}"));
        }
        for (table, values) in tables {
            let named = values.iter().filter_map(|it| it.rsplit(' ').next());
            let names = named.collect::<Vec<_>>().join(", ");
            let values = values.join(", ");
            self.say(format!(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MANY}) \
                 INSERT INTO {table} ({names}) SELECT {values} FROM n"
            ))
            .await;
        }
        // SQLite plans without row counts: nobody ever runs ANALYZE on it.
        if matches!(self, Database::Postgresql(_)) {
            self.say("ANALYZE".to_string()).await;
        }
    }

    /// The columns of the growing tables that are not filled: table, name, type.
    async fn columns(&mut self) -> Vec<(String, String, String)> {
        let all: Vec<(String, String, String)> = match self {
            Database::Sqlite(connection) => {
                let sql = "SELECT m.name, p.name, p.type FROM sqlite_master m, pragma_table_info(m.name) p \
                           WHERE m.type = 'table'";
                sqlx::query_as(sql).fetch_all(connection).await.unwrap()
            }
            Database::Postgresql(connection) => {
                let sql = "SELECT table_name::text, column_name::text, data_type::text \
                           FROM information_schema.columns WHERE table_schema = 'public'";
                sqlx::query_as(sql).fetch_all(connection).await.unwrap()
            }
        };
        let grows = |table: &str| !SMALL.contains(&table) && !FILLED.contains(&table);
        all.into_iter().filter(|it| grows(&it.0) && !it.0.starts_with("sqlite_")).collect()
    }

    async fn say(&mut self, sql: String) {
        let told = sql.clone();
        let text = AssertSqlSafe(sql);
        let done = match self {
            Database::Sqlite(connection) => sqlx::raw_sql(text).execute(connection).await.map(drop),
            Database::Postgresql(connection) => {
                sqlx::raw_sql(text).execute(connection).await.map(drop)
            }
        };
        done.unwrap_or_else(|error| panic!("{told}: {error}"));
    }

    /// A statement's plan according to the database: in the form used in comments, if the database reports that, and what it
    /// reads as a whole.
    async fn plan(&mut self, statement: &str) -> (Option<String>, Vec<String>) {
        let count = (1..10).rev().find(|n| statement.contains(&format!("${n}"))).unwrap_or(0);
        let said = |error: sqlx::Error| -> ! { panic!("{statement}: {error}") };
        match self {
            Database::Sqlite(connection) => {
                let text = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
                let query = (0..count).fold(sqlx::query(text), |query, _| query.bind(1));
                let rows = query.fetch_all(connection).await.unwrap_or_else(|error| said(error));
                let mut ways: Vec<String> = Vec::new();
                for way in rows.iter().filter_map(|row| way_in_sqlite(row.get("detail"), statement))
                {
                    if !ways.contains(&way) {
                        ways.push(way);
                    }
                }
                let whole = ways.iter().filter_map(|it| it.strip_prefix(ALL)).map(String::from);
                (Some(ways.join(", ")), whole.collect())
            }
            Database::Postgresql(connection) => {
                // A plan for any values, as for the server.
                let nulls = vec!["NULL"; count].join(", ");
                let nulls = if count > 0 { format!("({nulls})") } else { nulls };
                let before = format!("DEALLOCATE ALL; PREPARE asked AS {statement}");
                let before = sqlx::raw_sql(AssertSqlSafe(before)).execute(&mut *connection).await;
                before.unwrap_or_else(|error| said(error));
                let text = AssertSqlSafe(format!("EXPLAIN EXECUTE asked{nulls}"));
                let rows = sqlx::raw_sql(text).fetch_all(connection).await;
                let rows = rows.unwrap_or_else(|error| said(error));
                let lines: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
                (None, whole_in_postgresql(&lines))
            }
        }
    }
}

/// `SCAN report USING INDEX report_open` reads a whole index from its first entry to its last, `SEARCH ..` a part.
fn way_in_sqlite(line: &str, statement: &str) -> Option<String> {
    let (how, rest) = line.split_once(' ').filter(|it| ["SCAN", "SEARCH"].contains(&it.0))?;
    let (name, using) = rest.split_once(" USING ").unwrap_or((rest, ""));
    let table = named(name, statement)?;
    let index = using.split(" (").next().and_then(|it| it.rsplit(' ').next());
    // A primary key has no name of its own.
    let index = index.filter(|it| !["", "KEY"].contains(it) && !it.starts_with("sqlite_"));
    let way = index.unwrap_or(table);
    Some(if how == "SCAN" { format!("{ALL}{way}") } else { way.to_string() })
}

/// The table with this name or alias in a statement; a name that the statement itself defines is not a table.
fn named<'a>(name: &'a str, statement: &'a str) -> Option<&'a str> {
    let words: Vec<&str> = statement.split([' ', ',', '(', ')']).filter(|it| *it != "AS").collect();
    let behind = |word: &str| ["FROM", "JOIN", "UPDATE"].contains(&word);
    let own = words.windows(2).any(|it| behind(it[0]) && it[1] == name);
    let called = words.windows(3).find(|it| behind(it[0]) && it[2] == name).map(|it| it[1]);
    if own { Some(name) } else { called.filter(|it| !it.is_empty()) }
}

/// An index without a condition is read from its first entry to its last.
fn whole_in_postgresql(lines: &[String]) -> Vec<String> {
    let name = |line: &str, before: &str| {
        let (_, rest) = line.split_once(before)?;
        rest.split(' ').next().map(String::from)
    };
    let mut whole = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        whole.extend(name(line, "Seq Scan on "));
        let node = lines[at + 1..].iter().take_while(|it| !it.contains("->"));
        if !node.clone().any(|it| it.contains("Index Cond")) {
            whole.extend(name(line, "Scan using ").or_else(|| name(line, "Scan Backward using ")));
            whole.extend(name(line, "Bitmap Index Scan on "));
        }
    }
    whole
}

/// Fails for any statement in the store that this database of a large club does not execute by the indices named before it, or
/// for which it reads a growing table as a whole without a reason given. The rows that this inserts belong to no club.
pub(crate) async fn are_as_said(database: &str) {
    let open = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src/store/open.rs");
    assert!(std::fs::read_to_string(open).unwrap().contains(PG_WAYS), "the server says other");
    let mut database = Database::open(database).await;
    database.grow().await;
    let all = statements();
    assert!(all.len() > 80, "only {} statements are found", all.len());
    let mut wrong = Vec::new();
    for Statement { text, plan: said } in &all {
        let (said, why) = said.split_once(": ").unwrap_or((said.trim_end_matches('.'), ""));
        let (plan, whole) = database.plan(text).await;
        if let Some(plan) = plan.filter(|it| it != said) {
            wrong.push(format!("'Plan: {plan}' is to stand before: {text}"));
        }
        for it in whole {
            let small = SMALL.iter().any(|small| it == *small || it == format!("{small}_pkey"));
            if !small && !GOING.contains(&it.as_str()) && why.is_empty() {
                wrong.push(format!("all of {it} is read, and nothing says why, by: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
