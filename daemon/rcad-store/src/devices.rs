//! The apps that the user's projects build, and how far the logs of devices were read.

pub mod app_events;

use crate::format::encode;
use crate::records::OwnApp;
use crate::store::rows::{all, read};
use crate::store::tables::{DEVICE_LOGS, OWN_APPS};
use crate::{Store, StoreError};

impl Store {
    /// The apps of the user's projects by their packages, in order.
    pub fn own_apps(&self) -> Result<Vec<(String, OwnApp)>, StoreError> {
        all(&self.db.begin_read()?.open_table(OWN_APPS)?)
    }

    /// Records that a build of `app.project` may have built these packages. A newer build of another project stays.
    pub fn add_own_apps(&self, packages: &[String], app: &OwnApp) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        {
            let mut table = txn.open_table(OWN_APPS)?;
            for package in packages {
                let before: Option<OwnApp> = read(&table, package)?;
                if before.is_none_or(|before| before.built_ms <= app.built_ms) {
                    table.insert(package.as_str(), encode(app)?.as_slice())?;
                }
            }
        }
        txn.commit()?;
        Ok(())
    }

    /// The device's time up to which its log is read; nothing for an unknown device.
    pub fn device_log(&self, serial: &str) -> Result<Option<String>, StoreError> {
        let table = self.db.begin_read()?.open_table(DEVICE_LOGS)?;
        Ok(table.get(serial)?.map(|time| time.value().to_owned()))
    }

    /// Records that the device's log is read up to this time: everything before it is stored or of no interest.
    pub fn settle_device_log(&self, serial: &str, time: &str) -> Result<(), StoreError> {
        let txn = self.db.begin_write()?;
        txn.open_table(DEVICE_LOGS)?.insert(serial, time)?;
        txn.commit()?;
        Ok(())
    }
}
