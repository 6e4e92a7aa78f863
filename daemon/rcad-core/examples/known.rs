//! Checks files of known failures: `known FILE…` reads them together, tries the test texts of each rule, and prints what
//! is wrong.

use std::process::ExitCode;
use std::{env, fs, io};

use rcad_core::parse::rule_tests::test_known;
use rcad_core::rules::{RuleSet, read};

fn main() -> io::Result<ExitCode> {
    let (mut rules, mut wrong) = (Vec::new(), 0);
    for file in env::args().skip(1) {
        let (read, refused) = read(&fs::read_to_string(&file)?);
        for error in &refused {
            println!("{file}:{}: {}: {}", error.line, error.rule.as_deref().unwrap_or("?"), error.why);
        }
        wrong += refused.len();
        rules.extend(read);
    }
    let rules = RuleSet::new(rules);
    for index in 0..rules.len() {
        for miss in test_known(&rules, index) {
            println!("{}: {}: {}", rules.get(index).name, miss.what, miss.line);
            wrong += 1;
        }
    }
    let learnt = (0..rules.len()).filter(|index| !rules.get(*index).learnt.is_empty()).count();
    println!("{} rules, {learnt} with the thread that they were learnt from, {wrong} wrong", rules.len());
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
