//! The daemon's index of libraries, for commands that explain a log themselves.

use std::cell::OnceCell;

use rcad_core::code::libraries::{LibraryHome, LibraryIndex};

use super::Client;
use crate::platform::home::Home;

/// Asks the daemon, if one runs; without it no library has anything.
#[derive(Default)]
pub struct DaemonLibraries {
    /// Made by the first question: most failures ask none.
    client: OnceCell<Option<Client>>,
}

impl LibraryIndex for DaemonLibraries {
    fn homes(&self, simple: &str, owner: Option<&str>) -> Vec<LibraryHome> {
        let connect = || Home::find().and_then(|home| Client::new(&home)).ok().flatten();
        let Some(client) = self.client.get_or_init(connect) else { return Vec::new() };
        client.library_homes(simple, owner).unwrap_or_default()
    }
}
