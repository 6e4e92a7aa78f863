//! Why a method may not override another one: javac says it below the source line, in its own language.

use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::{Captures, Pattern};

/// Lines below the message that are looked at.
const BELOW: usize = 6;

/// `attempting to assign weaker access privileges; was public`, `正在尝试分配更低的访问权限; 以前为public`,
/// `(public)より弱いアクセス権限を割り当てようとしました`, `Es wird versucht, schwächere Zugriffsberechtigungen zuzuweisen; war public`
static WEAKER: Pattern = Pattern::new(
    r"^\s+(?:\(?attempting to assign weaker access privileges; was (?P<en>[a-z]+)|正在尝试分配更低的访问权限[;；] ?以前为 ?(?P<zh>[a-z]+)|\(?(?P<ja>[a-z]+)\)?より弱いアクセス権限|.*schwächere Zugriffs\S+ zuzuweisen; war (?P<de>[a-z]+))",
);

/// `return type int is not compatible with void`, `返回类型int与void不兼容`, `戻り値の型intはvoidと互換性がありません`
static RETURNS: Pattern = Pattern::new(
    r"^\s+(?:return type (?P<a>\S+) is not compatible with (?P<b>\S+)|返回类型 ?(?P<a2>\S+?) ?与 ?(?P<b2>\S+?) ?不兼容|戻り値の型(?P<a3>\S+?)は(?P<b3>\S+?)と互換性がありません|Rückgabetyp (?P<a4>\S+) ist nicht mit (?P<b4>\S+) kompatibel)",
);

/// `overridden method is final`, `被覆盖的方法为final`, `オーバーライドされたメソッドはfinalです`
static FIXED: Pattern = Pattern::new(
    r"^\s+(?:overridden method is (?:static )?final|被覆盖的方法为 ?(?:static )?final|オーバーライドされたメソッドは(?:static )?final|Überschriebene Methode ist (?:static )?final)",
);

/// `overridden method does not throw java.io.IOException`, `被覆盖的方法未抛出java.io.IOException`
static THROWS: Pattern = Pattern::new(
    r"^\s+(?:overridden method does not throw (?P<en>[A-Za-z0-9_.$]+)|被覆盖的方法未抛出 ?(?P<zh>[A-Za-z0-9_.$]+)|オーバーライドされたメソッドは(?P<ja>[A-Za-z0-9_.$]+)をスローしません|Überschriebene Methode löst (?P<de>[A-Za-z0-9_.$]+) nicht aus)",
);

/// Words a method that overrides what it may not, by the reason below.
pub fn tell(lines: &Lines, at: usize, failure: &mut Failure) {
    let has = |key: &str| failure.details.contains_key(key);
    if !(has("class") && has("member") && has("owner")) || failure.message.contains("is not abstract") {
        return;
    }
    for index in at + 1..(at + 1 + BELOW).min(lines.len()) {
        let line = lines.get(index);
        if reason(line, failure) {
            let evidence = lines.evidence(index);
            if failure.evidence.iter().all(|known| known.line != evidence.line) {
                failure.evidence.push(evidence);
            }
            return;
        }
        if super::layout::begins(line) {
            return;
        }
    }
}

/// What the one of these groups captured that did.
fn captured(found: &Captures<'_>, groups: &[&str]) -> Option<String> {
    groups.iter().find_map(|group| found.name(group)).map(|found| found.as_str().to_owned())
}

/// The same of a pattern that has a group for each language.
fn in_language(pattern: &Pattern, line: &str) -> Option<String> {
    captured(&pattern.captures(line)?, &["en", "zh", "ja", "de"])
}

fn reason(line: &str, failure: &mut Failure) -> bool {
    if let Some(was) = in_language(&WEAKER, line) {
        let step = if was == "package" {
            "Remove `private` from `{member}` at line {line} of `{name}`."
        } else {
            "Declare `{member}` as `{was}` at line {line} of `{name}`."
        };
        failure.details.insert("was".to_owned(), was);
        failure.say(
            "`{class}` overrides `{member}` of `{owner}` with less access than it has there ({was}): an override may show more, never less.",
            &[step],
        );
    } else if let Some(found) = RETURNS.captures(line) {
        let actual = captured(&found, &["a", "a2", "a3", "a4"]).unwrap_or_default();
        let expected = captured(&found, &["b", "b2", "b3", "b4"]).unwrap_or_default();
        failure.details.extend([("actual".to_owned(), actual), ("expected".to_owned(), expected)]);
        failure.say(
            "`{member}` of `{class}` returns `{actual}`, and the method of `{owner}` that it overrides returns `{expected}`.",
            &["Let `{member}` at line {line} of `{name}` return `{expected}` (or a subtype); if no override is meant, give it another name. If `{owner}` is a library's, its version has changed the type."],
        );
    } else if FIXED.is_match(line) {
        failure.say(
            "`{member}` is `final` in `{owner}`, so `{class}` may not override it.",
            &["Give the method at line {line} of `{name}` another name, or use what `{owner}` offers to change its behaviour; remove `final` only if `{owner}` is your own."],
        );
    } else if let Some(thrown) = in_language(&THROWS, line) {
        failure.details.insert("unreported".to_owned(), thrown);
        failure.say(
            "`{member}` of `{class}` declares that it throws `{unreported}`, which the method of `{owner}` that it overrides does not.",
            &["Catch `{unreported}` inside of `{member}` (or wrap it into an unchecked exception) and take it out of `throws` at line {line} of `{name}`; if `{owner}` is your own, declare it there."],
        );
    } else {
        return false;
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    fn told(message: &str, reason: &str) -> String {
        answer(&format!(
            "/p/app/src/main/java/com/example/shelf/ShelfView.java:17: {message}\n    protected void put(Book book) {{\n                   ^\n    {reason}\n1 error\n"
        ))
    }

    #[test]
    fn the_reason_below_is_told_in_every_language() {
        for (message, reason) in [
            (
                "error: put(Book) in ShelfView cannot override put(Book) in Rack",
                "attempting to assign weaker access privileges; was public",
            ),
            ("错误: ShelfView中的put(Book)无法覆盖Rack中的put(Book)", "正在尝试分配更低的访问权限; 以前为public"),
            (
                "エラー: ShelfViewのput(Book)はRackのput(Book)をオーバーライドできません",
                "(public)より弱いアクセス権限を割り当てようとしました",
            ),
        ] {
            let told = told(message, reason);
            assert!(told.contains("Declare `put(Book)` as `public` at line 17 of `ShelfView.java`"), "{told}");
            assert!(told.contains("of `Rack` with less access"), "{told}");
        }
    }

    #[test]
    fn each_reason_has_its_own_step() {
        let of = |reason: &str| told("error: put(Book) in ShelfView cannot override put(Book) in Rack", reason);
        assert!(of("return type void is not compatible with int").contains("returns `int`"));
        assert!(of("overridden method is final").contains("is `final` in `Rack`"));
        assert!(of("overridden method does not throw java.io.IOException").contains("take it out of `throws`"));
        assert!(!of("").contains("less access"));
    }
}
