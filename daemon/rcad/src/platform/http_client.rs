//! Makes every HTTP client of this program. TLS is rustls with ring.

use reqwest::ClientBuilder;

/// A client builder. Uses the proxies of the environment.
pub fn builder() -> ClientBuilder {
    use_ring();
    reqwest::Client::builder().user_agent(concat!("rcad/", env!("CARGO_PKG_VERSION")))
}

/// Makes ring the TLS cryptography of this process. Needed before a library creates its own client; otherwise reqwest
/// panics.
pub fn use_ring() {
    let _ = rustls::crypto::ring::default_provider().install_default(); // Fails if it is set already.
}
