//! Real logs and what guards a model's door: nothing in them reads like an order, and hiding what is secret in them keeps
//! their lines and comes back.

mod corpus;

use corpus::texts;
use rcad_core::agent::fence::commands;

#[test]
fn no_real_log_gives_orders() {
    let texts = texts();
    assert!(texts.len() > 100, "{}", texts.len());
    for text in texts {
        assert_eq!(commands(&text.text), Vec::<String>::new(), "{}", text.name);
    }
}
