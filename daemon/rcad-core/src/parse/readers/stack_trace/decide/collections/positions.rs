//! Indices that are out of bounds, by the function that uses them: rows of lists, texts that are taken apart, arguments and
//! answers to requests.

use super::super::super::own;
use super::super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;

/// Functions of adapters that are given a position.
const BINDS: &[&str] =
    &["onBindViewHolder", "getItemViewType", "getItemId", "getItem", "getView", "onBind", "bind", "getPageTitle"];

/// Functions that answer a touch on a row.
const CLICKS: &[&str] =
    &["onClick", "onLongClick", "onItemClick", "onMenuItemClick", "onCheckedChanged", "onSwiped", "onMove"];

const ROW: &str = "`{at}` asks the list behind the adapter for row {index}, and the list has {size}: the adapter counts more rows than its list has now. Either `getItemCount` is not the size of just this list (a header or footer is added, another list is counted), or the list was changed without `notify…` (on another thread, or cleared before new data came).";

const ROW_FIXES: &[&str] = &[
    "Let `getItemCount()` return the size of the list that {name}:{line} reads (with a header take `position - 1`), and replace the list and call `notify…` together on the main thread; `ListAdapter` with `submitList` does both.",
];

const CLICK: &str = "The position -1 is used in `{at}`, which answers a touch on a row: `bindingAdapterPosition` (`getAdapterPosition()`) is -1 (`NO_POSITION`) while the row is being removed or bound anew; of a spinner or list nothing is selected.";

const CLICK_FIXES: &[&str] = &[
    "Take the position once before {name}:{line} and leave where it is `RecyclerView.NO_POSITION` (-1): `val position = bindingAdapterPosition; if (position == RecyclerView.NO_POSITION) return`. Don't keep a position that `onBindViewHolder` was given.",
];

const FOUND_NONE: &str = "`{at}` cuts a text at position -1 (`{api}`; {message}): `indexOf` or `lastIndexOf` found nothing there, the text does not have the separator or mark that the code looks for.";

const FOUND_NONE_FIXES: &[&str] = &[
    "At {name}:{line} use `substringBefore`/`substringAfter` (they give the whole text, or a default, where nothing is found), or check the result of `indexOf` for -1; in Java `int at = text.indexOf(…); if (at >= 0) …`.",
    "Log the text: it is empty or of another form than the code expects.",
];

const SPLIT: &str = "`{at}` reads element {index} of an array that has {length}. Where a text is taken apart (`split(…)`), it has fewer parts than the code expects: the separator is missing in it, or an empty end was dropped.";

const SPLIT_FIXES: &[&str] = &[
    "At {name}:{line} check the number of parts before (`parts.size > {index}`, `getOrNull({index})`; in Java `parts.length > {index}`), and log the text that was split: it has another form than expected.",
];

const GRANTS: &str = "`{at}` reads an answer to a request for permissions that is empty: Android gives empty arrays when the request was interrupted (the activity was left or made anew, a second request came).";

const GRANTS_FIXES: &[&str] = &[
    "Check `grantResults.isNotEmpty()` at {name}:{line} before the first element is read, and take an empty answer as “not granted”; or use `registerForActivityResult(RequestPermission())`.",
];

const ARGUMENTS: &str =
    "The program was started without the arguments that `{at}` reads ({length} given, number {index} read).";

const ARGUMENTS_FIXES: &[&str] = &[
    "Give them on the command line (Gradle: `run --args=\"…\"`, the IDE: the run configuration's program arguments), and let {name}:{line} check `args.size` first and say what is missing.",
];

/// Says what is usual in such a function; whether it does.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) -> bool {
    let Some(frame) = scene.own().filter(|_| failure.category == Category::RuntimeIndex) else { return false };
    let detail = |name: &str| failure.details.get(name).map_or("", String::as_str);
    let shown = own::name(frame);
    let method = shown.rsplit('.').next().unwrap_or("");
    let minus = detail("index") == "-1";
    let cuts = ["substring", "subSequence", "delete", "replace"].iter().any(|name| detail("api").ends_with(name));
    let minus_in_text = failure.message.contains("end -1")
        || failure.message.contains("length=-1")
        || failure.message.ends_with(": -1")
        || failure.message.contains("begin -1");
    let array =
        failure.exception.as_deref() == Some("java.lang.ArrayIndexOutOfBoundsException") && detail("api").is_empty();
    let number = |name: &str| detail(name).parse::<u32>().ok();
    let (cause, fixes) = if minus && CLICKS.contains(&method) {
        (CLICK, CLICK_FIXES)
    } else if cuts && minus_in_text {
        (FOUND_NONE, FOUND_NONE_FIXES)
    } else if BINDS.contains(&method) && !minus && number("size").is_some() {
        (ROW, ROW_FIXES)
    } else if method == "onRequestPermissionsResult" && number("length") == Some(0) {
        (GRANTS, GRANTS_FIXES)
    } else if array && method == "main" && number("length").is_some_and(|length| length < 4) {
        (ARGUMENTS, ARGUMENTS_FIXES)
    } else if array
        && number("index").is_some_and(|index| index > 0)
        && number("length").is_some_and(|length| length > 0 && length < 6)
        && number("index") >= number("length")
    {
        (SPLIT, SPLIT_FIXES)
    } else {
        return false;
    };
    failure.say(cause, fixes);
    true
}

#[cfg(test)]
mod tests {
    fn told(thrown: &str, frames: &str) -> String {
        crate::explain::told(&format!("java.lang.{thrown}\n{frames}\tat android.os.Looper.loop(Looper.java:223)\n"))
    }

    #[test]
    fn the_function_tells_which_index_it_is() {
        let list = "\tat java.util.ArrayList.get(ArrayList.java:437)\n";
        let row = told(
            "IndexOutOfBoundsException: Index: 5, Size: 5",
            &format!("{list}\tat net.oak.basket.ShelfAdapter.onBindViewHolder(ShelfAdapter.kt:30)\n"),
        );
        assert!(row.contains("row 5, and the list has 5") && row.contains("ShelfAdapter.kt:30"), "{row}");
        let click = told(
            "ArrayIndexOutOfBoundsException: length=10; index=-1",
            &format!("{list}\tat net.oak.basket.ShelfAdapter$1.onClick(ShelfAdapter.java:30)\n"),
        );
        assert!(click.contains("NO_POSITION"), "{click}");
        let cut = told(
            "StringIndexOutOfBoundsException: begin 0, end -1, length 5",
            "\tat java.lang.String.substring(String.java:2705)\n\tat net.oak.basket.Desk.show(Desk.kt:40)\n",
        );
        assert!(cut.contains("substringBefore"), "{cut}");
        let split = told(
            "ArrayIndexOutOfBoundsException: length=1; index=1",
            "\tat net.oak.basket.Parser.parse(Parser.java:4)\n",
        );
        assert!(split.contains("split"), "{split}");
        let empty = told(
            "ArrayIndexOutOfBoundsException: length=0; index=0",
            "\tat net.oak.basket.Parser.parse(Parser.java:4)\n",
        );
        assert!(!empty.contains("split"), "{empty}");
    }
}
