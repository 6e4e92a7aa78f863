//! What a real git says of repositories made for it. Says `SKIPPED` where there is none.

mod arrivals;
mod commits;
mod guards;
mod lab;
mod pairs;
mod states;
