//! What annotation processors say, whichever way it is printed: by javac (Java, kapt stubs) or by KSP.

mod dagger;
mod frame;
mod other;
mod room;

use super::pattern::{self, Rules};
use crate::failure::Failure;

/// The tables, in the order in which they are tried.
pub static TABLES: &[&Rules] = &[&dagger::RULES, &room::RULES, &other::RULES, &frame::RULES];

/// Fills the failure from the first row that matches; whether there is one.
pub fn classify(message: &str, failure: &mut Failure) -> bool {
    TABLES.iter().any(|table| pattern::classify(table, message, failure).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::pattern::assert_sound;
    use super::TABLES;

    #[test]
    fn tables_compile() {
        TABLES.iter().for_each(|table| assert_sound(table));
    }
}
