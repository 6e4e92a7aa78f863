//! Expressions of data binding that reach aapt2, which knows only values.

use crate::Category;
use crate::model::failure::Failure;

/// Says that data binding did not process a layout whose expression is taken for a value.
pub fn explain(failure: &mut Failure) {
    let given = failure.details.get("actual").map_or("", |value| value.trim_start());
    let is_expression = given.starts_with("@{") || given.starts_with("@={");
    if failure.category != Category::XmlInvalidValue || !is_expression {
        return;
    }
    failure.category = Category::Databinding;
    failure.details.insert("unprocessed".to_owned(), "yes".to_owned());
    failure.say(
        "aapt2 gets the data binding expression `{actual}` as it stands and takes it for a value of `{symbol}`: data binding did not process this layout.",
        &[
            "Switch data binding on in the module that has this layout (`android {{ buildFeatures {{ dataBinding = true }} }}`; with Bazel `enable_data_binding = 1` on its `android_library`), and leave the layout as it is.",
            "If it is on there, see that the root of {name} is `<layout>`: data binding leaves other files alone.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    /// The category of the first failure, the cause and the steps.
    fn told(value: &str) -> (String, String, usize) {
        let log = format!(
            "/home/dev/shop/app/src/main/res/layout/shelf.xml:31: error: '{value}' is incompatible with attribute visibility (attr) enum [gone=2, invisible=1, visible=0].\n/home/dev/shop/app/src/main/res/layout/shelf.xml:40: error: attribute oakDepth (aka com.example.shop:oakDepth) not found.\nerror: failed linking file resources.\n"
        );
        let told = analyze(parse(&log), None);
        let category = told.errors[0].category.id().to_owned();
        let text = format!("{} {}", told.root_cause.unwrap_or_default(), told.fix_guidelines.join(" "));
        let alone = told.errors.iter().filter(|one| one.explained_by.is_none()).count();
        (category, text, alone)
    }

    #[test]
    fn an_expression_is_no_value() {
        for expression in ["@{shelf.isEmpty() ? View.GONE : View.VISIBLE}", "@={shelf.open}"] {
            let (category, text, alone) = told(expression);
            assert_eq!((category.as_str(), alone), ("databinding", 1), "{text}");
            assert!(text.contains("dataBinding = true"), "{text}");
        }
        assert_eq!(told("hidden").0, "xml_invalid_value");
    }
}
