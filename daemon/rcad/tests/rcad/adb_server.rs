//! A real adb server for a test, or a note that there is none.

use std::io::ErrorKind;

use rcad_testkit::AdbServer;

use crate::lab::{Lab, skipped};

/// Starts a server, at this port if one is given; nothing without adb.
pub fn start(lab: &Lab, port: Option<&str>) -> Option<AdbServer> {
    let home = lab.path("adb-home");
    let started = match port {
        Some(port) => AdbServer::start_at(&home, port),
        None => AdbServer::start(&home),
    };
    match started {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skipped("no adb: nothing is tested with devices");
            None
        }
        started => Some(started.unwrap()),
    }
}
