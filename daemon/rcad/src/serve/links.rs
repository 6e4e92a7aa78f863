//! Links to the daemon's pages. A link's key opens its own page alone, since links end up in histories and notifications;
//! the browser that opens one gets a cookie in exchange, which opens every page.

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
        self.link(&rca_path(id))
    }

    /// Link to the home page.
    pub fn home(&self) -> String {
        self.link("/")
    }

    /// Whether the key opens the page at this path.
    pub fn opens(&self, path: &str, key: &str) -> bool {
        self.key(path).is_some_and(|right| same(key, &right))
    }

    /// Name of the cookie. Cookies belong to a host, not to a port, so the port is part of it.
    pub fn cookie_name(&self) -> String {
        format!("rcad-{}", self.address.rsplit(':').next().unwrap_or_default())
    }

    /// Value of the cookie.
    pub fn session(&self) -> String {
        self.key(SESSION).unwrap_or_default()
    }

    /// Whether this is the value of the cookie.
    pub fn is_session(&self, given: &str) -> bool {
        self.opens(SESSION, given)
    }

    /// What a form on a page sends along, so that no other site's form changes anything.
    pub fn form_token(&self) -> String {
        self.key(FORM).unwrap_or_default()
    }

    /// Whether a form of a page sent this.
    pub fn is_form_token(&self, given: &str) -> bool {
        self.opens(FORM, given)
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

/// Path of an RCA's page.
pub fn rca_path(id: &str) -> String {
    format!("/rca/{id}")
}

/// Not paths, so no link's key is one of them.
const SESSION: &str = "session";
const FORM: &str = "form";

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
        let (session, form) = (links.session(), links.form_token());
        assert!(links.is_session(&session) && links.is_form_token(&form) && session != form);
        assert!(!links.is_session(key) && !links.is_session(&form) && !links.is_form_token(&session));
        assert!(!links.opens("/", &session) && !links.is_session(""));
    }
}
