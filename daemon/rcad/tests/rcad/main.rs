//! The program as a whole: the real binary with real Gradles, a real browser and a real notification service.
//!
//! If a real part is missing on this machine, its tests say so on stderr and pass; `scripts/test` installs the parts
//! and prints which were used.

#![allow(clippy::unwrap_used)] // A test that cannot go on has failed; the helpers are tests as much as what is marked so.

mod adb_server;
mod agent;
mod agent_models;
mod agent_page;
mod analyze;
mod app_builds;
mod bench_model;
mod bug_report;
mod capture;
mod changes;
mod commands;
mod damaged_store;
mod devices;
mod faults;
mod gradle;
mod hostile;
mod hub;
mod keep;
mod lab;
mod line;
mod logcat;
mod memory;
mod model;
mod notification;
mod page;
mod project;
mod prompts;
mod retrace;
mod search;
mod service;
mod tools;
mod transfer;
mod workers;
