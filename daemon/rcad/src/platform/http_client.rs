//! Makes every HTTP client of this program. TLS is rustls with ring.

use reqwest::ClientBuilder;

/// A client to be set up further. Uses the proxies that the environment names.
pub fn builder() -> ClientBuilder {
    use_ring();
    reqwest::Client::builder().user_agent(concat!("rcad/", env!("CARGO_PKG_VERSION")))
}

/// Makes ring the cryptography of all TLS connections of this process. Needed before a library makes a client of its own;
/// without it, reqwest panics.
pub fn use_ring() {
    let _ = rustls::crypto::ring::default_provider().install_default(); // An error says that it was set before.
}
