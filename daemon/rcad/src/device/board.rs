//! What is known of the attached devices, for `status`.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::adb::Device;
use crate::protocol::devices::{DeviceStatus, DevicesStatus};

/// The adb server and its devices, as the worker sees them.
#[derive(Debug, Default)]
pub struct DeviceBoard {
    state: Mutex<DevicesStatus>,
}

impl DeviceBoard {
    /// The state now.
    pub fn status(&self) -> DevicesStatus {
        self.lock().clone()
    }

    /// Whether an adb server answers.
    pub fn set_server(&self, answers: bool) {
        self.lock().server = answers;
    }

    /// Takes the server's list.
    pub fn set_list(&self, list: &[Device]) {
        let mut state = self.lock();
        let mut known: BTreeMap<String, DeviceStatus> =
            state.devices.drain(..).map(|device| (device.serial.clone(), device)).collect();
        state.devices = list
            .iter()
            .map(|device| DeviceStatus {
                serial: device.serial.clone(),
                model: device.model.clone(),
                state: device.state.clone(),
                ..known.remove(&device.serial).unwrap_or_default()
            })
            .collect();
    }

    /// Changes what is known of one device, if it is attached.
    pub fn change(&self, serial: &str, change: impl FnOnce(&mut DeviceStatus)) {
        if let Some(device) = self.lock().devices.iter_mut().find(|device| device.serial == serial) {
            change(device);
        }
    }

    fn lock(&self) -> MutexGuard<'_, DevicesStatus> {
        // Every update is complete in itself.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
