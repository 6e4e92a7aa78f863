//! A device that is attached more than once, by cable and over the network, is followed over one connection; when that
//! ends, the next one takes over what it has read.

use std::cell::RefCell;
use std::collections::HashMap;

use tokio::sync::oneshot;

/// Which connection follows each device; `T` is what follows it.
pub struct Connections<T> {
    /// By the device's identity.
    followed: RefCell<HashMap<String, FollowedDevice<T>>>,
}

struct FollowedDevice<T> {
    /// The connection that follows it, by its serial number for adb.
    serial: String,
    /// The others, in their order.
    waiting: Vec<(String, oneshot::Sender<T>)>,
}

/// Whether a connection may follow its device.
pub enum ConnectionClaim<T> {
    /// It follows it.
    Own,
    /// Another connection does.
    Waiting {
        /// Its serial number for adb.
        other: String,
        /// What it leaves; closed when it leaves nothing, and the device may be claimed again.
        left: oneshot::Receiver<T>,
    },
}

impl<T> Default for Connections<T> {
    fn default() -> Connections<T> {
        Connections { followed: RefCell::default() }
    }
}

impl<T> Connections<T> {
    /// Asks to follow the device with this identity over this connection; one without identity is never another.
    pub fn claim(&self, identity: Option<&str>, serial: &str) -> ConnectionClaim<T> {
        let mut followed = self.followed.borrow_mut();
        // It may have been started again, or be another device by now.
        followed.retain(|known, device| device.serial != serial || Some(known.as_str()) == identity);
        let Some(identity) = identity else { return ConnectionClaim::Own };
        let device = followed
            .entry(identity.to_owned())
            .or_insert_with(|| FollowedDevice { serial: serial.to_owned(), waiting: Vec::new() });
        if device.serial == serial {
            return ConnectionClaim::Own;
        }
        let (heir, left) = oneshot::channel();
        device.waiting.retain(|(waiting, heir)| waiting != serial && !heir.is_closed());
        device.waiting.push((serial.to_owned(), heir));
        ConnectionClaim::Waiting { other: device.serial.clone(), left }
    }

    /// Gives what follows a device over this connection to the next one; back, where none waits.
    pub fn hand_over(&self, serial: &str, mut follower: T) -> Option<T> {
        let mut followed = self.followed.borrow_mut();
        let Some(device) = followed.values_mut().find(|device| device.serial == serial) else { return Some(follower) };
        while !device.waiting.is_empty() {
            let (next, heir) = device.waiting.remove(0);
            match heir.send(follower) {
                Ok(()) => {
                    device.serial = next;
                    return None;
                }
                Err(back) => follower = back,
            }
        }
        Some(follower)
    }

    /// Takes note that a connection follows nothing any more.
    pub fn end(&self, serial: &str) {
        self.followed.borrow_mut().retain(|_, device| device.serial != serial);
    }
}

#[cfg(test)]
mod tests {
    use super::{ConnectionClaim, Connections};

    #[test]
    fn the_next_connection_gets_what_the_first_has_read() {
        let connections = Connections::<u32>::default();
        let claim = |identity, serial| match connections.claim(identity, serial) {
            ConnectionClaim::Own => None,
            ConnectionClaim::Waiting { other, left } => Some((other, left)),
        };
        assert!(claim(Some("x"), "usb").is_none() && claim(Some("x"), "usb").is_none());
        assert!(claim(None, "other").is_none() && claim(Some("y"), "third").is_none());
        let (other, left) = claim(Some("x"), "tcp").unwrap();
        assert_eq!((other.as_str(), connections.hand_over("tcp", 1)), ("usb", Some(1)), "only who follows");
        drop(left);
        assert_eq!(connections.hand_over("usb", 1), Some(1), "nobody waits any more");
        let (_, mut left) = claim(Some("x"), "tcp").unwrap();
        assert_eq!((connections.hand_over("usb", 7), left.try_recv()), (None, Ok(7)));
        let (other, mut left) = claim(Some("x"), "usb").unwrap();
        assert_eq!(other, "tcp");
        // It ended without a word, as after a panic.
        connections.end("tcp");
        assert!(left.try_recv().is_err() && claim(Some("x"), "usb").is_none());
        // It was started again: another identity.
        let (_, mut left) = claim(Some("x"), "tcp").unwrap();
        assert!(claim(Some("z"), "usb").is_none() && left.try_recv().is_err());
    }
}
