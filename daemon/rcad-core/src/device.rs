//! A device's log as it comes, line by line: which process a line is of, and where a crash, or something else that happened
//! to an app, begins and ends. What it means is read by `parse`.

mod app_events;
pub mod bug_report;
mod drop_box;
mod event;
pub mod events;
mod processes;

pub use app_events::AppEventKind;
pub use bug_report::AnrTraces;
pub use drop_box::{DropBoxEntry, drop_box};
pub use event::{DeviceEvent, EventKind};
pub use events::EventReader;
pub use processes::{Processes, package};
