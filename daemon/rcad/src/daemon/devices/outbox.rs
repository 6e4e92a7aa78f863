//! Crashes of one device on their way to the capture worker. The log is read on meanwhile.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use rcad_core::Report;
use tokio::sync::oneshot;
use tokio::time::sleep_until;

use crate::line::inbox::{Submission, WakeReason};
use crate::line::shared::Shared;

/// Before a crash that could not be stored is submitted again.
const SUBMIT_AGAIN: Duration = Duration::from_secs(5);
/// Crashes that wait to be stored at most; further ones are counted.
const MOST_WAITING: usize = 200;

/// Crashes on their way to the capture worker, one after the other.
pub struct Outbox {
    shared: Arc<Shared>,
    /// Each with the serial number of its device for adb.
    waiting: VecDeque<(Report, String)>,
    /// The answer for the first of them.
    answer: Option<oneshot::Receiver<Result<Option<String>, String>>>,
    /// Not before this is it submitted again.
    pause: Option<tokio::time::Instant>,
}

impl Outbox {
    /// Nothing waits yet.
    pub fn new(shared: Arc<Shared>) -> Outbox {
        Outbox { shared, waiting: VecDeque::new(), answer: None, pause: None }
    }

    /// Adds a crash of the device with this serial number for adb; one too many is counted.
    pub fn push(&mut self, report: Report, serial: &str) {
        if self.waiting.len() < MOST_WAITING {
            self.waiting.push_back((report, serial.to_owned()));
        } else {
            self.shared.devices.change(serial, |device| device.lost += 1);
        }
    }

    /// Whether all are stored.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Waits for `event`; meanwhile crashes are stored.
    pub async fn wait<T>(&mut self, event: impl Future<Output = T>) -> T {
        let mut event = std::pin::pin!(event);
        loop {
            tokio::select! {
                happened = &mut event => return happened,
                () = self.store_next(), if !self.waiting.is_empty() => {}
            }
        }
    }

    /// Waits until all are stored.
    pub async fn drain(&mut self) {
        while !self.waiting.is_empty() {
            self.store_next().await;
        }
    }

    /// Has the next one stored; after a failure waits before the next attempt. Cancelling it loses nothing.
    async fn store_next(&mut self) {
        if let Some(until) = self.pause {
            sleep_until(until).await;
            self.pause = None;
        }
        let Some((report, _)) = self.waiting.front() else { return };
        let answer = self.answer.get_or_insert_with(|| {
            let (answer, receiver) = oneshot::channel();
            let submission = Submission { report: report.clone(), answer };
            // A worker that has ended drops it, which is an answer too.
            let _ = self.shared.waker.send(WakeReason::Crash(Box::new(submission)));
            receiver
        });
        let stored = answer.await;
        self.answer = None;
        match stored {
            Ok(Ok(_)) => {
                if let Some((_, serial)) = self.waiting.pop_front() {
                    self.shared.devices.change(&serial, |device| device.crashes += 1);
                }
            }
            // The worker says why in its health, or panicked.
            Ok(Err(_)) | Err(_) => self.pause = Some(tokio::time::Instant::now() + SUBMIT_AGAIN),
        }
    }
}
