//! Shows answers: a desktop notification, and the page that its link opens.

pub mod http;
pub mod links;
pub mod notification;
pub mod page;
