//! What protoc says of a file whose imports it does not find: the names out of them are not defined either.

use std::collections::HashMap;

use crate::model::failure::Failure;

/// The first import of each file that protoc does not find.
#[derive(Default)]
pub struct Protos<'f>(HashMap<&'f str, usize>);

impl<'f> Protos<'f> {
    pub fn new(failures: &[&'f Failure]) -> Protos<'f> {
        let mut protos = Protos::default();
        for (at, failure) in failures.iter().enumerate() {
            if let Some(file) = proto(failure).filter(|_| said(failure, "was not found or had errors")) {
                protos.0.entry(file).or_insert(at);
            }
        }
        protos
    }

    /// The import from which an undefined name of the same file follows.
    pub fn cause(&self, failure: &Failure) -> Option<usize> {
        let undefined = ["\" is not defined", "\" seems to be defined in "].iter().any(|words| said(failure, words));
        self.0.get(proto(failure).filter(|_| undefined)?).copied()
    }
}

fn proto(failure: &Failure) -> Option<&str> {
    failure.file.as_deref().filter(|file| file.ends_with(".proto"))
}

fn said(failure: &Failure, words: &str) -> bool {
    failure.message.contains(words) || failure.details.get("said").is_some_and(|line| line.contains(words))
}

#[cfg(test)]
mod tests {
    use crate::model::failure::Role;
    use crate::parse::parse;

    #[test]
    fn what_an_import_that_is_not_found_would_define_is_not_defined() {
        let log = |import: &str| {
            format!(
                "Execution failed for task ':till:generateProto'.\n> protoc: stdout: . stderr: lamp/bulb.proto: File not found.\n  till.proto:4:1: Import \"lamp/bulb.proto\" was not found or had errors.\n{import}  till.proto:12:3: \"Bulb\" is not defined.\n  till.proto:15:3: \"lamp.Cord\" seems to be defined in \"cord.proto\", which is not imported by \"till.proto\".  To use it here, please add the necessary import.\n  other.proto:3:3: \"Coin\" is not defined.\n"
            )
        };
        for import in ["", "  till.proto:5:1: Import \"lamp/cord.proto\" was not found or had errors.\n"] {
            let failures = parse(&log(import)).failures;
            assert_eq!(failures[0].symbol.as_deref(), Some("lamp/bulb.proto"), "{failures:?}");
            let role = |name: &str| failures.iter().find(|one| one.symbol.as_deref() == Some(name)).map(|one| one.role);
            assert_eq!((role("Bulb"), role("lamp.Cord")), (Some(Role::Consequence), Some(Role::Consequence)));
            assert_eq!(role("Coin"), Some(Role::Independent), "another file");
        }
    }
}
