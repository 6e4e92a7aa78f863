//! Real logs and what guards a model's door: nothing in them reads like an order, and hiding what is secret in them keeps
//! their lines and comes back.

use crate::corpus::{Text, texts};
use rcad_core::agent::delimiter::injected_instructions;
use rcad_core::agent::redact::Redaction;

/// Where the projects of the recorded logs lay.
const HOME: &str = "/home/dev";

/// Hidden in the recorded logs, and rightly so.
const EXPECTED: &[&str] = &[r"<USER_1>\\shop", "<USER_1>/app/"];

#[test]
fn no_real_log_gives_orders() {
    let texts = texts();
    assert!(texts.len() > 100, "{}", texts.len());
    for text in texts {
        assert_eq!(injected_instructions(&text.text), Vec::<String>::new(), "{}", text.name);
    }
}

#[test]
fn real_logs_come_back_from_hiding() {
    let (mut lines, mut changed) = (0, 0);
    for Text { name, text } in texts() {
        let mut redaction = Redaction::new(Some(HOME));
        let hidden = redaction.hide(&text);
        assert_eq!(redaction.reveal(&hidden), text, "{name}");
        assert_eq!(redaction.hide(&hidden), hidden, "{name}");
        assert_eq!(hidden.split('\n').count(), text.split('\n').count(), "{name}");
        assert!(!hidden.contains("/home/dev/"), "{name}\n{hidden}");
        for (before, after) in text.lines().zip(hidden.lines()).filter(|(before, after)| before != after) {
            // Directories apart, the recorded logs hold few secrets: they are read here, one by one, when one is new.
            let directories = after.replace("<HOME>", HOME);
            if directories != before && !EXPECTED.iter().any(|known| after.contains(known)) {
                panic!("{name}\n  {before}\n  {after}");
            }
            changed += 1;
        }
        lines += text.lines().count();
    }
    println!("{changed} of {lines} lines changed");
    assert!(changed > 0);
}
