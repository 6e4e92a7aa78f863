//! The one thread that keeps the search index up with the store. Sleeps until it is woken; never makes the worker wait.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rcad_store::{Index, StoreError};

use super::App;
use crate::platform::home::Home;

/// After an error it is tried again so much later, if nobody wakes it before.
const AGAIN: Duration = Duration::from_secs(30);

/// While much is coming in, the thread waits until nothing came for so long: it would take half of the processor from it.
const SETTLED: Duration = Duration::from_secs(2);

/// What there is to do for the thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wake {
    Not,
    WhenSettled,
    Now,
}

/// The index, and how its thread is woken.
pub struct Indexer {
    /// To be searched. Empty until the thread has opened it.
    pub index: Index,
    /// Something has changed since the thread looked last.
    changed: Mutex<Wake>,
    woken: Condvar,
    ended: AtomicBool,
}

impl Indexer {
    /// The index of this home. Touches no file.
    pub fn new(home: &Home) -> Indexer {
        let index = Index::open(&home.index());
        Indexer { index, changed: Mutex::new(Wake::Now), woken: Condvar::new(), ended: AtomicBool::new(false) }
    }

    /// The store has changed, or files of the embedding model have come.
    pub fn wake(&self) {
        *self.changed.lock().unwrap_or_else(PoisonError::into_inner) = Wake::Now;
        self.woken.notify_one();
    }

    /// The store has changed, and more is coming.
    pub fn wake_when_settled(&self) {
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        if *changed == Wake::Not {
            *changed = Wake::WhenSettled;
            self.woken.notify_one();
        }
    }

    /// Ends the thread: what it has in hand is made durable, the rest waits for the next start.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// Waits until something has changed, or for so long. Whether to go on.
    fn sleep(&self, most: Option<Duration>) -> bool {
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut most = most;
        while *changed != Wake::Now {
            if std::mem::replace(&mut *changed, Wake::Not) == Wake::WhenSettled {
                most = Some(SETTLED);
            }
            let Some(patience) = most else {
                changed = self.woken.wait(changed).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let waited = self.woken.wait_timeout(changed, patience).unwrap_or_else(PoisonError::into_inner);
            changed = waited.0;
            if waited.1.timed_out() {
                break;
            }
        }
        *changed = Wake::Not;
        !self.ended.load(Ordering::Relaxed)
    }
}

/// Starts the thread, which opens the index first.
pub fn start(app: Arc<App>) -> std::io::Result<JoinHandle<()>> {
    std::thread::Builder::new().name("indexer".into()).spawn(move || {
        let mut most = None;
        while app.indexer.sleep(most) {
            // What is derived must not take the daemon down.
            let done = catch_unwind(AssertUnwindSafe(|| catch_up(&app)));
            let failed = done.map_or_else(|_| Some("it panicked".to_owned()), |done| done.err().map(|e| e.to_string()));
            most = failed.is_some().then_some(AGAIN);
            let problem = failed.map(|e| format!("searches may miss the newest failures ({e}); it is tried again"));
            app.report_health("index", problem);
        }
    })
}

fn catch_up(app: &App) -> Result<(), StoreError> {
    let told = Cell::new(false);
    let progress = |_, _| {
        if let (Some(why), false) = (app.indexer.index.state().problem, told.replace(true)) {
            tracing::warn!(why, "the search index can't be used and is built again");
        }
        !app.indexer.ended.load(Ordering::Relaxed)
    };
    let lent = app.embedding.lend();
    app.indexer.index.catch_up(&app.store, lent.as_deref(), &progress)
}
