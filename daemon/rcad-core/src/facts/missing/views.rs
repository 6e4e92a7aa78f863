//! Views of a layout that code reads as variables, as a plugin made them that Kotlin no longer has.

use super::place::{self, SourcePlace};
use crate::Category;
use crate::facts::names::{self, NamePosition};
use crate::model::failure::{Failure, file_name};

/// Ends of the names of classes that show a layout.
const SCREENS: &[&str] = &["Activity", "Adapter", "BottomSheet", "Dialog", "Fragment", "Holder"];

/// How people begin the ids of views, before a capital letter.
const BEGINNINGS: &[&str] =
    &["btn", "cb", "edt", "et", "fab", "img", "iv", "ll", "pb", "rb", "rl", "rv", "spinner", "tv", "txt"];

/// Ids that are a view's kind.
const KINDS: &[&str] = &[
    "bottomNavigationView",
    "drawerLayout",
    "fab",
    "progressBar",
    "recyclerView",
    "swipeRefreshLayout",
    "tabLayout",
    "toolbar",
    "viewPager",
    "webView",
];

/// Says of a name that has the form of a view's id why there is no variable of that name. Whether it has.
pub fn tell(failure: &mut Failure) -> bool {
    let own = matches!(place::of(failure), SourcePlace::Own) && !failure.details.contains_key("known");
    if failure.category != Category::KotlinUnresolvedReference || failure.wording.is_some() || !own {
        return false;
    }
    let class = file_name(failure.file.as_deref().unwrap_or_default()).trim_end_matches(".kt");
    let screen = SCREENS.iter().any(|end| class.ends_with(end));
    let begins = names::position(failure) == Some(NamePosition::Statement);
    let id = failure.symbol.as_deref().is_some_and(is_view_id);
    if !(screen && begins && id) {
        return false;
    }
    if failure.column.is_some_and(|column| BEHIND_BINDING.contains(&column)) {
        behind_binding(failure);
        return true;
    }
    let binding = binding_name(failure.symbol.as_deref().unwrap_or_default());
    failure.details.insert("binding_name".to_owned(), binding);
    failure.say(
        "By its form `{symbol}` is the id of a view in a layout, used as a variable. Such variables came from the plugin `kotlin-android-extensions` (`kotlinx.android.synthetic`), which Kotlin 1.8 removed.",
        &[
            "Switch on view binding (`android {{ buildFeatures {{ viewBinding = true }} }}`), inflate the generated class of the layout in {name} and write `binding.{binding_name}` for `{symbol}`; the other ids of the file in the same way.",
            "For a single view: `findViewById<…>(R.id.{symbol})`.",
            "If it is no view, declare or import `{symbol}`.",
        ],
    );
    true
}

/// Columns of what stands behind `binding.` in a statement of the first, second and third level; a statement may also be
/// indented so far.
const BEHIND_BINDING: &[u32] = &[13, 17, 21];

/// Says of such a name that it may be a field of a view binding.
fn behind_binding(failure: &mut Failure) {
    failure.say(
        "By its form `{symbol}` is the id of a view. Behind `binding.`, which its column fits, it means that the layout of that binding has no view with this id (any more): it was removed, renamed, or lies in another layout.",
        &[
            "Look in the layout that {name} shows for the view: give it the id that line {line} uses (`android:id=\"@+id/…\"`), or write the field that the binding has (`tool_bar` becomes `toolBar`), or remove the use.",
            "If nothing stands before `{symbol}` there, it was a variable of `kotlin-android-extensions`, which Kotlin 1.8 removed: use view binding or `findViewById<…>(R.id.{symbol})`.",
            "If it is no view, declare or import `{symbol}`.",
        ],
    );
}

/// `btn_login`, `tvTitle`, `recyclerView`
pub fn is_view_id(name: &str) -> bool {
    let small = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let snake = small(name) && name.trim_matches('_').contains('_');
    let hungarian = || {
        let rest = BEGINNINGS.iter().filter_map(|begin| name.strip_prefix(begin));
        rest.into_iter().any(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    snake || KINDS.contains(&name) || hungarian()
}

/// The field of a view in its binding class: `btnLogin` of `btn_login`.
fn binding_name(id: &str) -> String {
    let mut words = id.split('_').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or(id).to_owned();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name + letters.as_str()
    })
}

#[cfg(test)]
mod tests {
    fn cause(class: &str, column: u32, symbol: &str) -> String {
        let file = format!("/p/app/src/main/java/com/example/shelf/{class}.kt");
        let log = format!("e: {file}: (42, {column}): Unresolved reference: {symbol}\n");
        crate::explain::answer(&log)
    }

    #[test]
    fn a_views_id_that_is_read_as_a_variable_is_told() {
        let told = cause("BasketActivity", 9, "btn_add_book");
        assert!(told.contains("kotlin-android-extensions") && told.contains("`binding.btnAddBook`"), "{told}");
        assert!(cause("BasketFragment", 9, "tvTitle").contains("view binding"));
        let bound = cause("BasketFragment", 17, "fabAdd");
        assert!(bound.contains("Behind `binding.`") && bound.contains("removed, renamed"), "{bound}");
        assert!(!cause("BasketStore", 17, "fabAdd").contains("binding."), "no screen");
        assert!(!cause("BasketStore", 9, "btn_add_book").contains("view binding"), "no screen");
        assert!(!cause("BasketActivity", 9, "loadBooks").contains("view binding"), "no view's name");
        assert!(!cause("BasketActivity", 31, "basket_title").contains("android-extensions"), "behind something else");
    }
}
