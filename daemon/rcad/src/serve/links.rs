//! Links to the daemon's pages. A page's key opens only that page, since links end up in histories and notifications.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Makes and checks links.
#[derive(Clone, Debug)]
pub struct Links {
    address: String,
    token: String,
}

impl Links {
    /// Links of the daemon at this address with this token.
    pub fn new(address: &str, token: &str) -> Links {
        Links { address: address.to_owned(), token: token.to_owned() }
    }

    /// `127.0.0.1:port`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Whether this is the token of `daemon.json`.
    pub fn is_token(&self, given: &str) -> bool {
        same(given, &self.token)
    }

    /// Link to an RCA's page.
    pub fn rca(&self, id: &str) -> String {
        self.link(&format!("/rca/{id}"))
    }

    /// Link to the list of RCAs.
    pub fn list(&self) -> String {
        self.link("/")
    }

    /// Whether the key opens the page at this path.
    pub fn opens(&self, path: &str, key: &str) -> bool {
        self.key(path).is_some_and(|right| same(key, &right))
    }

    fn link(&self, path: &str) -> String {
        format!("http://{}{path}?key={}", self.address, self.key(path).unwrap_or_default())
    }

    /// 96 bits of the path's HMAC. Never fails: HMAC takes a token of any length.
    fn key(&self, path: &str) -> Option<String> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.token.as_bytes()).ok()?;
        mac.update(path.as_bytes());
        Some(hex::encode(&mac.finalize().into_bytes()[..12]))
    }
}

/// Compares in constant time.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |acc, (x, y)| acc | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::Links;

    #[test]
    fn a_key_opens_its_own_page_only() {
        let links = Links::new("127.0.0.1:1", "secret");
        let link = links.rca("abc");
        let key = link.split_once("key=").unwrap().1;
        assert!(key.len() == 24 && links.opens("/rca/abc", key));
        assert!(!links.opens("/rca/abc", ""));
        assert!(!links.opens("/rca/abd", key) && !links.opens("/", key) && !links.is_token(key));
        assert!(!Links::new("127.0.0.1:1", "other").opens("/rca/abc", key));
    }
}
