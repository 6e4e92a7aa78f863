//! Classes that a source names and does not import.

use crate::model::failure::Failure;

/// The class that a source names without an import that leads to it: `location: class Shelf`.
pub fn tell(failure: &mut Failure) {
    let is_class = failure.details.get("kind").is_some_and(|kind| kind == "class");
    let in_code = failure.details.get("location").is_some_and(|at| !at.starts_with("package "));
    let Some(symbol) = failure.symbol.clone().filter(|name| is_class && in_code && !name.contains('.')) else { return };
    let file = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
    let of_device = file.contains("/src/androidTest/");
    let of_test = file.contains("/src/test/") || of_device;
    failure.details.insert(if of_test { "class_for_test" } else { "class_in_code" }.to_owned(), symbol);
    if of_device {
        failure.details.insert("device_test".to_owned(), "androidTestImplementation".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn an_instrumented_test_has_a_configuration_of_its_own() {
        let told = |tree: &str| {
            answer(&format!(
                "/p/app/src/{tree}/java/com/example/till/TillTest.java:11: error: cannot find symbol\n    Rule<Till> rule;\n         ^\n  symbol:   class Till\n  location: class TillTest\n"
            ))
        };
        let device = told("androidTest");
        assert!(device.contains("`androidTestImplementation`") && !device.contains("test-fixtures"), "{device}");
        assert!(told("test").contains("`testImplementation`"), "{}", told("test"));
    }
}
