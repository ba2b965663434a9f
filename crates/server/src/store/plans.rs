//! How the databases find what each statement of the store asks for: a table that grows with the club is read by an index,
//! or it stands here why not.

use sqlx::{AssertSqlSafe, Row as _};

use super::{Db, Store};

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

/// Indices of what goes on, which is read whole: it comes and goes.
const GOING: [&str; 7] = [
    "match_line_live",
    "match_line_claimable",
    "match_line_computer",
    "match_line_deadline",
    "challenge_line_listed",
    "outbox_due",
    "report_open",
];

/// Statements that read all of a table that grows: how they begin, and why they may.
const WHOLE: [(&str, &str); 7] = [
    ("DELETE FROM report WHERE done_at <", "once an hour: what members ever reported in a year"),
    (
        "SELECT number, at, reporter, whom, game, remark, quote, cause, words FROM report WHERE reporter",
        "a copy of what the club knows of somebody",
    ),
    ("DELETE FROM outbox WHERE member = ", "somebody leaves: the mails of a few days"),
    (
        "SELECT a.member, m.wish FROM address",
        "at the start: who may be written to is held in memory",
    ),
    ("SELECT guest.id FROM member_line AS guest", "once a day: all guests are looked at"),
    ("SELECT DISTINCT {column} FROM {table}", "the doctor looks at everything"),
    (
        "SELECT DISTINCT stream FROM event WHERE at >=",
        "the doctor looks for what is new; an index of moments would cost every turn more than that is worth",
    ),
];

/// Texts that are no statement yet: how they end, and what may follow.
const OPEN: [(&str, &[&str]); 6] = [
    (" IN (", &["$1)"]),
    ("game = ", &["$1 AND player IN ($2) GROUP BY player, game, class, kind, score"]),
    ("lead = ", &["$1 WHERE id IN ($2)"]),
    ("sent = ", &["$1 WHERE id IN ($2)"]),
    ("due = ", &["$1 WHERE id IN ($2)"]),
    (
        "FROM outbox ",
        &[
            "WHERE sent IS NULL AND due <= $1 ORDER BY due, at, id LIMIT $2",
            "WHERE sent IS NULL AND member = $1 AND due <= $2 ORDER BY at, id",
            "WHERE id = $1 OR lead = $2 ORDER BY id",
        ],
    ),
];

/// What is a part of other statements, or no question about rows.
const NONE: [&str; 3] = [
    "SELECT 1 FROM sitting WHERE player = 'member/' || guest.id",
    "SELECT pg_try_advisory_lock",
    "DELETE FROM {table}",
];

/// Every statement that is written out in the files beside this one.
fn statements() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/store");
    let mut all = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let own = ["tests.rs", "plans.rs"].iter().any(|it| path.ends_with(it));
        if path.extension().is_none_or(|it| it != "rs") || own {
            continue;
        }
        for text in literals(&std::fs::read_to_string(path).unwrap()) {
            let verbs = ["SELECT ", "UPDATE ", "DELETE "];
            if !verbs.iter().any(|it| text.starts_with(it))
                || NONE.iter().any(|it| text.starts_with(it))
            {
                continue;
            }
            match OPEN.iter().find(|(end, _)| text.ends_with(end)) {
                Some((_, rest)) => all.extend(rest.iter().map(|it| format!("{text}{it}"))),
                None => all.push(text),
            }
        }
    }
    all
}

/// The texts between quotation marks in a file of Rust.
fn literals(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '/' if signs.peek() == Some(&'/') => drop(signs.by_ref().find(|it| *it == '\n')),
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
                all.push(literal);
            }
            _ => {}
        }
    }
    all
}

/// What a statement reads whole: a table's name, or an index's.
async fn read_whole(store: &Store, statement: &str) -> Vec<String> {
    let count = (1..10).rev().find(|n| statement.contains(&format!("${n}"))).unwrap_or(0);
    let said = |error: sqlx::Error| -> ! { panic!("{statement}: {error}") };
    match &store.db {
        Db::Lite { write, .. } => {
            let text = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
            let query = (0..count).fold(sqlx::query(text), |query, _| query.bind(1));
            let rows = query.fetch_all(write).await.unwrap_or_else(|error| said(error));
            let lines = rows.iter().map(|row| row.get::<String, _>("detail"));
            lines.filter_map(|line| whole_in_sqlite(&line)).collect()
        }
        Db::Pg(pool) => {
            let mut tx = pool.begin().await.unwrap();
            // A plan for any value; and over no table as a whole where there is another way: an empty one costs nothing.
            let nulls = vec!["NULL"; count].join(", ");
            let nulls = if count > 0 { format!("({nulls})") } else { nulls };
            let before = format!(
                "SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; \
                 DEALLOCATE ALL; PREPARE asked AS {statement}"
            );
            let before = sqlx::raw_sql(AssertSqlSafe(before)).execute(&mut *tx).await;
            before.unwrap_or_else(|error| said(error));
            let text = AssertSqlSafe(format!("EXPLAIN EXECUTE asked{nulls}"));
            let rows = sqlx::raw_sql(text).fetch_all(&mut *tx).await;
            let rows = rows.unwrap_or_else(|error| said(error));
            let lines: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            whole_in_postgresql(&lines)
        }
    }
}

/// `SCAN report USING INDEX report_open` reads an index from its first entry to its last, `SEARCH ..` a part.
fn whole_in_sqlite(line: &str) -> Option<String> {
    let rest = line.strip_prefix("SCAN ")?;
    let (table, index) = rest.split_once(" USING ").unwrap_or((rest, ""));
    let own = index.rsplit(' ').next().filter(|it| !it.is_empty() && !it.starts_with("sqlite_"));
    // What is named by a word in capitals, or in the statement itself, is no table.
    (table != "CONSTANT ROW" && table != "mine").then(|| own.unwrap_or(table).to_string())
}

/// An index without a condition on it is read from its first entry to its last.
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

pub(super) async fn what_grows_is_found_by_an_index(database: &str) {
    let store = Store::open(database).await.unwrap();
    let all = statements();
    assert!(all.len() > 80, "only {} statements are found", all.len());
    let mut wrong = Vec::new();
    for statement in &all {
        if WHOLE.iter().any(|(begin, _)| statement.starts_with(begin)) {
            continue;
        }
        for it in read_whole(&store, statement).await {
            let small = SMALL.iter().any(|small| it == *small || it == format!("{small}_pkey"));
            if !small && !GOING.contains(&it.as_str()) {
                wrong.push(format!("all of {it} is read by: {statement}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (begin, why) in WHOLE {
        let there = all.iter().any(|it| it.starts_with(begin));
        assert!(there, "no statement begins with '{begin}', which may read a whole table: {why}");
    }
    store.close().await;
}
