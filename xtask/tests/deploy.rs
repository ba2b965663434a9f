//! Checks that the files shipped for operators match the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
        .to_path_buf()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The names of metrics in a text.
fn figures(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '_';
    let places = text.match_indices("crosscut_").map(|(at, _)| &text[at..]);
    places.map(|it| it.split(|c| !is_part(c)).next().unwrap_or_default().to_string()).collect()
}

#[test]
fn every_figure_that_is_watched_is_told() {
    let told = figures(&read("crates/server/src/telemetry.rs"));
    for path in ["deploy/prometheus/alerts.yml", "deploy/grafana/club.json", "docs/operating.md"] {
        for name in figures(&read(path)) {
            let parts = ["_bucket", "_sum", "_count"];
            let bare = parts.iter().find_map(|it| name.strip_suffix(it)).unwrap_or(&name);
            let known = told.iter().any(|it| it == bare || *it == name);
            assert!(
                // The package is named `crosscut_0.2.0-1_amd64.deb`.
                known || ["crosscut_server", "crosscut_"].contains(&name.as_str()),
                "{path} watches {name}, which nobody tells"
            );
        }
    }
}

#[test]
fn the_dashboard_is_json() {
    let board: serde_json::Value =
        serde_json::from_str(&read("deploy/grafana/club.json")).expect("JSON");
    assert!(board["panels"].as_array().is_some_and(|it| it.len() > 5));
}

#[test]
fn the_unit_is_closed() {
    let unit = root().join("deploy/systemd/crosscut.service");
    let said =
        Command::new("systemd-analyze").args(["security", "--offline=true"]).arg(unit).output();
    // Not every system has it.
    let Ok(said) = said else { return };
    let said = String::from_utf8_lossy(&said.stdout);
    let Some(level) = said.lines().find_map(|it| it.split_once("exposure level for ")) else {
        return;
    };
    let level = level.1.split_whitespace().nth(1).and_then(|it| it.parse::<f32>().ok());
    assert!(level.is_some_and(|it| it < 2.0), "{said}");
}

#[test]
fn proxies_pass_on_nothing_that_visitors_write_of_where_they_come_from() {
    assert!(read("deploy/caddy/Caddyfile").contains("header_up -Forwarded"));
    let conf = read("deploy/nginx/club.conf");
    for line in ["X-Forwarded-For $proxy_add_x_forwarded_for;", "proxy_set_header Forwarded \"\";"]
    {
        assert!(conf.contains(line), "{line}");
    }
}

#[test]
fn the_server_comes_back_however_often_it_fails() {
    let unit = read("deploy/systemd/crosscut.service");
    let first = unit.split("[Service]").next().unwrap_or_default();
    assert!(first.lines().any(|it| it == "StartLimitIntervalSec=0"), "{first}");
}

#[test]
fn nginx_lets_long_studies_pass() {
    let conf = read("deploy/nginx/club.conf");
    for line in ["large_client_header_buffers 4 64k;", "proxy_buffering off;", "http2"] {
        assert!(conf.contains(line), "{line}");
    }
}
