//! Room's two descriptions of a table, compared: what differs is said, not left to be found.

use std::collections::BTreeMap;

use super::super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Expected: TableInfo{…} Found: TableInfo{…}`
static BOTH: Pattern = Pattern::new(r"(?s)Expected:\s*(?P<expected>TableInfo.*?)Found:\s*(?P<found>TableInfo.*)$");

/// `sex=Column{name='sex', type='INTEGER', affinity='3', notNull=true, primaryKeyPosition=0, defaultValue='null'}`
static COLUMN: Pattern = Pattern::new(
    r"Column ?\{\s*\|?\s*name ?= ?'(?P<name>[^']+)',\s*\|?\s*type ?= ?'[^']*',\s*\|?\s*affinity ?= ?'(?P<affinity>[0-9])',\s*\|?\s*notNull ?= ?'?(?P<required>true|false)'?,\s*\|?\s*primaryKeyPosition ?= ?'?(?P<key>[0-9]+)'?(?:,\s*\|?\s*defaultValue ?= ?'(?P<default>[^']*)')?",
);

/// `Index{name='index_shelf_n', unique=false, columns=[n]`
static INDEX: Pattern = Pattern::new(r"Index ?\{\s*\|?\s*name ?= ?'(?P<name>[^']+)'");

/// Differences that are told.
const TOLD: usize = 4;

/// Columns by name, each with what Room compares: affinity, NOT NULL, place in the key, default value.
type Columns = BTreeMap<String, [String; 4]>;

/// Says in what the tables differ.
pub fn decide(_: &Scene<'_>, failure: &mut Failure) {
    let shipped = failure.message.contains("Pre-packaged database has an invalid schema");
    let migrated = failure.message.contains("Migration didn't properly handle");
    if failure.category != Category::RuntimeSqliteRoom || !(shipped || migrated) || failure.symbol.is_none() {
        return;
    }
    let Some(both) = BOTH.captures(&failure.message) else { return };
    let all = differences(&both["expected"], &both["found"]);
    if all.is_empty() {
        return;
    }
    let more = if all.len() > TOLD { format!(" and {} more", all.len() - TOLD) } else { String::new() };
    let told: Vec<String> = all.into_iter().take(TOLD).collect();
    failure.details.insert("differs".to_owned(), format!("{}{more}", told.join("; ")));
    let (which, fix) = if shipped {
        (
            "In the shipped database (`createFromAsset`, `createFromFile`)",
            "Change the shipped database file so that its table `{symbol}` is as the entity declares it, or let the entity declare what the file has.",
        )
    } else {
        (
            "After the migration",
            "Let the migration's SQL make `{symbol}` as the entity declares it (the exported schema JSON has the statement), or let the entity declare what the database has.",
        )
    };
    failure.say(&format!("{which} the table `{{symbol}}` is not as Room's entity declares it: {{differs}}."),
        &[
            fix,
            "Other differences that the message shows, such as another spelling of a type with the same affinity, do not matter.",
        ],
    );
}

fn differences(expected: &str, found: &str) -> Vec<String> {
    let (wanted, there) = (columns(expected), columns(found));
    if wanted.is_empty() || there.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (name, one) in &wanted {
        let Some(other) = there.get(name) else {
            all.push(format!("the column `{name}` is missing"));
            continue;
        };
        if one[0] != other[0] {
            all.push(format!("the column `{name}` is {} instead of {}", affinity(&other[0]), affinity(&one[0])));
        }
        if one[1] != other[1] {
            let (is, should) = if other[1] == "true" { ("NOT NULL", "nullable") } else { ("nullable", "NOT NULL") };
            all.push(format!("the column `{name}` is {is} and should be {should}"));
        }
        if one[2] != other[2] {
            all.push(format!(
                "the column `{name}` has the place {} in the primary key instead of {}",
                other[2], one[2]
            ));
        }
        // Room compares a default value only where the entity declares one.
        if one[3] != other[3] && one[3] != "null" && one[3] != "undefined" {
            all.push(format!("the default value of `{name}` is {} instead of {}", other[3], one[3]));
        }
    }
    all.extend(
        there
            .keys()
            .filter(|name| !wanted.contains_key(*name))
            .map(|name| format!("the column `{name}` is one too many")),
    );
    let (wanted, there) = (indices(expected), indices(found));
    all.extend(wanted.iter().filter(|name| !there.contains(name)).map(|name| format!("the index `{name}` is missing")));
    all.extend(
        there.iter().filter(|name| !wanted.contains(name)).map(|name| format!("the index `{name}` is one too many")),
    );
    all
}

fn columns(table: &str) -> Columns {
    let mut columns = Columns::new();
    let mut rest = table;
    while let Some(found) = COLUMN.captures(rest) {
        let value = |group: &str| found.name(group).map_or("", |text| text.as_str()).to_owned();
        columns.insert(value("name"), [value("affinity"), value("required"), value("key"), value("default")]);
        rest = &rest[found.get(0).map_or(rest.len(), |all| all.end())..];
    }
    columns
}

fn indices(table: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = table;
    while let Some(found) = INDEX.captures(rest) {
        names.push(found["name"].to_owned());
        rest = &rest[found.get(0).map_or(rest.len(), |all| all.end())..];
    }
    names
}

/// SQLite's affinities, by the numbers that Room gives them.
fn affinity(number: &str) -> &'static str {
    match number {
        "2" => "TEXT",
        "3" => "INTEGER",
        "4" => "REAL",
        "5" => "BLOB",
        _ => "of no type",
    }
}
