//! Threads that must not use a store, since they must not wait for the disk.

use std::cell::Cell;
use std::marker::PhantomData;

thread_local! {
    static BARRED: Cell<bool> = const { Cell::new(false) };
}

/// While it exists, its thread must not use a store; a debug build panics where it does. For threads that answer requests.
#[must_use]
pub struct BarredThread {
    /// It stays on its thread.
    here: PhantomData<*const ()>,
}

impl BarredThread {
    /// Bars the current thread.
    pub fn here() -> BarredThread {
        BARRED.set(true);
        BarredThread { here: PhantomData }
    }
}

impl Drop for BarredThread {
    fn drop(&mut self) {
        BARRED.set(false);
    }
}

/// Panics in a debug build if the current thread is barred.
pub(super) fn check() {
    debug_assert!(!BARRED.get(), "the store was used by a thread that must not wait for the disk");
}

#[cfg(test)]
mod tests {
    use crate::{BarredThread, Store};

    #[test]
    fn a_barred_thread_alone_can_not_use_the_store() {
        if !cfg!(debug_assertions) {
            return;
        }
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("rca.redb")).unwrap();
        let barred = BarredThread::here();
        let used = |use_it: fn(&Store)| std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| use_it(&store)));
        assert!(used(|store| drop(store.counts())).is_err(), "a read");
        assert!(used(|store| drop(store.set_sound(1))).is_err(), "a write");
        std::thread::scope(|scope| scope.spawn(|| store.set_sound(1)).join().unwrap()).unwrap();
        drop(barred);
        assert_eq!(store.sound_ms().unwrap(), Some(1));
    }
}
