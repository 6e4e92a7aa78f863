//! The apps whose crashes are the user's: those that projects with captured builds declare or have built.

use std::collections::HashMap;
use std::sync::Arc;

use rcad_store::{OwnApp, Store, StoreError};
use tokio::sync::watch;

/// The project of each app, by its package. Empty for an app that only the settings name.
pub type AppProjects = Arc<HashMap<String, String>>;

/// The user's apps, as far as they are known.
pub struct OwnApps {
    named: Vec<String>,
    apps: watch::Sender<AppProjects>,
}

impl OwnApps {
    /// The apps of the store, and those that the settings name.
    pub fn new(store: &Store, named: &[String]) -> Result<OwnApps, StoreError> {
        let apps = OwnApps { named: named.to_vec(), apps: watch::Sender::default() };
        apps.renew(store)?;
        Ok(apps)
    }

    /// The apps, and word of each change.
    pub fn subscribe(&self) -> watch::Receiver<AppProjects> {
        self.apps.subscribe()
    }

    /// The apps now.
    pub fn now(&self) -> AppProjects {
        self.apps.borrow().clone()
    }

    /// Takes note of the apps of the project at `root`, a build of which has ended.
    pub fn learn(&self, packages: &[String], root: &str, built_ms: u64, store: &Store) -> Result<(), StoreError> {
        let known = self.now();
        if packages.iter().all(|package| known.get(package).is_some_and(|project| project == root)) {
            return Ok(());
        }
        store.add_own_apps(packages, &OwnApp { project: root.to_owned(), built_ms })?;
        self.renew(store)
    }

    fn renew(&self, store: &Store) -> Result<(), StoreError> {
        let mut apps: HashMap<String, String> = self.named.iter().map(|app| (app.clone(), String::new())).collect();
        apps.extend(store.own_apps()?.into_iter().map(|(package, app)| (package, app.project)));
        self.apps.send_replace(Arc::new(apps));
        Ok(())
    }
}
